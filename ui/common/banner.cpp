#include "ui/common/banner.h"

#include <QtWidgets/QVBoxLayout>

#include "ui/common/banner_item.h"

namespace ui {

Banner::Banner(QWidget* parent) : QWidget(parent) {
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(1);
    hide();
}

BannerItem* Banner::find(const QString& key) const {
    for (BannerItem* item : m_items)
        if (item->key() == key) return item;
    return nullptr;
}

void Banner::show(Level level, const QString& text, const QString& key,
                  const QList<Offer>& offers) {
    const QString name = key.isEmpty() ? text : key;
    BannerItem* item = find(name);
    if (!item) {
        item = new BannerItem(name, this);
        m_items.append(item);
        m_layout->addWidget(item);
        connect(item, &BannerItem::closed, this, [this, name] { dismiss(name); });
    }
    item->setMessage(level, text, offers);
    setVisible(true);
}

void Banner::dismiss(const QString& key) {
    BannerItem* item = find(key);
    if (!item) return;
    m_items.removeOne(item);
    m_layout->removeWidget(item);
    item->hide();
    item->deleteLater();
    setVisible(!m_items.isEmpty());
}

QStringList Banner::texts() const {
    QStringList result;
    for (const BannerItem* item : m_items)
        result.append(item->text());
    return result;
}

} // namespace ui
