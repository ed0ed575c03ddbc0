// The tool bar's part for the plots: smoothing, x axis, follow, link, outliers; remembered. GUI
// thread.
#pragma once

#include <QtWidgets/QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace ui {

class ViewBar : public QWidget {
    Q_OBJECT

public:
    explicit ViewBar(QWidget* parent = nullptr);

    void tellAll(); // emits every signal with its present value
    void stepSmoothing(int direction);
    void toggleOutliers();

Q_SIGNALS:
    void smoothingChanged(double weight);
    void xAxisChanged(int axis); // in the order step, relative time, wall time, epoch
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
