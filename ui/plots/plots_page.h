// The tab with the curves of the ticked runs: legend, tag filter, columns and the cards. GUI
// thread.
#pragma once

#include "ui/plots/card_board.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace ui {

class RunLegend;

class PlotsPage : public QWidget {
    Q_OBJECT

public:
    PlotsPage(const QString& workspaceFolder, core::Store& store, RunSelection& selection,
              QWidget* parent = nullptr);

    // What the window's tool bar sets for all cards.
    void setSmoothing(double weight) { m_board->setSmoothing(weight); } // in [0, 1)
    void setXAxis(XAxis axis) { m_board->setXAxis(axis); }
    void setFollow(bool follows) { m_board->setFollow(follows); }
    void setLinkX(bool isLinked) { m_board->setLinkX(isLinked); }
    void setOutliers(bool hides) { m_board->setHidesOutliers(hides); } // true: 5 to 95 %
    void setTagFilter(const QString& words);
    void focusTagFilter();

    CardBoard& board() { return *m_board; }

public Q_SLOTS:
    void onResultsWritten(const QString& runId) { m_board->onResultsWritten(runId); }
    void onRunChanged(const QString& runId);

Q_SIGNALS:
    void failed(const QString& message); // the database cannot be read: for the message bar

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* createHeader();
    QWidget* createEmptyState();
    void updateLegend();
    void updateState();

    RunSelection& m_selection;
    CardBoard* m_board = nullptr;
    RunLegend* m_legend = nullptr;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_columns = nullptr;
    QStackedWidget* m_stack = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_empty = nullptr;
    QLabel* m_emptyText = nullptr;
    QToolButton* m_clear = nullptr;
};

} // namespace ui
