#include "ui/compare/parameters_model.h"

#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QGuiApplication>
#include <QtGui/QPalette>

#include <algorithm>

#include "core/run/catalog.h"
#include "ui/common/theme.h"
#include "ui/compare/run_header.h"

namespace ui {
namespace {

// Keys of all runs: those of the first in its order, each other one after the key it follows.
QStringList unionOfKeys(const std::vector<ComparedRun>& runs) {
    QStringList keys;
    for (const ComparedRun& run : runs) {
        qsizetype place = 0;
        for (const ConfigRow& row : run.config) {
            const qsizetype known = keys.indexOf(row.key);
            if (known < 0) keys.insert(place, row.key);
            place = (known < 0 ? place : known) + 1;
        }
    }
    return keys;
}

} // namespace

ParametersModel::ParametersModel(const core::Catalog* catalog, QObject* parent)
    : QAbstractTableModel(parent), m_catalog(catalog) {}

void ParametersModel::setRuns(const std::vector<ComparedRun>& runs) {
    beginResetModel();
    m_runs.clear();
    m_allRows.clear();
    for (const ComparedRun& run : runs)
        m_runs.push_back(run.record);
    for (const QString& key : unionOfKeys(runs)) {
        Row row{key, {}, false};
        for (const ComparedRun& run : runs) {
            const auto found = std::find_if(run.config.begin(), run.config.end(),
                                            [&](const ConfigRow& own) { return own.key == key; });
            row.values.append(found == run.config.end() ? QString() : found->value);
            const QString& value = row.values.last();
            const QString& first = row.values.first();
            row.differs = row.differs || value != first || value.isNull() != first.isNull();
        }
        m_allRows.push_back(row);
    }
    updateShown();
    endResetModel();
}

void ParametersModel::setOnlyDifferences(bool only) {
    if (only == m_onlyDifferences) return;
    beginResetModel();
    m_onlyDifferences = only;
    updateShown();
    endResetModel();
}

void ParametersModel::updateShown() {
    m_shown.clear();
    for (int i = 0; i < int(m_allRows.size()); ++i)
        if (!m_onlyDifferences || m_allRows[size_t(i)].differs) m_shown.push_back(i);
}

int ParametersModel::differenceCount() const {
    return int(std::count_if(m_allRows.begin(), m_allRows.end(),
                             [](const Row& row) { return row.differs; }));
}

int ParametersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_shown.size());
}

int ParametersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_runs.size()) + 1;
}

QVariant ParametersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_allRows[size_t(m_shown[size_t(index.row())])];
    if (index.column() == 0) {
        if (role == Qt::DisplayRole) return row.key;
        if (role == Qt::ToolTipRole) return helpFor(row.key);
        return {};
    }
    const QString& value = row.values[index.column() - 1];
    const bool isOther = value != row.values[0] || value.isNull() != row.values[0].isNull();
    switch (role) {
        case Qt::DisplayRole:
            return value.isNull() ? QStringLiteral("—") : value;
        case Qt::ToolTipRole:
            return value;
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            QFont font = tabularFigures(QFont());
            font.setBold(isOther);
            return font;
        }
        case Qt::BackgroundRole:
            if (isOther) return themeColors(QGuiApplication::palette()).noteSurface;
            return {};
        default:
            return {};
    }
}

QVariant ParametersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || section < 0 || section > int(m_runs.size())) return {};
    if (section == 0) return firstHeader(tr("Parameter"), role);
    return runHeader(m_runs[size_t(section) - 1], section == 1, role);
}

// "Learning rate" and its help for "optimizer.lr".
QString ParametersModel::helpFor(const QString& key) const {
    if (!m_catalog) return key;
    const std::string id = key.section(u'.', -1).toStdString();
    const std::string section = key.section(u'.', 0, 0).toStdString();
    const auto describe = [](const core::ParamSpec& spec) {
        return QStringLiteral("%1\n%2").arg(QString::fromStdString(spec.label),
                                            QString::fromStdString(spec.help));
    };
    if (section == "run") {
        for (const core::ParamSpec& spec : m_catalog->runSpecs())
            if (spec.id == id) return describe(spec);
        return key;
    }
    for (const core::ComponentInfo& component : m_catalog->components()) {
        const bool isCallback = component.kind == core::ComponentKind::Callback;
        if (isCallback != (section == "callbacks")) continue;
        if (isCallback && key.section(u'.', 1, 1) != QString::fromStdString(component.id)) continue;
        for (const core::ParamSpec& spec : component.specs)
            if (spec.id == id) return describe(spec);
    }
    return key;
}

} // namespace ui
