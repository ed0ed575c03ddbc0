#include "ui/details/error_card.h"

#include <QtCore/QEvent>
#include <QtGui/QClipboard>
#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

#include <algorithm>

#include "core/store/store.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr size_t kConsoleLines = 20;

} // namespace

ErrorCard::ErrorCard(core::Store& store, QWidget* parent)
    : QFrame(parent),
      m_store(store),
      m_icon(new QLabel(this)),
      m_cause(new QLabel(this)),
      m_where(new QLabel(this)),
      m_advice(new QLabel(this)),
      m_console(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("errorCard"));
    setAutoFillBackground(true);
    m_cause->setObjectName(QStringLiteral("cause"));
    for (QLabel* label : {m_cause, m_where, m_advice}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont bold = font();
    bold.setBold(true);
    m_cause->setFont(bold);
    m_where->setForegroundRole(QPalette::PlaceholderText);
    m_console->setReadOnly(true);
    m_console->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF() * 0.9);
    m_console->setFont(fixed);
    m_console->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 7 + 12);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy details"), this);
    auto* clone = new QPushButton(icon(QStringLiteral("clone")), tr("Clone && fix"), this);
    m_resume = new QPushButton(icon(QStringLiteral("resume")), {}, this);
    copy->setObjectName(QStringLiteral("copyDetails"));
    clone->setObjectName(QStringLiteral("cloneAndFix"));
    m_resume->setObjectName(QStringLiteral("resumeFailed"));
    connect(copy, &QPushButton::clicked, this, &ErrorCard::copyDetails);
    connect(clone, &QPushButton::clicked, this, &ErrorCard::cloneRequested);
    connect(m_resume, &QPushButton::clicked, this, &ErrorCard::resumeRequested);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setHorizontalSpacing(kSpacing);
    layout->setVerticalSpacing(kSpacing);
    layout->addWidget(m_icon, 0, 0, Qt::AlignTop);
    layout->addWidget(m_cause, 0, 1);
    layout->addWidget(m_where, 1, 1);
    layout->addWidget(m_advice, 2, 1);
    layout->addWidget(m_console, 3, 0, 1, 2);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(kSpacing);
    buttons->addWidget(clone, 1);
    buttons->addWidget(copy, 1);
    layout->addLayout(buttons, 4, 0, 1, 2);
    layout->addWidget(m_resume, 5, 0, 1, 2);
    layout->setColumnStretch(1, 1);
}

void ErrorCard::setRun(const core::RunRecord& run) {
    const QString cause = QString::fromStdString(run.stateReason);
    m_cause->setText(cause.isEmpty() ? tr("The run failed.") : cause);
    m_where->setText(run.step > 0
                         ? tr("In epoch %1, at step %2").arg(run.epoch + 1).arg(countText(run.step))
                         : tr("Before the first step"));
    m_advice->setText(suggestion(cause));
    m_advice->setVisible(!m_advice->text().isEmpty());
    std::vector<core::LogRow> log = m_store.log(run.id, 0);
    const size_t first = log.size() > kConsoleLines ? log.size() - kConsoleLines : 0;
    QStringList lines;
    for (size_t i = first; i < log.size(); ++i)
        lines.append(QString::fromStdString(log[i].text));
    m_console->setPlainText(lines.join(QLatin1Char('\n')));
    m_console->setVisible(!lines.isEmpty());
    m_console->verticalScrollBar()->setValue(m_console->verticalScrollBar()->maximum());
    const std::vector<core::CheckpointRecord> checkpoints = m_store.checkpoints(run.id);
    m_resume->setVisible(!checkpoints.empty());
    if (!checkpoints.empty())
        m_resume->setText(tr("Resume from step %1").arg(countText(checkpoints.back().step)));
    updateColors();
}

// What usually helps, where the cause tells.
QString ErrorCard::suggestion(const QString& cause) const {
    const auto says = [&](const char* text) {
        return cause.contains(QLatin1String(text), Qt::CaseInsensitive);
    };
    if (says("out of memory") || says("bad_alloc") || says("allocate"))
        return tr("A smaller batch size or model needs less memory.");
    if (says("size mismatch") || says("shapes cannot be multiplied"))
        return tr("A layer gets another shape than it expects: check the model's sizes.");
    if (says("no such file") || says("cannot open") || says("does not exist"))
        return tr("Check the path: the file may have been moved.");
    if (says("nan") || says("not finite") || says("infinite"))
        return tr("A smaller learning rate or gradient clipping often helps.");
    return {};
}

void ErrorCard::copyDetails() {
    QGuiApplication::clipboard()->setText(
        QStringList{m_cause->text(), m_where->text(), m_console->toPlainText()}.join(
            QLatin1Char('\n')));
}

void ErrorCard::updateColors() {
    const QPalette outer = parentWidget()->palette();
    const ThemeColors colors = themeColors(outer);
    QPalette own = outer;
    own.setColor(QPalette::Window, colors.badSurface);
    setPalette(own);
    m_icon->setPixmap(iconPixmap(QStringLiteral("close"), colors.bad, 16, devicePixelRatioF()));
}

void ErrorCard::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange &&
        palette().color(QPalette::Text) != parentWidget()->palette().color(QPalette::Text))
        updateColors();
}

} // namespace ui
