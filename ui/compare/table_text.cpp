#include "ui/compare/table_text.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QStringList>

namespace ui {
namespace {

QStringList headerOf(const QAbstractItemModel& table) {
    QStringList cells;
    for (int column = 0; column < table.columnCount(); ++column)
        cells.append(table.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    return cells;
}

QStringList rowOf(const QAbstractItemModel& table, int row) {
    QStringList cells;
    for (int column = 0; column < table.columnCount(); ++column)
        cells.append(table.index(row, column).data(Qt::DisplayRole).toString());
    return cells;
}

QString markdownLine(QStringList cells) {
    for (QString& cell : cells)
        cell.replace(u'|', QStringLiteral("\\|")).replace(u'\n', u' ');
    return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

QString csvLine(QStringList cells) {
    for (QString& cell : cells) {
        if (!cell.contains(u',') && !cell.contains(u'"') && !cell.contains(u'\n')) continue;
        cell = u'"' + cell.replace(u'"', QStringLiteral("\"\"")) + u'"';
    }
    return cells.join(u',') + QStringLiteral("\r\n");
}

} // namespace

QString asMarkdown(const QAbstractItemModel& table) {
    const QStringList header = headerOf(table);
    QString text = markdownLine(header);
    text += QStringLiteral("|---|") + QStringLiteral("---:|").repeated(header.size() - 1) + u'\n';
    for (int row = 0; row < table.rowCount(); ++row)
        text += markdownLine(rowOf(table, row));
    return text;
}

QString asCsv(const QAbstractItemModel& table) {
    QString text = csvLine(headerOf(table));
    for (int row = 0; row < table.rowCount(); ++row)
        text += csvLine(rowOf(table, row));
    return text;
}

} // namespace ui
