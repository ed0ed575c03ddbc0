#include "ui/common/banner_item.h"

#include <QtCore/QEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

QString iconOf(Banner::Level level) {
    return level == Banner::Level::Note ? QStringLiteral("about") : QStringLiteral("warning");
}

} // namespace

BannerItem::BannerItem(QString key, QWidget* parent) : QFrame(parent), m_key(std::move(key)) {
    setAutoFillBackground(true);
    m_icon = new QLabel(this);
    m_label = new QLabel(this);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setAutoRaise(true);
    close->setIcon(icon(QStringLiteral("dismiss")));
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &BannerItem::closed);

    m_layout = new QHBoxLayout(this);
    m_layout->setContentsMargins(kSpacing + kHalfSpacing, kHalfSpacing, kHalfSpacing, kHalfSpacing);
    m_layout->setSpacing(kSpacing);
    m_layout->addWidget(m_icon);
    m_layout->addWidget(m_label, 1);
    m_layout->addWidget(close);
}

void BannerItem::setMessage(Banner::Level level, const QString& text,
                            const QList<Banner::Offer>& offers) {
    m_count = text == m_text ? m_count + 1 : 1;
    m_text = text;
    m_level = level;
    m_label->setText(m_count > 1 ? tr("%1 (%2 times)").arg(text).arg(m_count) : text);
    addOffers(offers);
    updateColors();
}

void BannerItem::addOffers(const QList<Banner::Offer>& offers) {
    delete m_buttons;
    m_buttons = new QWidget(this);
    auto* layout = new QHBoxLayout(m_buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    for (const Banner::Offer& offer : offers) {
        auto* button = new QPushButton(offer.text, m_buttons);
        // Queued, since the act may replace this message.
        connect(
            button, &QPushButton::clicked, this,
            [this, act = offer.act] {
                act();
                Q_EMIT closed();
            },
            Qt::QueuedConnection);
        layout->addWidget(button);
    }
    m_layout->insertWidget(2, m_buttons);
}

void BannerItem::updateColors() {
    const ThemeColors colors = themeColors(parentWidget()->palette());
    QPalette own = parentWidget()->palette();
    own.setColor(QPalette::Window, surface());
    setPalette(own);
    const QColor ink = m_level == Banner::Level::Error     ? colors.bad
                       : m_level == Banner::Level::Warning ? colors.warning
                                                           : colors.accent;
    m_icon->setPixmap(iconPixmap(iconOf(m_level), ink, 16, devicePixelRatioF()));
}

QColor BannerItem::surface() const {
    const ThemeColors colors = themeColors(parentWidget()->palette());
    return m_level == Banner::Level::Error ? colors.badSurface : colors.noteSurface;
}

void BannerItem::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    // Our own setPalette sends this event too: then the surface is already the theme's. The ink
    // follows the parent by itself, so it says nothing.
    if (event->type() == QEvent::PaletteChange && m_count > 0 &&
        palette().color(QPalette::Window) != surface())
        updateColors();
}

} // namespace ui
