// Loads model plugins. Keeps what it has loaded until the program ends, since objects of a plugin's
// classes may live as long. One thread at a time. One of the two engine headers that know Qt.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <QtCore/QPluginLoader>

#include "core/model/model_factory.h"

namespace core {

class PluginLoader {
public:
    // Throws Error naming the file and why it cannot be used: not a plugin, another version of the
    // interface, or something thrown while it was made.
    ModelFactory& factory(const std::string& path);

private:
    struct Loaded {
        std::unique_ptr<QPluginLoader> loader;
        ModelFactory* factory = nullptr; // owned by the loader
    };
    std::map<std::string, Loaded> m_loaded;
};

} // namespace core
