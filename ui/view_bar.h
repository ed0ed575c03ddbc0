// The tool bar's part for the plots: smoothing, x axis, follow, link, outliers; remembered. GUI
// thread.
#pragma once

#include <QtWidgets/QWidget>

#include "ui/plots/series_data.h"

class QComboBox;
class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace ui {

class CardBoard;

class ViewBar : public QWidget {
    Q_OBJECT

public:
    explicit ViewBar(QWidget* parent = nullptr);

    void control(CardBoard& board); // sets the board as this bar is, now and from now on
    void stepSmoothing(int direction);
    void toggleOutliers();

Q_SIGNALS:
    void smoothingChanged(double weight);
    void xAxisChanged(XAxis axis);
    void followChanged(bool follows);
    void linkXChanged(bool isLinked);
    void outliersChanged(bool hides);

private:
    QToolButton* createSwitch(const QString& key, const QString& text, const QString& help,
                              bool isOn, void (ViewBar::*signal)(bool));
    void setSmoothing(double weight);

    QSlider* m_slider;
    QDoubleSpinBox* m_field;
    QComboBox* m_axis;
    QToolButton* m_follow;
    QToolButton* m_link;
    QToolButton* m_outliers;
};

} // namespace ui
