#include "ui/runs/runs_model.h"

#include <QtCore/QDateTime>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "core/run/catalog.h"
#include "core/store/store.h"
#include "ui/common/run_selection.h"

namespace ui {
namespace {

constexpr qsizetype kMostParamColumns = 30;

RunRow makeRow(core::RunRecord record) {
    RunRow row;
    row.id = QString::fromStdString(record.id);
    row.name = QString::fromStdString(record.name);
    row.record = std::move(record);
    return row;
}

std::optional<core::MetricRecord> goalOf(const std::vector<core::MetricRecord>& metrics,
                                         const std::string& tag) {
    for (const core::MetricRecord& metric : metrics)
        if (metric.tag == tag) return metric;
    return std::nullopt;
}

} // namespace

RunsModel::RunsModel(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
                     QObject* parent)
    : QAbstractTableModel(parent), m_store(store), m_catalog(catalog), m_selection(selection) {
    connect(&selection, &RunSelection::visibleChanged, this, [this] {
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, EyeColumn), index(rowCount() - 1, EyeColumn),
                               {Qt::CheckStateRole});
    });
}

void RunsModel::refresh() {
    if (m_isLoaded)
        readChanges();
    else
        readAll();
}

void RunsModel::readAll() {
    std::vector<core::RunRecord> records = m_store.runs();
    std::unordered_map<std::string, std::vector<core::MetricRecord>> metrics;
    for (core::MetricRecord& metric : m_store.allMetrics())
        metrics[metric.runId].push_back(std::move(metric));
    beginResetModel();
    m_rows.clear();
    for (core::RunRecord& record : records) {
        m_revision = std::max(m_revision, record.revision);
        RunRow row = makeRow(std::move(record));
        row.goal = goalOf(metrics[row.record.id], row.record.goalMetric);
        m_rows.push_back(std::move(row));
    }
    reindex();
    m_isLoaded = true;
    endResetModel();
    Q_EMIT changed();
}

void RunsModel::readChanges() {
    dropRemoved();
    std::vector<core::RunRecord> records = m_store.runsChangedSince(m_revision);
    if (records.empty()) return;
    bool configsChanged = false;
    std::sort(records.begin(), records.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
    for (core::RunRecord& record : records) {
        m_revision = std::max(m_revision, record.revision);
        const int at = indexOf(QString::fromStdString(record.id));
        configsChanged |= at < 0 || row(at).record.configJson != record.configJson ||
                          row(at).isTrashed() != (record.trashedMs > 0);
        takeRecord(std::move(record));
    }
    if (configsChanged && m_knowsParams) updateParamColumns();
    Q_EMIT changed();
}

void RunsModel::dropRemoved() {
    const std::vector<std::string> ids = m_store.runIds();
    const std::unordered_set<std::string> existing(ids.begin(), ids.end());
    for (int i = rowCount() - 1; i >= 0; --i) {
        if (existing.count(row(i).record.id)) continue;
        beginRemoveRows({}, i, i);
        m_rows.erase(m_rows.begin() + i);
        reindex();
        endRemoveRows();
    }
}

void RunsModel::takeRecord(core::RunRecord record) {
    RunRow fresh = makeRow(std::move(record));
    fresh.goal = goalOf(m_store.metrics(fresh.record.id), fresh.record.goalMetric);
    const int at = indexOf(fresh.id);
    if (at < 0) {
        const auto before = [](const RunRow& a, const RunRow& b) {
            return a.record.number > b.record.number;
        };
        const auto place = std::upper_bound(m_rows.begin(), m_rows.end(), fresh, before);
        const int index = static_cast<int>(place - m_rows.begin());
        beginInsertRows({}, index, index);
        m_rows.insert(place, std::move(fresh));
        reindex();
        endInsertRows();
        return;
    }
    RunRow& old = m_rows[static_cast<size_t>(at)];
    if (old.record.configJson == fresh.record.configJson) fresh.params = std::move(old.params);
    old = std::move(fresh);
    Q_EMIT dataChanged(index(at, 0), index(at, columnCount() - 1));
    Q_EMIT runUpdated(row(at).id);
}

void RunsModel::reindex() {
    m_index.clear();
    m_index.reserve(static_cast<qsizetype>(m_rows.size()));
    for (size_t i = 0; i < m_rows.size(); ++i)
        m_index.insert(m_rows[i].id, static_cast<int>(i));
}

void RunsModel::updateParamColumns() {
    m_knowsParams = true;
    QHash<QString, QString> firstValue;
    QHash<QString, int> count;
    QStringList differing;
    int listed = 0;
    for (RunRow& row : m_rows) {
        if (row.isTrashed()) continue;
        ++listed;
        if (!row.params) row.params = flattenConfig(row.record.configJson);
        for (auto it = row.params->cbegin(); it != row.params->cend(); ++it) {
            const auto seen = firstValue.constFind(it.key());
            if (seen == firstValue.cend())
                firstValue.insert(it.key(), it.value());
            else if (*seen != it.value() && !differing.contains(it.key()))
                differing.append(it.key());
            ++count[it.key()];
        }
    }
    for (auto it = count.cbegin(); it != count.cend(); ++it) // present in some runs only
        if (it.value() < listed && !differing.contains(it.key())) differing.append(it.key());
    differing.sort();
    differing.resize(std::min(differing.size(), kMostParamColumns));

    for (qsizetype i = m_paramPaths.size() - 1; i >= 0; --i) {
        if (differing.contains(m_paramPaths[i])) continue;
        const int column = FixedColumnCount + static_cast<int>(i);
        beginRemoveColumns({}, column, column);
        m_paramPaths.removeAt(i);
        endRemoveColumns();
    }
    for (const QString& path : differing) {
        if (m_paramPaths.contains(path)) continue;
        beginInsertColumns({}, columnCount(), columnCount());
        m_paramPaths.append(path);
        endInsertColumns();
    }
}

QString RunsModel::columnKey(int column) const {
    if (column < FixedColumnCount) return QLatin1String(runColumnInfo(column).key);
    return m_paramPaths.value(column - FixedColumnCount);
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FixedColumnCount + static_cast<int>(m_paramPaths.size());
}

QString RunsModel::paramText(const RunRow& row, int column) const {
    const QString& path = m_paramPaths[column - FixedColumnCount];
    return row.params ? row.params->value(path) : QString();
}

QVariant RunsModel::displayData(const RunRow& row, int column) const {
    if (column < FixedColumnCount)
        return runColumnText(row, column, QDateTime::currentMSecsSinceEpoch());
    const QString text = paramText(row, column);
    return text.isEmpty() ? QStringLiteral("—") : text;
}

QVariant RunsModel::sortKey(const RunRow& row, int column) const {
    if (column < FixedColumnCount) return runColumnSortKey(row, column);
    const QString text = paramText(row, column);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (isNumber) return std::isnan(number) ? QVariant() : QVariant(number);
    return text.isEmpty() ? QVariant() : QVariant(text);
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const RunRow& run = row(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return displayData(run, column);
        case Qt::EditRole:
            return column == NameColumn ? QVariant(run.name) : QVariant();
        case Qt::ToolTipRole:
            if (column == EyeColumn) return tr("Plot this run (Space)");
            if (column == PinColumn) return run.record.isPinned ? tr("Unpin") : tr("Pin");
            return column < FixedColumnCount ? QVariant(runColumnToolTip(run, column))
                                             : displayData(run, column);
        case Qt::CheckStateRole:
            if (column == EyeColumn)
                return m_selection.isVisible(run.id) ? Qt::Checked : Qt::Unchecked;
            return {};
        case Qt::TextAlignmentRole:
            return QVariant((data(index, IsNumberRole).toBool() ? Qt::AlignRight : Qt::AlignLeft) |
                            Qt::AlignVCenter);
        case SortRole:
            return sortKey(run, column);
        case IsNumberRole:
            return column < FixedColumnCount ? runColumnInfo(column).isNumber
                                             : sortKey(run, column).typeId() == QMetaType::Double;
        default:
            return {};
    }
}

// "optimizer.lr" -> "Learning rate", as the form calls it; the path itself when it is unknown.
QString RunsModel::paramTitle(const QString& path) const {
    const std::string id = path.section(QLatin1Char('.'), -1).toStdString();
    const QString section = path.section(QLatin1Char('.'), 0, 0);
    if (id == "type") return section.left(1).toUpper() + section.mid(1);
    if (section == QLatin1String("run")) {
        for (const core::ParamSpec& spec : m_catalog.runSpecs())
            if (spec.id == id) return QString::fromStdString(spec.label);
        return path;
    }
    static const QHash<QString, core::ComponentKind> kinds = {
        {QStringLiteral("data"), core::ComponentKind::Data},
        {QStringLiteral("model"), core::ComponentKind::Model},
        {QStringLiteral("optimizer"), core::ComponentKind::Optimizer},
        {QStringLiteral("schedule"), core::ComponentKind::Schedule},
        {QStringLiteral("callbacks"), core::ComponentKind::Callback}};
    if (!kinds.contains(section)) return path;
    for (const core::ComponentInfo* component : m_catalog.ofKind(kinds[section]))
        for (const core::ParamSpec& spec : component->specs)
            if (spec.id == id) return QString::fromStdString(spec.label);
    return path;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const bool isFixed = section < FixedColumnCount;
    switch (role) {
        case Qt::DisplayRole:
            return isFixed ? QVariant(QLatin1String(runColumnInfo(section).title))
                           : paramTitle(m_paramPaths[section - FixedColumnCount]);
        case Qt::ToolTipRole:
            return isFixed ? QVariant(QLatin1String(runColumnInfo(section).help))
                           : QVariant(m_paramPaths[section - FixedColumnCount]);
        case Qt::TextAlignmentRole:
            return QVariant(
                (isFixed && runColumnInfo(section).isNumber ? Qt::AlignRight : Qt::AlignLeft) |
                Qt::AlignVCenter);
        default:
            return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) return false;
    const RunRow& run = row(index.row());
    if (index.column() == EyeColumn && role == Qt::CheckStateRole) {
        m_selection.setVisible(run.id, value.toInt() == Qt::Checked);
        return true;
    }
    if (index.column() == NameColumn && role == Qt::EditRole) {
        const QString name = value.toString().trimmed();
        if (name.isEmpty()) return false;
        if (name != run.name) Q_EMIT renameRequested(run.id, name);
        return true;
    }
    return false;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.column() == EyeColumn) flags |= Qt::ItemIsUserCheckable;
    if (index.column() == NameColumn) flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace ui
