#include "ui/common/toast.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr int kShownMs = 8000; // long enough to read it and reach for the mouse
constexpr int kFromEdge = 40;

} // namespace

Toast::Toast(QWidget* over) : QFrame(over) {
    m_label = new QLabel(this);
    m_button = new QPushButton(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, kSpacing, kSpacing, kSpacing);
    layout->setSpacing(16);
    layout->addWidget(m_label);
    layout->addWidget(m_button);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kShownMs);
    connect(&m_timer, &QTimer::timeout, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_act) m_act();
    });
    over->installEventFilter(this);
    hide();
}

void Toast::show(const QString& text, const QString& actionText, std::function<void()> act) {
    m_label->setText(text);
    m_button->setText(actionText);
    m_button->setVisible(!actionText.isEmpty());
    m_act = std::move(act);
    place();
    QFrame::show();
    raise();
    m_timer.start();
}

QString Toast::text() const {
    return isHidden() ? QString() : m_label->text();
}

void Toast::place() {
    adjustSize();
    const QRect area = parentWidget()->rect();
    move((area.width() - width()) / 2, area.height() - height() - kFromEdge);
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

void Toast::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace ui
