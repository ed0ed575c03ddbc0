// A metric's card: title, legend of training and validation, the plot and its buttons. GUI thread.
#pragma once

#include "ui/plots/curve_plot.h"

#include <QtWidgets/QFrame>

class QLabel;
class QToolButton;

namespace ui {

class SplitLegend;

class PlotCard : public QFrame {
    Q_OBJECT

public:
    explicit PlotCard(const QString& title, QWidget* parent = nullptr);

    const QString& title() const { return m_title; }
    CurvePlot& plot() { return *m_plot; }

    void setCurves(const QVector<Curve>& curves);
    void setMaximized(bool isMaximized); // how the button looks; the board does the rest

Q_SIGNALS:
    void maximizeToggled();

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void createHeader();
    void createButtons();
    void placeButtons();
    QToolButton* addButton(const QString& iconName, const QString& tip);
    void updateButtons();
    void updateMessage();

    QString m_title;
    CurvePlot* m_plot;
    QWidget* m_header = nullptr;
    QWidget* m_buttons = nullptr; // over the header's right end, so that nothing moves for them
    SplitLegend* m_legend = nullptr;
    QLabel* m_message = nullptr; // in place of curves
    QToolButton* m_logY = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_fit = nullptr;
    QToolButton* m_maximize = nullptr;
    bool m_isHovered = false;
};

} // namespace ui
