// Text for a terminal that may know fewer letters than we do. Any thread.
#pragma once

#include <string>

// The same, with "..." for "…" where the environment (LC_ALL, LC_CTYPE, LANG) has another encoding
// than UTF-8.
std::string forTerminal(std::string text);
