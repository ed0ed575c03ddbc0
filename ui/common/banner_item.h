// One message of a Banner. GUI thread.
#pragma once

#include <QtWidgets/QFrame>

#include "ui/common/banner.h"

class QHBoxLayout;
class QLabel;

namespace ui {

class BannerItem : public QFrame {
    Q_OBJECT

public:
    BannerItem(QString key, QWidget* parent);

    const QString& key() const { return m_key; }
    QString text() const { return m_text; }
    void setMessage(Banner::Level level, const QString& text, const QList<Banner::Offer>& offers);

Q_SIGNALS:
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addOffers(const QList<Banner::Offer>& offers);
    QColor surface() const; // the theme's colour behind a message of this level
    void updateColors();

    QString m_key;
    QString m_text;
    Banner::Level m_level = Banner::Level::Note;
    int m_count = 0;
    QLabel* m_icon;
    QLabel* m_label;
    QWidget* m_buttons = nullptr;
    QHBoxLayout* m_layout;
};

} // namespace ui
