// Sorts and filters the runs: text search, chips, trash. Missing values and NaN come last in both
// directions. GUI thread.
#pragma once

#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QStringList>

namespace ui {

class RunsModel;

class RunsProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    // Chips: those of states add to each other ("Running or Failed"), Pinned narrows, Trash shows
    // the trash and nothing else.
    enum Chip { Running = 1, Finished = 2, Failed = 4, Pinned = 8, Trash = 16 };
    Q_DECLARE_FLAGS(Chips, Chip)

    explicit RunsProxy(RunsModel* model, QObject* parent = nullptr);

    void setSearch(const QString& text); // words that all must be in name, note, model or state
    void setChips(Chips chips);
    Chips chips() const { return m_chips; }
    bool isFiltering() const { return !m_words.isEmpty() || m_chips; }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    const RunsModel& m_runs;
    QStringList m_words;
    Chips m_chips;
};

} // namespace ui

Q_DECLARE_OPERATORS_FOR_FLAGS(ui::RunsProxy::Chips)
