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

// Titles of the cards for `tags` in the order in which they are shown: loss first, then what has
// both training and validation, then the rest by name.
QStringList cardsInOrder(const QStringList& tags);

} // namespace ui
