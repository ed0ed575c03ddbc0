// The middle of the window: messages above, and below them the start page while there is no run,
// else the pages. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

class QStackedWidget;
class QTabWidget;

namespace core {
class Catalog;
class Store;
} // namespace core

namespace ui {

class Banner;
class ComparePage;
class PlotsPage;
class RunSelection;
class StartPage;

class Centre : public QWidget {
    Q_OBJECT

public:
    Centre(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
           QWidget* parent = nullptr);

    Banner& banner() const { return *m_banner; }
    StartPage& startPage() const { return *m_startPage; }
    QTabWidget& tabs() const { return *m_tabs; }
    PlotsPage& plots() const { return *m_plots; }
    ComparePage& compare() const { return *m_compare; }
    void setEmpty(bool isEmpty); // there is no run

private:
    Banner* m_banner;
    QStackedWidget* m_stack;
    StartPage* m_startPage;
    QTabWidget* m_tabs;
    PlotsPage* m_plots;
    ComparePage* m_compare;
};

} // namespace ui
