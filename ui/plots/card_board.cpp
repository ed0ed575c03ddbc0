#include "ui/plots/card_board.h"

#include "ui/common/run_selection.h"
#include "ui/common/theme.h"
#include "ui/plots/card_grid.h"
#include "ui/plots/card_links.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QBoxLayout>

#include <algorithm>

namespace ui {
namespace {

constexpr int kLeastHeight = 210;
constexpr int kGreatestHeight = 420;
constexpr int kTwoColumns = 560; // pixels
constexpr int kThreeColumns = 1150;
constexpr int kFourColumns = 1700;

} // namespace

CardBoard::CardBoard(core::Store& store, RunSelection& selection, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_selection(selection),
      m_cache(new SeriesCache(QString::fromStdString(store.folder()), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_grid = new CardGrid(this);
    layout->addWidget(m_grid);
    m_links = new CardLinks(this);
    connect(m_grid, &CardGrid::foldToggled, this, &CardBoard::layOut);
    m_requestTimer.setSingleShot(true);
    connect(&m_requestTimer, &QTimer::timeout, this, &CardBoard::updateRequest);
    connect(m_cache, &SeriesCache::tagsChanged, this, &CardBoard::onTagsChanged);
    connect(m_cache, &SeriesCache::seriesChanged, this,
            [this](const QString&, const QString& tag) { onSeriesChanged(tag); });
    connect(m_cache, &SeriesCache::failed, this, &CardBoard::failed);
    connect(&m_selection, &RunSelection::visibleChanged, this, &CardBoard::onVisibleChanged);
    onVisibleChanged();
}

void CardBoard::setSmoothing(double weight) {
    if (weight == m_options.smoothing) return;
    m_options.smoothing = weight;
    m_requestTimer.start(0);
}

void CardBoard::setXAxis(XAxis axis) {
    if (axis == m_options.xAxis) return;
    m_options.xAxis = axis;
    m_requestTimer.start(0);
}

void CardBoard::setFollow(bool follows) {
    m_follows = follows;
    for (PlotCard* card : std::as_const(m_cards))
        card->plot().setPageFollow(follows);
}

void CardBoard::setLinkX(bool isLinked) {
    m_links->setLinked(isLinked);
}

void CardBoard::setHidesOutliers(bool hides) {
    m_hidesOutliers = hides;
    for (PlotCard* card : std::as_const(m_cards))
        card->plot().setHidesOutliers(hides);
}

void CardBoard::setTagFilter(const QString& words) {
    if (words == m_filter) return;
    m_filter = words;
    layOut();
}

void CardBoard::setColumns(int columns) {
    m_fixedColumns = columns;
    layOut();
}

void CardBoard::setPairsOnly(bool pairsOnly) {
    m_pairsOnly = pairsOnly;
    layOut();
}

void CardBoard::setAvailableHeight(int height) {
    if (height == m_availableHeight) return;
    m_availableHeight = height;
    updateHeights();
}

void CardBoard::onVisibleChanged() {
    QHash<QString, core::RunRecord> old;
    old.swap(m_runs);
    for (const QString& runId : m_selection.visible())
        readRun(runId);
    m_requestTimer.start(0);
    onTagsChanged();
    updateAllCards();
}

void CardBoard::readRun(const QString& runId) {
    if (auto record = m_store.run(runId.toStdString())) m_runs[runId] = std::move(*record);
}

void CardBoard::updateRequest() {
    ReadRequest request;
    for (auto run = m_runs.cbegin(); run != m_runs.cend(); ++run)
        request.runs[run.key()] = run->stepsPerEpoch;
    request.tags = m_wantedTags;
    request.options = m_options;
    m_cache->request(request);
}

void CardBoard::onResultsWritten(const QString& runId) {
    if (!m_runs.contains(runId)) return;
    if (isVisible())
        m_cache->refresh();
    else
        m_isStale = true;
}

void CardBoard::onRunChanged(const QString& runId) {
    const auto run = m_runs.constFind(runId);
    if (run == m_runs.constEnd()) return;
    const core::RunRecord old = *run;
    readRun(runId);
    const core::RunRecord& now = m_runs[runId];
    if (now.stepsPerEpoch != old.stepsPerEpoch) m_requestTimer.start(0);
    if (now.color != old.color || now.lineStyle != old.lineStyle || now.name != old.name)
        updateAllCards();
    if (now.state != old.state) Q_EMIT cardsChanged(); // the reason why there are none
}

const core::RunRecord* CardBoard::run(const QString& runId) const {
    const auto run = m_runs.constFind(runId);
    return run == m_runs.constEnd() ? nullptr : &*run;
}

void CardBoard::onTagsChanged() {
    m_tagsOfCard.clear();
    for (const QString& runId : m_selection.visible())
        for (const QString& tag : m_cache->tags(runId)) {
            QStringList& tags = m_tagsOfCard[cardKeyOf(tag).card];
            if (!tags.contains(tag)) tags.append(tag);
        }
    for (QStringList& tags : m_tagsOfCard)
        tags.sort(); // train before val
    layOut();
    for (const QString& title : std::as_const(m_shown))
        updateCard(*m_cards[title]);
    Q_EMIT cardsChanged();
}

void CardBoard::onSeriesChanged(const QString& tag) {
    if (PlotCard* card = m_cards.value(cardKeyOf(tag).card)) updateCard(*card);
}

PlotCard* CardBoard::makeCard(const QString& title) {
    auto* card = new PlotCard(title, this);
    card->plot().setPageFollow(m_follows);
    card->plot().setHidesOutliers(m_hidesOutliers);
    m_links->add(card->plot());
    connect(&card->plot(), &CurvePlot::exposed, this, [this, title] { wantCard(title); });
    connect(card, &PlotCard::maximizeToggled, this, [this, title] {
        m_maximized = m_maximized.isEmpty() ? title : QString();
        layOut();
    });
    m_cards[title] = card;
    return card;
}

void CardBoard::wantCard(const QString& title) {
    bool isNew = false;
    for (const QString& tag : m_tagsOfCard.value(title)) {
        if (m_wantedTags.contains(tag)) continue;
        m_wantedTags.insert(tag);
        isNew = true;
    }
    if (isNew) m_requestTimer.start(0);
}

CurveLook CardBoard::lookOf(const QString& runId, const CardKey& key) const {
    CurveLook look;
    look.splitName = key.splitName;
    look.isValidation = key.split == Split::Validation;
    if (const core::RunRecord* record = run(runId)) {
        look.runName = QString::fromStdString(record->name);
        look.color = runColor(QString::fromStdString(record->color), palette());
        look.lineStyle = QString::fromStdString(record->lineStyle);
    }
    return look;
}

void CardBoard::updateCard(PlotCard& card) {
    QVector<Curve> curves;
    bool isChangingAxis = false;
    for (const QString& runId : m_selection.visible()) {
        const QStringList ownTags = m_cache->tags(runId);
        for (const QString& tag : m_tagsOfCard.value(card.title())) {
            if (!ownTags.contains(tag)) continue;
            const SeriesPointer series = m_cache->series(runId, tag);
            if (series && series->options.xAxis != m_options.xAxis) isChangingAxis = true;
            curves.append({series, lookOf(runId, cardKeyOf(tag))});
        }
    }
    // Until all curves have changed to the new axis the card stays as it is.
    if (isChangingAxis) return;
    card.plot().setXAxis(m_options.xAxis);
    card.setCurves(curves);
    m_links->shareKeys();
}

void CardBoard::updateAllCards() {
    for (const QString& title : std::as_const(m_shown))
        updateCard(*m_cards[title]);
}

QStringList CardBoard::matchingCards() const {
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    QStringList tags;
    for (auto card = m_tagsOfCard.cbegin(); card != m_tagsOfCard.cend(); ++card) {
        const bool matches = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return card->join(u' ').contains(word, Qt::CaseInsensitive);
        });
        if (matches && (!m_pairsOnly || card->size() > 1)) tags += *card;
    }
    return cardsInOrder(tags);
}

// As many as fit, but no more than the rows need: four cards are two and two, not three and one.
int CardBoard::columns() const {
    if (m_fixedColumns > 0) return m_fixedColumns;
    const int most = width() < kTwoColumns     ? 1
                     : width() < kThreeColumns ? 2
                     : width() < kFourColumns  ? 3
                                               : 4;
    const int count = std::max(1, int(matchingCards().size()));
    const int rows = (count + most - 1) / most;
    return count > 2 * most ? most : (count + rows - 1) / rows;
}

// Places the cards anew if their set, order or number of columns has changed.
void CardBoard::layOut() {
    QStringList cards = matchingCards();
    if (cards.contains(m_maximized))
        cards = {m_maximized};
    else
        m_maximized.clear();
    const QVector<CardGroup> groups = cardGroups(cards);
    const int columnCount = m_maximized.isEmpty() ? columns() : 1;
    QString key = QString::number(columnCount) + m_maximized;
    for (const CardGroup& group : groups)
        key += u'|' + group.name + (m_grid->isFolded(group.name) ? u'>' : u'v') +
               group.cards.join(u'|');
    if (key == m_layoutKey) return;
    m_layoutKey = key;

    setUpdatesEnabled(false);
    const QStringList before = std::exchange(m_shown, QStringList());
    m_shown = m_grid->place(groups, columnCount, [this](const QString& title) {
        PlotCard* card = m_cards.contains(title) ? m_cards[title] : makeCard(title);
        card->setMaximized(!m_maximized.isEmpty());
        return card;
    });
    QVector<CurvePlot*> plots;
    for (const QString& title : std::as_const(m_shown))
        plots.append(&m_cards[title]->plot());
    m_links->setShown(plots);
    for (const QString& title : std::as_const(m_shown))
        if (!before.contains(title)) updateCard(*m_cards[title]);
    updateHeights();
    setUpdatesEnabled(true);
    Q_EMIT cardsChanged();
}

void CardBoard::updateHeights() {
    const int columnCount = m_maximized.isEmpty() ? columns() : 1;
    const int rows = std::max(1, int(m_shown.size() + columnCount - 1) / columnCount);
    const int room = (m_availableHeight - kHalfSpacing - kSpacing * rows) / rows;
    const int height = m_maximized.isEmpty() ? std::clamp(room, kLeastHeight, kGreatestHeight)
                                             : std::max(room, kLeastHeight);
    for (const QString& title : std::as_const(m_shown))
        m_cards[title]->setFixedHeight(height);
}

QString CardBoard::emptyText() const {
    if (!m_shown.isEmpty() || !matchingCards().isEmpty()) return {};
    if (m_runs.isEmpty()) return tr("Tick a run on the left to plot it");
    if (isFilteredOut()) return tr("No tag matches ‘%1’").arg(m_filter);
    bool isActive = false;
    for (auto run = m_runs.cbegin(); run != m_runs.cend(); ++run) {
        if (!m_cache->knowsTags(run.key())) return {};
        isActive = isActive ||
                   (run->state >= core::RunState::Queued && run->state <= core::RunState::Pausing);
    }
    return isActive ? tr("Nothing to plot yet — the first point comes after about 10 steps")
                    : tr("Nothing was measured in this run");
}

bool CardBoard::isFilteredOut() const {
    return !m_filter.trimmed().isEmpty() && !m_tagsOfCard.isEmpty() && matchingCards().isEmpty();
}

void CardBoard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
    updateHeights();
}

void CardBoard::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_isStale, false)) m_cache->refresh();
}

void CardBoard::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateAllCards(); // runs' colours depend on it
}

void CardBoard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !m_maximized.isEmpty()) {
        m_maximized.clear();
        layOut();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace ui
