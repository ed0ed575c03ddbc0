#include "app/terminal_text.h"

#include <cstdlib>
#include <initializer_list>

namespace {

// By the variables, not by setlocale: Qt has changed that to a locale with UTF-8.
bool isUtf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (!value || !*value) continue;
        const std::string locale = value;
        for (const char* encoding : {"UTF-8", "utf-8", "UTF8", "utf8"})
            if (locale.find(encoding) != std::string::npos) return true;
        return false;
    }
    return false;
}

} // namespace

std::string forTerminal(std::string text) {
    const std::string ellipsis = "…";
    if (isUtf8()) return text;
    for (size_t at = text.find(ellipsis); at != std::string::npos; at = text.find(ellipsis, at))
        text.replace(at, ellipsis.size(), "...");
    return text;
}
