#include "ui/common/section.h"

#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {

Section::Section(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_title(new QToolButton(this)),
      m_body(new QWidget(this)),
      m_bodyLayout(new QVBoxLayout(m_body)) {
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setText(title);
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_title->setAutoRaise(true);
    m_title->setCheckable(true);
    m_title->setChecked(true);
    m_title->setProperty("flat", true); // no sunken look for an open section
    m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_title->setIcon(icon(QStringLiteral("arrow-down")));
    m_bodyLayout->setContentsMargins(kSpacing + kHalfSpacing, 0, kHalfSpacing, kSpacing);
    m_bodyLayout->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_body);
    connect(m_title, &QToolButton::toggled, this, [this](bool open) {
        m_body->setVisible(open);
        m_title->setIcon(icon(open ? QStringLiteral("arrow-down") : QStringLiteral("arrow-right")));
    });
}

void Section::setExpanded(bool expanded) {
    m_title->setChecked(expanded);
}

bool Section::isExpanded() const {
    return m_title->isChecked();
}

} // namespace ui
