// Saves what can be read of a workspace with a damaged database. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace core {

struct Salvage {
    int64_t rowCount = 0;
    int64_t fileCount = 0;     // of checkpoints and logs
    int64_t lostFileCount = 0; // that could not be read
};

// Copies the rows and the files of the workspace `from` into the folder `to`, which becomes a
// workspace of its own; nothing in `from` changes. Throws Error when `to` has runs already, lies
// within `from` or cannot be written; what was begun is removed then.
Salvage salvageWorkspace(const std::string& from, const std::string& to);

// The rows alone: of the database `from` into the new file `to`. Returns how many.
int64_t salvageRows(const std::string& from, const std::string& to);

} // namespace core
