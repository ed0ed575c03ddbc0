#include "core/store/salvage.h"

#include <filesystem>

#include "core/error.h"

namespace core {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles = "artifacts";

void requireNewFolder(const fs::path& from, const fs::path& to) {
    const fs::path relative = fs::weakly_canonical(to).lexically_relative(fs::canonical(from));
    const bool isWithin = !relative.empty() && *relative.begin() != "..";
    if (isWithin)
        throw Error("Cannot copy to " + to.string() +
                    ": it lies within the damaged workspace. Choose another folder.");
    for (const char* name : {"runs.db", kFiles})
        if (fs::exists(to / name))
            throw Error("Cannot copy to " + to.string() +
                        ": it is a workspace already. Choose another folder.");
    fs::create_directories(to);
}

// A disk that begins to fail loses single files: the others are worth having.
void copyFiles(const fs::path& from, const fs::path& to, Salvage& salvage) {
    if (!fs::exists(from)) return;
    for (const auto& entry :
         fs::recursive_directory_iterator(from, fs::directory_options::skip_permission_denied)) {
        const fs::path target = to / entry.path().lexically_relative(from);
        if (entry.is_directory()) {
            fs::create_directories(target);
            continue;
        }
        std::error_code error;
        fs::copy_file(entry.path(), target, error);
        if (error == std::errc::no_space_on_device) throw fs::filesystem_error("", target, error);
        ++(error ? salvage.lostFileCount : salvage.fileCount);
    }
}

void removeBegun(const fs::path& to) {
    std::error_code ignored; // what stays behind does no harm, and the first error is told
    for (const char* name : {"runs.db", "runs.db-journal", kFiles})
        fs::remove_all(to / name, ignored);
}

} // namespace

Salvage salvageWorkspace(const std::string& from, const std::string& to) try {
    requireNewFolder(from, to);
    Salvage salvage;
    try {
        salvage.rowCount = salvageRows(from + "/runs.db", to + "/runs.db");
        copyFiles(fs::path(from) / kFiles, fs::path(to) / kFiles, salvage);
    } catch (...) {
        removeBegun(to);
        throw;
    }
    return salvage;
} catch (const fs::filesystem_error& error) {
    throw Error("Cannot copy to " + to + ": " + error.code().message() +
                ". Check that you may write there and that there is room.");
}

} // namespace core
