#include "app/text_table.h"

#include <algorithm>

QString TextTable::text(const QString& indent) const {
    QList<qsizetype> widths;
    for (const QStringList& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    QString text;
    for (const QStringList& row : m_rows) {
        QString line = indent;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const int width = static_cast<int>(widths[i]);
            if (i > 0) line += "  ";
            line +=
                m_right.contains(i) ? row[i].rightJustified(width) : row[i].leftJustified(width);
        }
        while (line.endsWith(' '))
            line.chop(1);
        text += line + '\n';
    }
    return text;
}
