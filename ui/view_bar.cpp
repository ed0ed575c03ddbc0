#include "ui/view_bar.h"

#include <QtCore/QLocale>
#include <QtCore/QSettings>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSlider>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <cmath>

#include "ui/common/theme.h"
#include "ui/plots/card_board.h"

namespace ui {
namespace {

constexpr double kMostSmoothing = 0.999;
constexpr int kSliderEnd = 1000;

// Fine steps where they matter: the slider is linear in the number of points averaged, as a power.
double weightAt(int slider) {
    const double t = static_cast<double>(slider) / kSliderEnd;
    return std::min(kMostSmoothing, 1.0 - std::pow(1.0 - kMostSmoothing, t));
}

int sliderAt(double weight) {
    return static_cast<int>(
        std::lround(kSliderEnd * std::log(1.0 - weight) / std::log(1.0 - kMostSmoothing)));
}

} // namespace

ViewBar::ViewBar(QWidget* parent)
    : QWidget(parent),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_field(new QDoubleSpinBox(this)),
      m_axis(new QComboBox(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpacing, 0, kSpacing, 0);
    layout->setSpacing(kHalfSpacing);
    auto* label = new QLabel(tr("Smoothing"), this);
    label->setForegroundRole(QPalette::PlaceholderText);
    m_slider->setRange(0, kSliderEnd);
    m_slider->setFixedWidth(96);
    m_slider->setFocusPolicy(Qt::TabFocus);
    m_slider->setAccessibleName(tr("Smoothing"));
    m_field->setObjectName(QStringLiteral("smoothing"));
    m_field->setLocale(QLocale::c());
    m_field->setRange(0.0, kMostSmoothing);
    m_field->setDecimals(3);
    m_field->setSingleStep(0.05);
    m_field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_field->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.9999")) + 16);
    m_field->setAccessibleName(tr("Smoothing"));
    const QString help =
        tr("Weight of the past in the smoothed curve: 0 shows the values alone ([ ])");
    m_slider->setToolTip(help);
    m_field->setToolTip(help);
    m_axis->setObjectName(QStringLiteral("xAxis"));
    // In the order of XAxis.
    m_axis->addItems({tr("Step"), tr("Relative time"), tr("Wall time"), tr("Epoch")});
    m_axis->setToolTip(tr("What the x axis counts"));
    m_axis->setAccessibleName(tr("x axis"));
    m_follow =
        createSwitch(QStringLiteral("follow"), tr("Follow"),
                     tr("Keep the newest points in view (F)"), true, &ViewBar::followChanged);
    m_link = createSwitch(QStringLiteral("linkX"), tr("Link x"),
                          tr("Zoom and move the x axes of all plots together"), true,
                          &ViewBar::linkXChanged);
    m_outliers = createSwitch(QStringLiteral("outliers"), tr("Outliers"),
                              tr("Fit y to the middle 90 % of the values (O)"), false,
                              &ViewBar::outliersChanged);
    for (QWidget* part :
         QList<QWidget*>{label, m_slider, m_field, m_axis, m_follow, m_link, m_outliers})
        layout->addWidget(part);

    QSettings settings;
    m_axis->setCurrentIndex(settings.value("view/xAxis", 0).toInt());
    setSmoothing(settings.value("view/smoothing", 0.6).toDouble());
    connect(m_slider, &QSlider::valueChanged, this, [this](int at) { setSmoothing(weightAt(at)); });
    connect(m_field, &QDoubleSpinBox::valueChanged, this, &ViewBar::setSmoothing);
    connect(m_axis, &QComboBox::currentIndexChanged, this, [this](int axis) {
        QSettings().setValue("view/xAxis", axis);
        Q_EMIT xAxisChanged(static_cast<XAxis>(axis));
    });
}

QToolButton* ViewBar::createSwitch(const QString& key, const QString& text, const QString& help,
                                   bool isOn, void (ViewBar::*signal)(bool)) {
    auto* button = new QToolButton(this);
    button->setObjectName(key);
    button->setText(text);
    button->setToolTip(help);
    button->setCheckable(true);
    button->setAutoRaise(true);
    const QString setting = QStringLiteral("view/") + key;
    button->setChecked(QSettings().value(setting, isOn).toBool());
    connect(button, &QToolButton::toggled, this, [this, setting, signal](bool on) {
        QSettings().setValue(setting, on);
        Q_EMIT(this->*signal)(on);
    });
    return button;
}

void ViewBar::setSmoothing(double weight) {
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietField(m_field);
    m_field->setValue(weight);
    m_slider->setValue(sliderAt(m_field->value()));
    QSettings().setValue("view/smoothing", m_field->value());
    Q_EMIT smoothingChanged(m_field->value());
}

void ViewBar::stepSmoothing(int direction) {
    m_slider->setValue(m_slider->value() + direction * kSliderEnd / 20);
}

void ViewBar::toggleOutliers() {
    m_outliers->toggle();
}

void ViewBar::control(CardBoard& board) {
    board.setSmoothing(m_field->value());
    board.setXAxis(static_cast<XAxis>(m_axis->currentIndex()));
    board.setFollow(m_follow->isChecked());
    board.setLinkX(m_link->isChecked());
    board.setHidesOutliers(m_outliers->isChecked());
    connect(this, &ViewBar::smoothingChanged, &board, &CardBoard::setSmoothing);
    connect(this, &ViewBar::xAxisChanged, &board, &CardBoard::setXAxis);
    connect(this, &ViewBar::followChanged, &board, &CardBoard::setFollow);
    connect(this, &ViewBar::linkXChanged, &board, &CardBoard::setLinkX);
    connect(this, &ViewBar::outliersChanged, &board, &CardBoard::setHidesOutliers);
}

} // namespace ui
