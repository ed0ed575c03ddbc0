// Which card shows a tag, and how: "loss/train" and "loss/val" meet in the card "loss", the latter
// dashed. Values; any thread.
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace ui {

enum class Split { None, Train, Validation };

struct CardKey {
    QString card;  // title of the card: "loss", "gradient/norm"
    QString group; // first part of the title's path: "gradient"
    Split split = Split::None;
    QString splitName; // "train", "val", ... as the tag has it; empty: none
};

CardKey cardKeyOf(const QString& tag);

struct CardGroup {
    QString name; // empty: no heading
    QStringList cards;
};

// Few cards are one group without a name. Many are grouped by the first part of their titles; those
// that would be alone share the first group.
QVector<CardGroup> cardGroups(const QStringList& titles);

// Titles of the cards for `tags` in the order in which they are shown: loss first, then what has
// both training and validation, then the rest by name.
QStringList cardsInOrder(const QStringList& tags);

} // namespace ui
