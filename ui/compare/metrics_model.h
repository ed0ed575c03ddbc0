// What several runs have reached, side by side: best and last value of each metric, and how far
// from the baseline, the first run. GUI thread.
#pragma once

#include "ui/compare/compared_run.h"

#include <QtCore/QAbstractTableModel>

#include <optional>

namespace ui {

class MetricsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        ValueRole = Qt::UserRole, // "0.0834"
        StepRole,                 // "@ 1 200"; empty: there is no value
        DeltaRole,                // "▼ −0.0120"; empty in the baseline's column
        DeltaIsGoodRole,          // bool; invalid when no direction is better
        IsBestRole                // bool: the best of the row
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const std::vector<ComparedRun>& runs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        std::optional<double> value;
        int64_t step = 0;
        bool isBest = false;
    };
    struct Row {
        QString title; // "loss/val  best"
        core::Direction direction = core::Direction::None;
        std::vector<Cell> cells;
    };
    static std::vector<Row> rowsOf(const std::vector<ComparedRun>& runs);
    QVariant delta(const Row& row, const Cell& cell, int role) const;

    std::vector<core::RunRecord> m_runs;
    std::vector<Row> m_rows;
};

} // namespace ui
