#include "ui/plots/card_grid.h"

#include "ui/common/icons.h"
#include "ui/common/theme.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QToolButton>

namespace ui {

CardGrid::CardGrid(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
}

QStringList CardGrid::place(const QVector<CardGroup>& groups, int columns,
                            const std::function<QWidget*(const QString&)>& cardOf) {
    for (QWidget* card : std::as_const(m_placed)) {
        card->setParent(this);
        card->hide();
    }
    m_placed.clear();
    delete m_content;
    m_content = new QWidget(this);
    layout()->addWidget(m_content);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(kSpacing, kHalfSpacing, kSpacing, kSpacing);
    column->setSpacing(kSpacing);

    QStringList titles;
    for (const CardGroup& group : groups) {
        if (!group.name.isEmpty()) column->addWidget(makeHeading(group));
        if (isFolded(group.name)) continue;
        auto* grid = new QGridLayout;
        grid->setSpacing(kSpacing);
        for (int i = 0; i < group.cards.size(); ++i) {
            QWidget* card = cardOf(group.cards[i]);
            grid->addWidget(card, i / columns, i % columns);
            card->show();
            m_placed.append(card);
        }
        for (int i = 0; i < columns; ++i)
            grid->setColumnStretch(i, 1);
        column->addLayout(grid);
        titles += group.cards;
    }
    column->addStretch(1);
    m_content->show();
    return titles;
}

QWidget* CardGrid::makeHeading(const CardGroup& group) {
    auto* heading = new QToolButton(m_content);
    heading->setText(QStringLiteral("%1 (%2)").arg(group.name).arg(group.cards.size()));
    heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading->setIcon(
        icon(isFolded(group.name) ? QStringLiteral("arrow-right") : QStringLiteral("arrow-down")));
    heading->setAutoRaise(true);
    connect(heading, &QToolButton::clicked, this, [this, name = group.name] {
        if (!m_folded.remove(name)) m_folded.insert(name);
        // Placing the cards anew deletes this heading: not before its click is over.
        QMetaObject::invokeMethod(this, &CardGrid::foldToggled, Qt::QueuedConnection);
    });
    return heading;
}

} // namespace ui
