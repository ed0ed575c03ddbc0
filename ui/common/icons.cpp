#include "ui/common/icons.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QIconEngine>
#include <QtGui/QPainter>
#include <QtGui/QPixmapCache>
#include <QtSvg/QSvgRenderer>

namespace ui {
namespace {

QPixmap tinted(const QString& name, const QColor& color, const QSize& pixels) {
    const QString key = QStringLiteral("torchdesk:%1:%2:%3x%4")
                            .arg(name, color.name(QColor::HexArgb))
                            .arg(pixels.width())
                            .arg(pixels.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(QStringLiteral(":/torchdesk/icons/%1.svg").arg(name));
    Q_ASSERT_X(renderer.isValid(), "icon", qPrintable(name));
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

// Asks the palette for the colour each time it is drawn.
class TintedIcon : public QIconEngine {
public:
    TintedIcon(QString name, QColor color) : m_name(std::move(name)), m_color(color) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const double ratio = painter->device()->devicePixelRatioF();
        const QSize pixels = (QSizeF(rect.size()) * ratio).toSize();
        painter->drawPixmap(rect, tinted(m_name, colorFor(mode), pixels));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return tinted(m_name, colorFor(mode), size);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        return pixmap(size, mode, state);
    }
    QIconEngine* clone() const override { return new TintedIcon(*this); }
    QString key() const override { return QStringLiteral("torchdesk-tinted"); }

private:
    QColor colorFor(QIcon::Mode mode) const {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) {
            QColor faded = palette.color(QPalette::Disabled, QPalette::WindowText);
            faded.setAlphaF(faded.alphaF() * 0.6F);
            return faded;
        }
        return m_color.isValid() ? m_color : palette.color(QPalette::WindowText);
    }

    QString m_name;
    QColor m_color; // invalid: that of the palette's text
};

} // namespace

QIcon icon(const QString& name) {
    return icon(name, QColor());
}

QIcon icon(const QString& name, const QColor& color) {
    return QIcon(new TintedIcon(name, color)); // the icon owns its engine
}

QPixmap iconPixmap(const QString& name, const QColor& color, int size, double devicePixelRatio) {
    const int pixels = qRound(size * devicePixelRatio);
    QPixmap pixmap = tinted(name, color, QSize(pixels, pixels));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

} // namespace ui
