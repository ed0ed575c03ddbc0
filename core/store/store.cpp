#include "core/store/store.h"

#include <filesystem>

#include "core/store/connection.h"
#include "core/store/database_file.h"
#include "core/store/schema.h"

#include <sqlite3.h>
#include <unistd.h>

namespace core {
namespace {

namespace fs = std::filesystem;

// quick_check reads about 250 MB/s: a start stays unnoticeable up to this size.
constexpr uintmax_t kCheckAtOpenBytes = 8 << 20;

bool mayWrite(const std::string& folder, const std::string& path) {
    return access(path.c_str(), W_OK) == 0 && access(folder.c_str(), W_OK) == 0;
}

// The connection that closes last copies the log into the file; not into one that is damaged.
void keepLogAtClose(Connection& connection) {
    sqlite3_db_config(connection.database().getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
                      nullptr);
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

void Store::open(Mode mode) {
    std::error_code ignored; // opening says what is wrong, in better words
    if (mode != Mode::ReadOnly) fs::create_directories(m_folder, ignored);
    const FileLook look = mode == Mode::Join ? FileLook() : lookAt(path());
    requireUsable(look.kind);
    if (look.kind == FileKind::Damaged) return openDamaged(look.damage);
    if (mode == Mode::ReadOnly) return openReadOnly({});
    if (mode == Mode::ReadWrite && look.kind != FileKind::New) {
        m_needsCheck = fs::file_size(path(), ignored) > kCheckAtOpenBytes;
        const std::string damage = m_needsCheck ? std::string() : damageOf(path());
        if (!damage.empty()) return openDamaged(damage);
    }
    if (fs::exists(path(), ignored) && !mayWrite(m_folder, path()))
        return openReadOnly(path() + " may not be written by you. It was opened read-only.");
    if (look.kind == FileKind::Newer)
        return openReadOnly(path() +
                            " was written by a newer version of this program. It was opened "
                            "read-only; install the newer version to add to it.");
    m_connection = connect(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    prepareForWriting(mode);
}

void Store::requireUsable(FileKind kind) const {
    if (kind == FileKind::Foreign)
        throw Error("Cannot open " + path() +
                    ": it is the database of another program, and was left as it is. Choose "
                    "another folder for the workspace.");
    if (kind == FileKind::NotADatabase)
        throw Error("Cannot open " + path() +
                    ": it is not a database, or its beginning is damaged. Open another workspace, "
                    "or put a backup of the file in its place.");
}

void Store::openReadOnly(const std::string& warning) {
    m_connection = connectReadOnly(path());
    m_isReadOnly = true;
    m_warning = warning;
}

void Store::openDamaged(const std::string& damage) {
    m_connection = connectToDamaged(path());
    m_isReadOnly = m_isDamaged = true;
    m_warning = path() + " is damaged: " + damage +
                ". It was opened read-only: nothing in it can change. Copy what can be read into "
                "a new workspace.";
}

void Store::protect(const std::string& damage) {
    if (m_isDamaged) return;
    if (!m_isReadOnly) keepLogAtClose(*m_connection);
    openDamaged(damage);
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
    return damageOf(folder + "/runs.db", stop);
}

int64_t Store::dataVersion() {
    return attempt(*m_connection, "read",
                   [&] { return m_connection->integer("PRAGMA data_version"); });
}

} // namespace core
