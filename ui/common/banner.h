// Messages in a bar at the top of the window that can be closed: troubles, errors, offers. Never
// modal; the same message again is counted, not repeated. GUI thread.
#pragma once

#include <QtCore/QList>
#include <QtWidgets/QWidget>

#include <functional>

class QVBoxLayout;

namespace ui {

class BannerItem;

class Banner : public QWidget {
    Q_OBJECT

public:
    enum class Level { Note, Warning, Error };

    // A button of a message; the message closes after it.
    struct Offer {
        QString text;
        std::function<void()> act;
    };

    explicit Banner(QWidget* parent = nullptr);

    // `key` says what it is about: another message with the same key takes its place.
    void show(Level level, const QString& text, const QString& key = {},
              const QList<Offer>& offers = {});
    void dismiss(const QString& key);
    QStringList texts() const; // of the messages on show

private:
    BannerItem* find(const QString& key) const;
    QVBoxLayout* m_layout;
    QList<BannerItem*> m_items;
};

} // namespace ui
