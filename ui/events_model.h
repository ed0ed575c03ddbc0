// The events of one run as a table: time, step, what happened. GUI thread.
#pragma once

#include <QtCore/QAbstractTableModel>

#include <vector>

#include "core/store/run_record.h"

namespace ui {

class EventsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { TimeColumn, StepColumn, KindColumn, TextColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const std::vector<core::EventRow>& events);
    int64_t lastId() const { return m_events.empty() ? 0 : m_events.back().id; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<core::EventRow> m_events;
};

} // namespace ui
