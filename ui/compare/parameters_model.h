// The hyperparameters of several runs side by side: a row per key, a column per run, the baseline
// first. GUI thread.
#pragma once

#include "ui/compare/compared_run.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QHash>

namespace core {
class Catalog;
}

namespace ui {

class ParametersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit ParametersModel(const core::Catalog* catalog, QObject* parent = nullptr);

    void setRuns(const std::vector<ComparedRun>& runs);
    void setOnlyDifferences(bool only);
    int differenceCount() const;
    int keyCount() const { return int(m_allRows.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString key;
        QStringList values; // one per run; null: the run has no such key
        bool differs = false;
    };
    void updateShown();
    QString helpFor(const QString& key) const;

    const core::Catalog* m_catalog; // labels and help; may be null
    std::vector<core::RunRecord> m_runs;
    std::vector<Row> m_allRows;
    std::vector<int> m_shown; // indices into m_allRows
    bool m_onlyDifferences = true;
};

} // namespace ui
