// Store: copying what can be read of a damaged database.
#include <filesystem>

#include "core/store/connection.h"
#include "core/store/schema.h"
#include "core/store/store.h"

namespace core {
namespace {

// Parents before children, so that foreign keys hold where the parents could be read.
constexpr const char* kTables[] = {
    "run",          "tag",   "series",   "segment",    "point",      "point_lod", "run_metric",
    "blob_summary", "event", "log_line", "checkpoint", "sys_sample", "view"};

std::string primaryKeyOf(Connection& connection, const std::string& table, const char* order) {
    SQLite::Statement statement(connection.database(),
                                "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk");
    statement.bind(1, table);
    std::string columns;
    while (statement.executeStep())
        columns += (columns.empty() ? "" : ", ") + statement.getColumn(0).getString() + order;
    return columns;
}

void bindColumn(SQLite::Statement& insert, int index, const SQLite::Column& column) {
    if (column.isNull())
        insert.bind(index);
    else if (column.isInteger())
        insert.bind(index, column.getInt64());
    else if (column.isFloat())
        insert.bind(index, column.getDouble());
    else if (column.isBlob())
        insert.bind(index, column.getBlob(), column.getBytes());
    else
        insert.bind(index, column.getString());
}

std::string placeholders(int count) {
    std::string text = "?";
    for (int i = 1; i < count; ++i)
        text += ", ?";
    return text;
}

// Copies rows in the order of the key, "" or " DESC", up to the first that cannot be read. Returns
// the rows copied; `isComplete` says whether that was all.
int64_t copyRows(Connection& source, Connection& target, const std::string& table,
                 const char* order, bool& isComplete) {
    int64_t copied = 0;
    isComplete = false;
    try {
        SQLite::Statement rows(source.database(), "SELECT * FROM " + table + " ORDER BY " +
                                                      primaryKeyOf(source, table, order));
        SQLite::Statement insert(target.database(), "INSERT OR IGNORE INTO " + table + " VALUES(" +
                                                        placeholders(rows.getColumnCount()) + ")");
        while (rows.executeStep()) {
            for (int i = 0; i < rows.getColumnCount(); ++i)
                bindColumn(insert, i + 1, rows.getColumn(i));
            copied += insert.exec();
            insert.reset();
        }
        isComplete = true;
    } catch (const SQLite::Exception&) {
        // A damaged page: what lies behind it is reached from the other end.
    }
    return copied;
}

} // namespace

int64_t Store::salvageTo(const std::string& target) {
    if (std::filesystem::exists(target))
        throw Error("Cannot copy to " + target +
                    ": there is such a file already. Choose a new name.");
    Connection copy(target, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    upgradeSchema(copy, schemaUpgrades());
    return inTransaction(copy, "write", [&] {
        int64_t copied = 0;
        for (const char* table : kTables) {
            bool isComplete = false;
            copied += copyRows(*m_connection, copy, table, "", isComplete);
            if (!isComplete) copied += copyRows(*m_connection, copy, table, " DESC", isComplete);
        }
        return copied;
    });
}

} // namespace core
