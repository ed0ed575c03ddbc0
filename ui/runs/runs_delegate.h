// Paints the cells of the run browser that are more than text: the tick in the run's colour, pin,
// state with icon, progress bar. A click on tick or pin acts at once. GUI thread.
#pragma once

#include <QtWidgets/QStyledItemDelegate>

namespace ui {

class RunsModel;
struct RunRow;

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit RunsDelegate(const RunsModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

Q_SIGNALS:
    void pinClicked(const QString& runId);

private:
    const RunRow& rowOf(const QModelIndex& index) const;
    void paintEye(QPainter* painter, const QStyleOptionViewItem& option, const RunRow& row,
                  bool isVisible) const;
    void paintPin(QPainter* painter, const QStyleOptionViewItem& option, const RunRow& row) const;
    void paintState(QPainter* painter, const QStyleOptionViewItem& option, const RunRow& row) const;
    void paintProgress(QPainter* painter, const QStyleOptionViewItem& option, const RunRow& row,
                       const QString& text) const;

    const RunsModel& m_model;
};

} // namespace ui
