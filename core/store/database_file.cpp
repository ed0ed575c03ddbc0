#include "core/store/database_file.h"

#include <filesystem>

#include "core/store/schema.h"
#include "core/store/store.h"

#include <sqlite3.h>

namespace core {
namespace {

namespace fs = std::filesystem;

// "file:" name for a database that nobody writes to, so that SQLite makes no locks beside it.
std::string immutableUri(const std::string& path) {
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#') {
            constexpr const char* digits = "0123456789ABCDEF";
            uri += '%';
            uri += digits[(c >> 4) & 0xf];
            uri += digits[c & 0xf];
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

std::unique_ptr<Connection> connectImmutable(const std::string& path) {
    return connect(immutableUri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

FileKind kindOf(Connection& connection) {
    const int64_t version = schemaVersion(connection);
    const int64_t tables = connection.integer("SELECT count(*) FROM sqlite_schema");
    if (version == 0 && tables == 0) return FileKind::New;
    const int64_t known = connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND "
        "name IN ('meta', 'run', 'series', 'point')");
    if (version <= 0 || known < 4) return FileKind::Foreign;
    const auto newest = static_cast<int64_t>(schemaUpgrades().size());
    return version > newest ? FileKind::Newer : FileKind::Ours;
}

FileLook lookThrough(Connection& connection, const std::string& path) {
    try {
        return {kindOf(connection), {}};
    } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode() & 0xff;
        if (code == SQLITE_CORRUPT) return {FileKind::Damaged, error.what()};
        if (code == SQLITE_NOTADB) return {FileKind::NotADatabase, {}};
        throwStoreError(error, "open", path);
    }
}

// Another program may be writing: its log or journal is there.
bool isInUse(const std::string& path) {
    std::error_code unknown;
    return fs::exists(path + "-wal", unknown) || fs::exists(path + "-journal", unknown);
}

std::string quickCheck(Connection& connection) {
    Query query(connection, "PRAGMA quick_check(1)");
    if (!query.next()) return "the check gave no answer";
    const std::string answer = query.text(0);
    if (answer == "ok") return {};
    return answer.substr(answer.rfind('\n') + 1); // without the heading "*** in database main ***"
}

} // namespace

FileLook lookAt(const std::string& path) {
    std::error_code missing;
    const auto bytes = fs::file_size(path, missing);
    if (missing || bytes == 0) return {FileKind::New, {}};
    if (!isInUse(path)) {
        const FileLook look = lookThrough(*connectImmutable(path), path);
        if (!isInUse(path)) return look; // else somebody may have changed it under our eyes
    }
    return lookThrough(*connectReadOnly(path), path);
}

std::string damageOf(const std::string& path, const std::stop_token& stop) {
    const auto connection = connectToDamaged(path);
    const auto isStopped = [](void* token) {
        return static_cast<int>(static_cast<const std::stop_token*>(token)->stop_requested());
    };
    constexpr int kInstructionsBetween = 100000; // of SQLite's machine: about a millisecond
    sqlite3_progress_handler(connection->database().getHandle(), kInstructionsBetween, isStopped,
                             const_cast<std::stop_token*>(&stop));
    try {
        const std::string damage = quickCheck(*connection);
        return stop.stop_requested() ? std::string() : damage;
    } catch (const SQLite::Exception& error) {
        if (stop.stop_requested()) return {};
        if ((error.getErrorCode() & 0xff) == SQLITE_CORRUPT) return error.what();
        throwStoreError(error, "check", path);
    }
}

std::unique_ptr<Connection> connect(const std::string& path, int flags) {
    try {
        return std::make_unique<Connection>(path, flags);
    } catch (const SQLite::Exception& error) {
        throwStoreError(error, "open", path);
    }
}

std::unique_ptr<Connection> connectReadOnly(const std::string& path) {
    auto connection = connect(path, SQLite::OPEN_READONLY);
    try {
        schemaVersion(*connection);
    } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode() & 0xff;
        if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) return connectImmutable(path);
        // Anything else comes again when something is read.
    }
    return connection;
}

std::unique_ptr<Connection> connectToDamaged(const std::string& path) {
    auto connection = connectReadOnly(path);
    // SQLite refuses a file that is shorter than its first page says, unless the schema may be
    // written: which it may not, since the connection is read-only.
    connection->execute("PRAGMA writable_schema = ON");
    return connection;
}

} // namespace core
