#include "ui/runs/runs_proxy.h"

#include "core/run/run_state.h"
#include "ui/runs/runs_model.h"

namespace ui {
namespace {

using core::RunState;

bool matchesState(RunsProxy::Chips chips, RunState state) {
    if (!(chips & (RunsProxy::Running | RunsProxy::Finished | RunsProxy::Failed))) return true;
    if ((chips & RunsProxy::Running) &&
        (core::isActive(state) || state == RunState::Queued || state == RunState::Paused))
        return true;
    if ((chips & RunsProxy::Finished) &&
        (state == RunState::Finished || state == RunState::Stopped))
        return true;
    return (chips & RunsProxy::Failed) &&
           (state == RunState::Failed || state == RunState::Interrupted);
}

} // namespace

RunsProxy::RunsProxy(RunsModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_runs(*model) {
    setSourceModel(model);
    setSortRole(RunsModel::SortRole);
}

void RunsProxy::setSearch(const QString& text) {
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RunsProxy::setChips(Chips chips) {
    m_chips = chips;
    invalidateFilter();
}

bool RunsProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const {
    const RunRow& row = m_runs.row(sourceRow);
    if (row.isTrashed() != m_chips.testFlag(Trash)) return false;
    if (m_chips.testFlag(Pinned) && !row.record.isPinned) return false;
    if (!matchesState(m_chips, row.record.state)) return false;
    if (m_words.isEmpty()) return true;
    const QString text = QStringList{row.name, QString::fromStdString(row.record.note),
                                     QString::fromStdString(row.record.model),
                                     QLatin1String(core::toText(row.record.state))}
                             .join(QLatin1Char('\n'));
    for (const QString& word : m_words)
        if (!text.contains(word, Qt::CaseInsensitive)) return false;
    return true;
}

bool RunsProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(RunsModel::SortRole);
    const QVariant b = right.data(RunsModel::SortRole);
    // The view turns the answer around for descending order; what is missing must not turn with it.
    if (a.isValid() != b.isValid()) return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    if (!a.isValid()) return false;
    const bool areNumbers = a.typeId() == QMetaType::Double && b.typeId() == QMetaType::Double;
    if (areNumbers) return a.toDouble() < b.toDouble();
    return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
}

} // namespace ui
