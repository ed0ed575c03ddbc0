#include "ui/plots/plot_card.h"

#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/plots/split_legend.h"

#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

namespace ui {
namespace {

// The title gives way to the buttons in a narrow card.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;
    QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
    }
};

} // namespace

PlotCard::PlotCard(const QString& title, QWidget* parent)
    : QFrame(parent), m_title(title), m_plot(new CurvePlot(this)) {
    setObjectName(QStringLiteral("card ") + title);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, kHalfSpacing);
    layout->setSpacing(0);
    createHeader();
    createButtons();
    layout->addWidget(m_header);
    layout->addWidget(m_plot, 1);

    m_message = new QLabel(m_plot);
    m_message->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_message->hide();
    m_plot->installEventFilter(this);
    m_plot->setAccessibleName(tr("Plot of %1").arg(title));
    connect(m_plot, &CurvePlot::viewChanged, this, &PlotCard::updateButtons);
    updateButtons();
}

void PlotCard::createHeader() {
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(kSpacing + kHalfSpacing, kHalfSpacing, kSpacing, 0);
    row->setSpacing(0);
    auto* name = new ElidedLabel(m_title, m_header);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    name->setToolTip(m_title);
    m_legend = new SplitLegend(m_header);
    m_header->setMinimumHeight(28 + kHalfSpacing);
    row->addWidget(name);
    row->addSpacing(kSpacing + kHalfSpacing);
    row->addWidget(m_legend);
    row->addStretch(1);
}

void PlotCard::createButtons() {
    m_buttons = new QWidget(this);
    m_buttons->setAutoFillBackground(true);
    m_buttons->setBackgroundRole(QPalette::Base);
    auto* row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(kHalfSpacing, 0, 0, 0);
    row->setSpacing(0);
    m_logY = addButton({}, tr("Logarithmic y axis (L)"));
    m_logY->setText(tr("log"));
    m_logY->setCheckable(true);
    m_follow = addButton(QStringLiteral("follow"), tr("Follow the newest points (F)"));
    m_follow->setCheckable(true);
    m_fit = addButton(QStringLiteral("fit"), tr("Show all points (0 or double-click)"));
    m_maximize = addButton(QStringLiteral("fullscreen"), tr("Full size"));
    m_maximize->setCheckable(true);
    connect(m_logY, &QToolButton::clicked, this, [this](bool on) { m_plot->setLogY(on); });
    connect(m_follow, &QToolButton::clicked, this, [this](bool on) { m_plot->setFollowing(on); });
    connect(m_fit, &QToolButton::clicked, m_plot, &CurvePlot::fit);
    connect(m_maximize, &QToolButton::clicked, this, &PlotCard::maximizeToggled);
}

QToolButton* PlotCard::addButton(const QString& iconName, const QString& tip) {
    auto* button = new QToolButton(m_buttons);
    if (!iconName.isEmpty()) button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    m_buttons->layout()->addWidget(button);
    return button;
}

void PlotCard::setCurves(const QVector<Curve>& curves) {
    m_plot->setCurves(curves);
    m_legend->setCurves(curves);
    updateMessage();
}

void PlotCard::setMaximized(bool isMaximized) {
    m_maximize->setChecked(isMaximized);
    m_maximize->setToolTip(isMaximized ? tr("Back to all cards (Esc)") : tr("Full size"));
    updateButtons();
}

// Buttons come with the pointer or the focus; those that say that something is not as usual stay.
void PlotCard::updateButtons() {
    const bool isActive = m_isHovered || m_plot->hasFocus();
    m_logY->setChecked(m_plot->isLogY());
    m_follow->setChecked(m_plot->isFollowing());
    m_logY->setVisible(isActive || m_plot->isLogY());
    m_follow->setVisible(isActive || m_plot->isZoomed());
    m_fit->setVisible(isActive || m_plot->isZoomed());
    m_maximize->setVisible(isActive || m_maximize->isChecked());
    placeButtons();
}

void PlotCard::placeButtons() {
    const bool hasAny = !m_buttons->layout()->isEmpty();
    m_buttons->setVisible(hasAny);
    m_legend->setRoom(width());
    if (!hasAny) return;
    m_buttons->layout()->activate();
    m_buttons->adjustSize();
    m_buttons->move(width() - m_buttons->width() - kHalfSpacing, kHalfSpacing);
    m_buttons->raise();
    m_legend->setRoom(m_buttons->x() - m_legend->mapTo(this, QPoint()).x());
}

void PlotCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    placeButtons();
}

void PlotCard::updateMessage() {
    const bool isRead = std::all_of(m_plot->curves().begin(), m_plot->curves().end(),
                                    [](const Curve& curve) { return curve.data != nullptr; });
    m_message->setText(m_plot->hasPoints() ? QString() : isRead ? tr("No points yet") : QString());
    m_message->setVisible(!m_message->text().isEmpty());
}

void PlotCard::enterEvent(QEnterEvent* event) {
    m_isHovered = true;
    updateButtons();
    QFrame::enterEvent(event);
}

void PlotCard::leaveEvent(QEvent* event) {
    m_isHovered = false;
    updateButtons();
    QFrame::leaveEvent(event);
}

bool PlotCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) updateButtons();
    if (event->type() == QEvent::Resize) m_message->setGeometry(m_plot->rect());
    return QFrame::eventFilter(watched, event);
}

void PlotCard::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(icon(QStringLiteral("fit")), tr("Show all points"), m_plot, &CurvePlot::fit);
    const auto addToggle = [&](const QString& text, bool isOn, auto toggle) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::toggled, m_plot, toggle);
    };
    addToggle(tr("Logarithmic y axis"), m_plot->isLogY(), &CurvePlot::setLogY);
    addToggle(tr("Follow the newest points"), m_plot->isFollowing(), &CurvePlot::setFollowing);
    menu.addSeparator();
    menu.addAction(icon(QStringLiteral("copy")), tr("Copy picture"), this,
                   [this] { QGuiApplication::clipboard()->setPixmap(m_plot->grab()); });
    menu.addAction(icon(QStringLiteral("fullscreen")),
                   m_maximize->isChecked() ? tr("Back to all cards") : tr("Full size"), this,
                   &PlotCard::maximizeToggled);
    menu.exec(event->globalPos());
}

} // namespace ui
