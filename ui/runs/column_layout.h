// Which columns of the run browser are shown, how wide and in what order; remembered by column key,
// since hyperparameter columns come and go. GUI thread.
#pragma once

#include <QtCore/QHash>
#include <QtCore/QObject>

class QHeaderView;
class QMenu;

namespace ui {

class RunsModel;

class ColumnLayout : public QObject {
    Q_OBJECT

public:
    ColumnLayout(RunsModel& model, QHeaderView& header);

    void apply(); // to all columns; again whenever columns have come
    void reset();
    void fillMenu(QMenu& menu); // a checkable entry for each column

private:
    struct Place {
        bool isShown = true;
        int width = 0; // 0: by content
    };
    Place placeOf(int column) const;
    void setShown(int column, bool shown);
    void load();
    void save();

    RunsModel& m_model;
    QHeaderView& m_header;
    QHash<QString, Place> m_places;
    bool m_isApplying = false;
};

} // namespace ui
