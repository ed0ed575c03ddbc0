// One SQLite connection whose prepared statements are kept. Inside core/store only; one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/error.h"

namespace core {

class Connection {
public:
    // `flags` as in SQLite::OPEN_...; waits up to 5 s for other writers.
    Connection(const std::string& path, int flags);

    SQLite::Database& database() { return m_database; }
    const std::string& path() const { return m_path; }
    // The statement for a string literal; prepared at the first use, then kept.
    SQLite::Statement& statement(const char* sql);
    void execute(const std::string& sql) { m_database.exec(sql); }
    int64_t integer(const char* sql); // of a query with one number as its answer

private:
    std::string m_path;
    SQLite::Database m_database;
    std::unordered_map<const char*, SQLite::Statement> m_statements; // by address of the literal
};

// One use of a kept statement: bind, step, read. Resets it at the end, so that no read transaction
// stays open.
class Query {
public:
    template <typename... Values>
    explicit Query(Connection& connection, const char* sql, const Values&... values)
        : m_statement(connection.statement(sql)) {
        [[maybe_unused]] int index = 0;
        (m_statement.bind(++index, values), ...);
    }
    ~Query() { m_statement.tryReset(); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    bool next() { return m_statement.executeStep(); }
    int run() { return m_statement.exec(); } // rows changed

    int64_t integer(int column) const { return m_statement.getColumn(column).getInt64(); }
    double real(int column) const; // NULL is NaN
    std::string text(int column) const { return m_statement.getColumn(column).getString(); }
    bool isNull(int column) const { return m_statement.isColumnNull(column); }

private:
    SQLite::Statement& m_statement;
};

// As the exception that people see: "Cannot <what> <path>: <reason>. <what to try>". A StoreBusy
// when it may succeed later.
[[noreturn]] void throwStoreError(const SQLite::Exception& error, const std::string& what,
                                  const std::string& path);

// Runs `work`, turning what SQLite throws into core::Error. `what`: "read the runs of".
template <typename Work>
auto attempt(Connection& connection, const char* what, Work&& work) {
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        throwStoreError(error, what, connection.path());
    }
}

// The same inside one transaction that takes the right to write at its start.
template <typename Work>
auto inTransaction(Connection& connection, const char* what, Work&& work) {
    return attempt(connection, what, [&] {
        SQLite::Transaction transaction(connection.database(),
                                        SQLite::TransactionBehavior::IMMEDIATE);
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            transaction.commit();
        } else {
            auto result = work();
            transaction.commit();
            return result;
        }
    });
}

} // namespace core
