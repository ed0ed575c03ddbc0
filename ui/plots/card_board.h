// The cards of the ticked runs in a grid: makes them from the runs' tags, keeps them while data
// arrives, asks for the data of those that are on screen. GUI thread.
#pragma once

#include "ui/plots/card_key.h"
#include "ui/plots/plot_card.h"
#include "ui/plots/series_cache.h"

#include <QtCore/QMap>

namespace ui {

class CardGrid;
class CardLinks;
class RunSelection;

class CardBoard : public QWidget {
    Q_OBJECT

public:
    CardBoard(core::Store& store, RunSelection& selection, QWidget* parent = nullptr);

    void setSmoothing(double weight);
    void setXAxis(XAxis axis);
    void setFollow(bool follows);
    void setLinkX(bool isLinked);
    void setHidesOutliers(bool hides);
    void setTagFilter(const QString& words); // all of them must occur in a card's title
    void setColumns(int columns);            // 0: as many as fit
    void setPairsOnly(bool pairsOnly);       // only metrics with both training and validation
    void setAvailableHeight(int height);     // cards grow to fill it

    void onResultsWritten(const QString& runId);
    void onRunChanged(const QString& runId);

    int columns() const; // now
    QStringList shownCards() const { return m_shown; }
    PlotCard* card(const QString& title) const { return m_cards.value(title); }
    const core::RunRecord* run(const QString& runId) const;
    // Why there are no cards, for the person to read; empty: there are some, or they are coming.
    QString emptyText() const;
    bool isFilteredOut() const; // it is the filter that leaves nothing
    SeriesCache& cache() { return *m_cache; }

    CurveLook lookOf(const QString& runId, const CardKey& key) const;

Q_SIGNALS:
    void cardsChanged(); // which are shown, or why none
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void onVisibleChanged();
    void readRun(const QString& runId);
    void updateRequest();
    void onTagsChanged();
    void onSeriesChanged(const QString& tag);
    PlotCard* makeCard(const QString& title);
    void updateCard(PlotCard& card);
    void updateAllCards();
    void wantCard(const QString& title);
    QStringList matchingCards() const;
    void layOut();
    void updateHeights();

    core::Store& m_store;
    RunSelection& m_selection;
    SeriesCache* m_cache;
    QHash<QString, core::RunRecord> m_runs;  // the ticked ones
    QMap<QString, QStringList> m_tagsOfCard; // card title -> tags
    QHash<QString, PlotCard*> m_cards;       // by title; kept for the way back
    QSet<QString> m_wantedTags;
    QStringList m_shown;
    QString m_maximized; // title of the card that fills the board; empty: none
    CardGrid* m_grid = nullptr;
    CardLinks* m_links = nullptr;
    QString m_layoutKey;
    QTimer m_requestTimer;
    CurveOptions m_options;
    QString m_filter;
    int m_fixedColumns = 0;
    int m_availableHeight = 0;
    bool m_follows = true;
    bool m_hidesOutliers = false;
    bool m_pairsOnly = false;
    bool m_isStale = false; // news came while hidden
};

} // namespace ui
