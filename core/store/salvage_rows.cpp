// Copying the rows that can be read of a damaged database.
#include <filesystem>
#include <optional>
#include <vector>

#include "core/store/database_file.h"
#include "core/store/salvage.h"
#include "core/store/schema.h"

namespace core {
namespace {

// Parents before children, so that foreign keys hold where the parents could be read.
constexpr const char* kTables[] = {
    "run",          "tag",   "series",   "segment",    "point",      "point_lod", "run_metric",
    "blob_summary", "event", "log_line", "checkpoint", "sys_sample", "view"};

using Names = std::vector<std::string>;

Names namesFrom(Connection& connection, const std::string& table, const char* condition) {
    SQLite::Statement statement(
        connection.database(),
        "SELECT name FROM pragma_table_info(?) WHERE " + std::string(condition));
    statement.bind(1, table);
    Names names;
    while (statement.executeStep())
        names.push_back(statement.getColumn(0).getString());
    return names;
}

std::string joined(const Names& names, const char* ending = "") {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name + ending;
    return text;
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

// False: there is no further row, or it cannot be read.
bool step(SQLite::Statement& rows, bool& isComplete) {
    try {
        if (rows.executeStep()) return true;
        isComplete = true;
    } catch (const SQLite::Exception&) {
        // A damaged page: what lies behind it is reached from the other end.
    }
    return false;
}

// Copies rows in the order of the key, "" or " DESC", up to the first that cannot be read. Returns
// the rows copied; `isComplete` says whether that was all.
int64_t copyRows(Connection& source, Connection& target, const std::string& table,
                 const char* order, bool& isComplete) {
    isComplete = false;
    std::optional<SQLite::Statement> rows;
    const Names columns = namesFrom(target, table, "true"); // a newer version may have more
    try {
        rows.emplace(source.database(),
                     "SELECT " + joined(columns) + " FROM " + table + " ORDER BY " +
                         joined(namesFrom(target, table, "pk > 0 ORDER BY pk"), order));
    } catch (const SQLite::Exception&) {
        return 0; // not even the table is known any more
    }
    SQLite::Statement insert(target.database(), "INSERT OR IGNORE INTO " + table + "(" +
                                                    joined(columns) + ") VALUES(" +
                                                    joined(Names(columns.size(), "?")) + ")");
    int64_t copied = 0;
    while (step(*rows, isComplete)) {
        for (int i = 0; i < rows->getColumnCount(); ++i)
            bindColumn(insert, i + 1, rows->getColumn(i));
        copied += insert.exec();
        insert.reset();
    }
    return copied;
}

} // namespace

int64_t salvageRows(const std::string& from, const std::string& to) {
    if (std::filesystem::exists(to))
        throw Error("Cannot copy to " + to + ": there is such a file already. Choose a new name.");
    const auto source = connectToDamaged(from);
    Connection target(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    upgradeSchema(target, schemaUpgrades());
    return inTransaction(target, "write", [&] {
        int64_t copied = 0;
        for (const char* table : kTables) {
            bool isComplete = false;
            copied += copyRows(*source, target, table, "", isComplete);
            if (!isComplete) copied += copyRows(*source, target, table, " DESC", isComplete);
        }
        return copied;
    });
}

} // namespace core
