#include "ui/common/painter_threads.h"

#include <QtGui/QImage>
#include <QtGui/QPainter>

namespace ui {

void startPainterThreads() {
    // One task for each 64 rows with smooth edges: enough rows for 60 processors.
    QImage image(8, 4000, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 100));
    painter.drawRoundedRect(QRectF(image.rect()).adjusted(1, 1, -1, -1), 2, 2);
}

} // namespace ui
