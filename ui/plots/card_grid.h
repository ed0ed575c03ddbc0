// Places cards in columns, under headings that fold when there are several groups. GUI thread.
#pragma once

#include "ui/plots/card_key.h"

#include <QtCore/QSet>
#include <QtWidgets/QWidget>

#include <functional>

class QVBoxLayout;

namespace ui {

class CardGrid : public QWidget {
    Q_OBJECT

public:
    explicit CardGrid(QWidget* parent = nullptr);

    // Shows the cards of `groups` and returns their titles; those of folded groups are not among
    // them. `cardOf` gives the widget of a title; cards placed before that are not now are hidden
    // and stay children.
    QStringList place(const QVector<CardGroup>& groups, int columns,
                      const std::function<QWidget*(const QString&)>& cardOf);
    bool isFolded(const QString& group) const { return m_folded.contains(group); }

Q_SIGNALS:
    void foldToggled();

private:
    QWidget* makeHeading(const CardGroup& group);

    QSet<QString> m_folded;
    QVector<QWidget*> m_placed;
    QWidget* m_content = nullptr;
};

} // namespace ui
