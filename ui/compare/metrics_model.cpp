#include "ui/compare/metrics_model.h"

#include <QtCore/QStringList>
#include <QtGui/QFont>

#include <algorithm>
#include <cmath>

#include "ui/common/format.h"
#include "ui/common/theme.h"
#include "ui/compare/run_header.h"

namespace ui {
namespace {

using core::Direction;

const core::MetricRecord* find(const ComparedRun& run, const std::string& tag) {
    for (const core::MetricRecord& metric : run.metrics)
        if (metric.tag == tag) return &metric;
    return nullptr;
}

// The monitored metric first, then validation: that is what runs are compared by.
std::vector<std::string> tagsOf(const std::vector<ComparedRun>& runs) {
    std::vector<std::string> tags;
    for (const ComparedRun& run : runs)
        for (const core::MetricRecord& metric : run.metrics)
            if (std::find(tags.begin(), tags.end(), metric.tag) == tags.end())
                tags.push_back(metric.tag);
    const std::string goal = runs.empty() ? std::string() : runs[0].record.goalMetric;
    const auto rank = [&](const std::string& tag) {
        if (tag == goal) return -1;
        if (tag.ends_with("/val")) return 0;
        return tag.ends_with("/train") ? 1 : 2;
    };
    std::sort(tags.begin(), tags.end(), [&](const std::string& a, const std::string& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a < b;
    });
    return tags;
}

Direction directionOf(const std::vector<ComparedRun>& runs, const std::string& tag) {
    for (const ComparedRun& run : runs)
        if (const auto* metric = find(run, tag); metric && metric->direction != Direction::None)
            return metric->direction;
    return Direction::None;
}

QString signedText(double value) {
    const QString text = numberText(std::fabs(value));
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

} // namespace

std::vector<MetricsModel::Row> MetricsModel::rowsOf(const std::vector<ComparedRun>& runs) {
    std::vector<Row> rows;
    for (const std::string& tag : tagsOf(runs)) {
        const Direction direction = directionOf(runs, tag);
        Row best{QString::fromStdString(tag) + tr(", best"), direction, {}};
        Row last{QString::fromStdString(tag) + tr(", last"), direction, {}};
        for (const ComparedRun& run : runs) {
            const core::MetricRecord* metric = find(run, tag);
            Cell bestCell;
            Cell lastCell;
            if (metric && metric->count > 0) {
                bestCell = {metric->best(), metric->bestStep(), false};
                lastCell = {metric->last, metric->lastStep, false};
            }
            best.cells.push_back(bestCell);
            last.cells.push_back(lastCell);
        }
        if (direction != Direction::None) rows.push_back(best);
        rows.push_back(last);
    }
    return rows;
}

void MetricsModel::setRuns(const std::vector<ComparedRun>& runs) {
    std::vector<Row> rows = rowsOf(runs);
    for (Row& row : rows) {
        if (row.direction == Direction::None) continue;
        Cell* best = nullptr;
        for (Cell& cell : row.cells) {
            if (!cell.value || !std::isfinite(*cell.value)) continue;
            const bool isBetter =
                !best || (row.direction == Direction::Minimize ? *cell.value < *best->value
                                                               : *cell.value > *best->value);
            if (isBetter) best = &cell;
        }
        if (best) best->isBest = true;
    }
    const bool isSameShape =
        runs.size() == m_runs.size() &&
        std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                   [](const Row& a, const Row& b) { return a.title == b.title; });
    if (!isSameShape) beginResetModel();
    m_runs.clear();
    for (const ComparedRun& run : runs)
        m_runs.push_back(run.record);
    m_rows = std::move(rows);
    if (!isSameShape) {
        endResetModel();
    } else if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

int MetricsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int MetricsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_runs.size()) + 1;
}

QVariant MetricsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[size_t(index.row())];
    if (index.column() == 0) return role == Qt::DisplayRole ? row.title : QVariant();
    const Cell& cell = row.cells[size_t(index.column()) - 1];
    switch (role) {
        case Qt::DisplayRole: // as copied and read aloud
            return QStringList{data(index, ValueRole).toString(), data(index, StepRole).toString(),
                               data(index, DeltaRole).toString()}
                .join(u' ')
                .trimmed();
        case Qt::ToolTipRole:
            return cell.value ? fullNumberText(*cell.value) + tr(" at step ") + countText(cell.step)
                              : QString();
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            QFont font = tabularFigures(QFont());
            font.setBold(cell.isBest);
            return font;
        }
        case ValueRole:
            return cell.value ? numberText(*cell.value) : QStringLiteral("—");
        case StepRole:
            return cell.value ? QStringLiteral("@ ") + countText(cell.step) : QString();
        case IsBestRole:
            return cell.isBest;
        case DeltaRole:
        case DeltaIsGoodRole:
            return index.column() == 1 ? QVariant() : delta(row, cell, role);
        default:
            return {};
    }
}

QVariant MetricsModel::delta(const Row& row, const Cell& cell, int role) const {
    const std::optional<double>& base = row.cells[0].value;
    if (!cell.value || !base || !std::isfinite(*cell.value) || !std::isfinite(*base)) return {};
    const double difference = *cell.value - *base;
    if (role == DeltaRole) {
        if (difference == 0) return QStringLiteral("= 0");
        const QString arrow = difference < 0 ? QStringLiteral("▼ ") : QStringLiteral("▲ ");
        return (row.direction == Direction::None ? QString() : arrow) + signedText(difference);
    }
    if (row.direction == Direction::None || difference == 0) return {};
    return (difference < 0) == (row.direction == Direction::Minimize);
}

QVariant MetricsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || section < 0 || section > int(m_runs.size())) return {};
    if (section == 0) return firstHeader(tr("Metric"), role);
    return runHeader(m_runs[size_t(section) - 1], section == 1, role);
}

} // namespace ui
