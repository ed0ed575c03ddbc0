#include "core/store/connection.h"

#include "core/store/store.h"

#include <sqlite3.h>

#include <limits>

namespace core {
namespace {

constexpr int kBusyTimeoutMs = 5000;

struct Reason {
    const char* text;
    bool mayPass; // trying again later can succeed
};

Reason reasonOf(int code) {
    switch (code) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {"another program has kept it locked for 5 seconds. Close that program or wait",
                    true};
        case SQLITE_FULL:
            return {"the disk is full. Free some space", true};
        case SQLITE_READONLY:
            return {"the file is read-only. Allow writing to it and to its folder", true};
        case SQLITE_IOERR:
            return {"the disk reports an error. Check the disk and the space left on it", true};
        case SQLITE_CANTOPEN:
            return {"the file cannot be opened. Check that the folder exists and may be written",
                    true};
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return {"access is denied. Check the permissions of the file and its folder", true};
        case SQLITE_CONSTRAINT:
            return {"what it belongs to is not there. The run may have been deleted meanwhile",
                    false};
        case SQLITE_CORRUPT:
            return {"the database is damaged. Copy what can be read into a new workspace", false};
        case SQLITE_NOTADB:
            return {"it is not a database. Move the file away or open another folder", false};
        default:
            return {nullptr, false};
    }
}

} // namespace

Connection::Connection(const std::string& path, int flags)
    : m_path(path), m_database(path, flags | SQLite::OPEN_NOMUTEX, kBusyTimeoutMs) {}

SQLite::Statement& Connection::statement(const char* sql) {
    const auto found = m_statements.find(sql);
    if (found != m_statements.end()) return found->second;
    return m_statements.emplace(sql, SQLite::Statement(m_database, sql)).first->second;
}

int64_t Connection::integer(const char* sql) {
    Query query(*this, sql);
    return query.next() ? query.integer(0) : 0;
}

double Query::real(int column) const {
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN()
                          : m_statement.getColumn(column).getDouble();
}

void throwStoreError(const SQLite::Exception& error, const std::string& what,
                     const std::string& path) {
    const Reason reason = reasonOf(error.getErrorCode() & 0xff);
    const std::string text = reason.text ? reason.text : error.what();
    const std::string message = "Cannot " + what + " " + path + ": " + text + ".";
    if (reason.mayPass) throw StoreBusy(message);
    throw Error(message);
}

} // namespace core
