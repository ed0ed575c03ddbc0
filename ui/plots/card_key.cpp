#include "ui/plots/card_key.h"

#include <QtCore/QMap>

#include <algorithm>

namespace ui {
namespace {

constexpr int kGroupFrom = 9; // cards: fewer need no headings

Split splitOf(const QString& part) {
    static const QStringList validation = {"val", "valid", "validation", "test", "eval"};
    if (part == QLatin1String("train") || part == QLatin1String("training")) return Split::Train;
    return validation.contains(part) ? Split::Validation : Split::None;
}

QString withoutSplit(const QString& tag, QString* splitName) {
    const qsizetype last = tag.lastIndexOf(u'/');
    if (last > 0 && splitOf(tag.mid(last + 1)) != Split::None) {
        *splitName = tag.mid(last + 1);
        return tag.left(last);
    }
    const qsizetype first = tag.indexOf(u'/');
    if (first > 0 && first + 1 < tag.size() && splitOf(tag.left(first)) != Split::None) {
        *splitName = tag.left(first);
        return tag.mid(first + 1);
    }
    return tag;
}

} // namespace

CardKey cardKeyOf(const QString& tag) {
    CardKey key;
    key.card = withoutSplit(tag, &key.splitName);
    key.split = splitOf(key.splitName);
    key.group = key.card.section(u'/', 0, 0);
    return key;
}

QVector<CardGroup> cardGroups(const QStringList& titles) {
    if (titles.size() < kGroupFrom) return {{QString(), titles}};
    QMap<QString, QStringList> byName;
    for (const QString& title : titles)
        byName[cardKeyOf(title).group].append(title);
    CardGroup single{QStringLiteral("Metrics"), {}};
    for (const QString& title : titles)
        if (byName[cardKeyOf(title).group].size() == 1) single.cards.append(title);
    QVector<CardGroup> groups;
    if (!single.cards.isEmpty()) groups.append(single);
    for (auto group = byName.cbegin(); group != byName.cend(); ++group)
        if (group->size() > 1) groups.append({group.key(), *group});
    return groups;
}

QStringList cardsInOrder(const QStringList& tags) {
    QMap<QString, int> rankOf;
    for (const QString& tag : tags) {
        const CardKey key = cardKeyOf(tag);
        const int rank = key.card == QLatin1String("loss") ? 0 : key.split != Split::None ? 1 : 2;
        rankOf[key.card] = std::min(rankOf.value(key.card, rank), rank);
    }
    QStringList cards = rankOf.keys();
    std::stable_sort(cards.begin(), cards.end(),
                     [&](const QString& a, const QString& b) { return rankOf[a] < rankOf[b]; });
    return cards;
}

} // namespace ui
