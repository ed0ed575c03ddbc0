#include "core/store/store.h"

#include <filesystem>

#include "core/store/connection.h"
#include "core/store/schema.h"

#include <sqlite3.h>
#include <unistd.h>

namespace core {
namespace {

namespace fs = std::filesystem;

// quick_check reads about 250 MB/s: a start stays unnoticeable up to this size.
constexpr uintmax_t kCheckAtOpenBytes = 8 << 20;

constexpr const char* kAdvice =
    " It was opened read-only: nothing in it can change. Copy what can be read into a new "
    "workspace.";

std::string quickCheck(Connection& connection) {
    Query query(connection, "PRAGMA quick_check(1)");
    if (!query.next()) return "the check gave no answer";
    const std::string answer = query.text(0);
    return answer == "ok" ? std::string() : answer;
}

// Reads the schema, and all pages if `checksAll`. What is wrong, in words; empty: nothing. Throws
// Error when the file is no database at all.
std::string damageFoundAtOpen(Connection& connection, bool checksAll) {
    try {
        connection.integer("SELECT count(*) FROM sqlite_schema");
        return checksAll ? quickCheck(connection) : std::string();
    } catch (const SQLite::Exception& error) {
        if ((error.getErrorCode() & 0xff) == SQLITE_CORRUPT) return error.what();
        throwStoreError(error, "open", connection.path());
    }
}

bool mayWrite(const std::string& folder, const std::string& path) {
    return access(path.c_str(), W_OK) == 0 && access(folder.c_str(), W_OK) == 0;
}

// "file:" name for a database that nobody can write to, so that SQLite needs no lock beside it.
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
        return connection;
    } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode() & 0xff;
        if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
            throwStoreError(error, "open", path);
    }
    return connect(immutableUri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

// Switching to WAL needs the file for a moment alone, and SQLite does not wait for that by itself.
void useWriteAheadLog(Connection& connection) {
    for (int attemptsLeft = 50;; --attemptsLeft) {
        try {
            connection.execute("PRAGMA journal_mode = WAL");
            return;
        } catch (const SQLite::Exception& error) {
            if ((error.getErrorCode() & 0xff) != SQLITE_BUSY || attemptsLeft == 0) throw;
            sqlite3_sleep(20);
        }
    }
}

} // namespace

Store::Store(const std::string& folder, Mode mode) : m_folder(folder) {
    open(mode);
}

Store::~Store() {
    if (!m_connection || m_isReadOnly) return;
    try {
        m_connection->database().setBusyTimeout(0); // others may still read: then they do it
        m_connection->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const SQLite::Exception&) {
        // Nothing is lost: the log stays beside the file and is read at the next opening.
    }
}

std::string Store::path() const {
    return m_folder + "/runs.db";
}

bool Store::wasLeftOpen() const {
    std::error_code missing;
    const auto logBytes = fs::file_size(path() + "-wal", missing);
    return !missing && logBytes > 0; // the last to close a database removes its log
}

void Store::open(Mode mode) {
    if (mode == Mode::ReadOnly) return openReadOnly({});
    std::error_code ignored;
    fs::create_directories(m_folder, ignored); // opening says what is wrong, in better words
    if (fs::exists(path(), ignored) && !mayWrite(m_folder, path()))
        return openReadOnly(path() + " may not be written by you. It was opened read-only.");
    const bool isSuspect = mode == Mode::ReadWrite && wasLeftOpen();
    m_needsCheck = isSuspect && fs::file_size(path(), ignored) > kCheckAtOpenBytes;
    m_connection = connect(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    const std::string damage = damageFoundAtOpen(*m_connection, isSuspect && !m_needsCheck);
    if (!damage.empty()) return openReadOnly(path() + " is damaged: " + damage + "." + kAdvice);
    if (schemaVersion(*m_connection) > static_cast<int64_t>(schemaUpgrades().size()))
        return openReadOnly(path() +
                            " was written by a newer version of this program. It was opened "
                            "read-only; install the newer version to add to it.");
    prepareForWriting(mode);
}

void Store::openReadOnly(const std::string& warning) {
    m_connection.reset();
    m_connection = connectReadOnly(path());
    m_isReadOnly = true;
    m_warning = warning;
}

void Store::prepareForWriting(Mode mode) {
    attempt(*m_connection, "open", [&] {
        useWriteAheadLog(*m_connection);
        m_connection->execute("PRAGMA synchronous = NORMAL");
        m_connection->execute("PRAGMA foreign_keys = ON");
    });
    if (mode != Mode::Join) upgradeSchema(*m_connection, schemaUpgrades());
}

void Store::requireWritable(const char* what) const {
    if (m_isReadOnly)
        throw Error("Cannot " + std::string(what) + " " + path() + ": it was opened read-only. " +
                    m_warning);
}

std::string Store::findDamage(const std::string& folder, const std::stop_token& stop) {
    const auto connection = connectReadOnly(folder + "/runs.db");
    const auto isStopped = [](void* token) {
        return static_cast<int>(static_cast<const std::stop_token*>(token)->stop_requested());
    };
    constexpr int kInstructionsBetween = 100000; // of SQLite's machine: about a millisecond
    sqlite3_progress_handler(connection->database().getHandle(), kInstructionsBetween, isStopped,
                             const_cast<std::stop_token*>(&stop));
    try {
        const std::string damage = damageFoundAtOpen(*connection, true);
        return stop.stop_requested() ? std::string() : damage;
    } catch (const Error&) {
        if (stop.stop_requested()) return {};
        throw;
    }
}

int64_t Store::dataVersion() {
    return attempt(*m_connection, "read",
                   [&] { return m_connection->integer("PRAGMA data_version"); });
}

} // namespace core
