// Columns of text for a terminal. A value; any thread.
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

class TextTable {
public:
    explicit TextTable(QStringList header = {}) {
        if (!header.isEmpty()) addRow(std::move(header));
    }
    void addRow(QStringList cells) { m_rows.append(std::move(cells)); }
    void alignRight(int column) { m_right.append(column); }
    QString text(const QString& indent = {}) const; // a line per row

private:
    QList<QStringList> m_rows;
    QList<int> m_right;
};
