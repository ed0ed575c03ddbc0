#include "ui/centre.h"

#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QVBoxLayout>

#include "core/store/store.h"
#include "ui/common/banner.h"
#include "ui/compare/compare_page.h"
#include "ui/plots/plots_page.h"
#include "ui/start_page.h"

namespace ui {

Centre::Centre(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
               QWidget* parent)
    : QWidget(parent),
      m_banner(new Banner(this)),
      m_stack(new QStackedWidget(this)),
      m_startPage(new StartPage(m_stack)),
      m_tabs(new QTabWidget(m_stack)),
      m_plots(new PlotsPage(QString::fromStdString(store.folder()), store, selection, m_tabs)),
      m_compare(new ComparePage(store, catalog, selection, m_tabs)) {
    m_tabs->setObjectName(QStringLiteral("pages"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_plots, tr("Plots"));
    m_tabs->addTab(m_compare, tr("Compare"));
    m_stack->addWidget(m_startPage);
    m_stack->addWidget(m_tabs);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_stack, 1);
}

void Centre::setEmpty(bool isEmpty) {
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_startPage) : m_tabs);
}

} // namespace ui
