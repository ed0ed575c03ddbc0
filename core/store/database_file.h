// What kind of file a runs.db is, found out without changing a byte of it, and connections to it.
// Inside core/store only; one thread.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/store/connection.h"

namespace core {

enum class FileKind {
    New, // not there, or without any table
    Ours,
    Newer,       // of a newer version of this program
    Foreign,     // of another program
    Damaged,     // a database, but not even the list of its tables can be read
    NotADatabase // anything else, or a database whose first bytes are gone
};

struct FileLook {
    FileKind kind = FileKind::Ours;
    std::string damage; // in words, of a damaged one
};

// Reads the schema, not the rows. Leaves no file behind unless another program is at the database.
FileLook lookAt(const std::string& path);

// Reads all pages, about 250 MB/s. What is wrong, in words; empty: nothing, or `stop` was requested
// meanwhile. Throws Error when the file cannot be read at all.
std::string damageOf(const std::string& path, const std::stop_token& stop = {});

// `flags` as in SQLite::OPEN_.... Throws Error.
std::unique_ptr<Connection> connect(const std::string& path, int flags);
// Also where nothing may be written, not even the locks beside the file.
std::unique_ptr<Connection> connectReadOnly(const std::string& path);
// Likewise; even what is left of a file that was cut short can be read.
std::unique_ptr<Connection> connectToDamaged(const std::string& path);

} // namespace core
