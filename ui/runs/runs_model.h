// The runs of the workspace as a table. Reads what has changed since the last look; the configs of
// runs are parsed after the first paint. GUI thread.
#pragma once

#include <QtCore/QAbstractTableModel>
#include <QtCore/QHash>

#include <vector>

#include "ui/runs/run_columns.h"

namespace core {
class Catalog;
class Store;
} // namespace core

namespace ui {

class RunSelection;

class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole, IsNumberRole };

    RunsModel(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
              QObject* parent = nullptr);

    // Reads the store: all of it the first time, then what is new. Throws Error.
    void refresh();
    // Finds out which hyperparameters differ among the runs outside the trash and gives each a
    // column.
    void updateParamColumns();

    const RunRow& row(int index) const { return m_rows[static_cast<size_t>(index)]; }
    int indexOf(const QString& runId) const { return m_index.value(runId, -1); }
    const QStringList& paramPaths() const {
        return m_paramPaths;
    }                                    // of the columns beyond the fixed
    QString columnKey(int column) const; // for saved layouts

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void changed();                        // any row
    void runUpdated(const QString& runId); // a row that was there before
    // setData of the name; who listens writes it to the store.
    void renameRequested(const QString& runId, const QString& name);

private:
    void readAll();
    void readChanges();
    void dropRemoved();
    void takeRecord(core::RunRecord record);
    void reindex();
    QVariant displayData(const RunRow& row, int column) const;
    QVariant sortKey(const RunRow& row, int column) const;
    QString paramText(const RunRow& row, int column) const;
    QString paramTitle(const QString& path) const;

    core::Store& m_store;
    const core::Catalog& m_catalog;
    RunSelection& m_selection;
    std::vector<RunRow> m_rows; // newest first
    QHash<QString, int> m_index;
    QStringList m_paramPaths;
    int64_t m_revision = 0;
    bool m_isLoaded = false;
    bool m_knowsParams = false;
};

} // namespace ui
