#include "ui/runs/column_layout.h"

#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>

#include "ui/runs/runs_model.h"

namespace ui {
namespace {

constexpr auto kSettingsKey = "runs/columns";

int defaultWidth(const QHeaderView& header, int column) {
    const auto textWidth = [&](const char* text) {
        return header.fontMetrics().horizontalAdvance(QLatin1String(text)) + 20;
    };
    switch (column) {
        case EyeColumn:
            return 28;
        case PinColumn:
            return 24;
        case StateColumn:
            return textWidth("Interrupted") + 12;
        case NameColumn:
            return textWidth("digits-wide 12");
        case ProgressColumn:
            return textWidth("100 %") + 30;
        case GoalBestColumn:
            return textWidth("0.0000 @ 10 000");
        case NoteColumn:
        case ReasonColumn:
            return textWidth("a note of some length here");
        case StartedColumn:
            return textWidth("yesterday 00:00");
        default:
            return textWidth("1 m 50 s___");
    }
}

} // namespace

ColumnLayout::ColumnLayout(RunsModel& model, QHeaderView& header)
    : QObject(&header), m_model(model), m_header(header) {
    load();
    connect(&header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_isApplying || width <= 0) return;
        Place place = placeOf(column);
        place.width = width;
        m_places.insert(m_model.columnKey(column), place);
        save();
    });
}

ColumnLayout::Place ColumnLayout::placeOf(int column) const {
    const auto found = m_places.constFind(m_model.columnKey(column));
    if (found != m_places.cend()) return *found;
    return {column >= FixedColumnCount || runColumnInfo(column).isShown, 0};
}

void ColumnLayout::apply() {
    m_isApplying = true;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const Place place = placeOf(column);
        m_header.setSectionHidden(column, !place.isShown);
        if (!place.isShown) continue;
        m_header.resizeSection(column,
                               place.width > 0 ? place.width : defaultWidth(m_header, column));
    }
    for (int column : {EyeColumn, PinColumn})
        m_header.setSectionResizeMode(column, QHeaderView::Fixed);
    m_isApplying = false;
}

void ColumnLayout::reset() {
    m_places.clear();
    save();
    apply();
}

void ColumnLayout::setShown(int column, bool shown) {
    Place place = placeOf(column);
    place.isShown = shown;
    m_places.insert(m_model.columnKey(column), place);
    save();
    apply();
}

void ColumnLayout::fillMenu(QMenu& menu) {
    for (int column = StateColumn; column < m_model.columnCount(); ++column) {
        if (column == FixedColumnCount) menu.addSection(tr("Hyperparameters that differ"));
        const QString title =
            m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QAction* entry = menu.addAction(title);
        entry->setToolTip(m_model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        entry->setCheckable(true);
        entry->setChecked(placeOf(column).isShown);
        entry->setEnabled(column != NameColumn);
        connect(entry, &QAction::toggled, this,
                [this, column](bool shown) { setShown(column, shown); });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &ColumnLayout::reset);
}

void ColumnLayout::load() {
    QSettings settings;
    const int count = settings.beginReadArray(QLatin1String(kSettingsKey));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        m_places.insert(settings.value("key").toString(),
                        {settings.value("shown").toBool(), settings.value("width").toInt()});
    }
}

void ColumnLayout::save() {
    QSettings settings;
    settings.remove(QLatin1String(kSettingsKey));
    settings.beginWriteArray(QLatin1String(kSettingsKey));
    int i = 0;
    for (auto it = m_places.cbegin(); it != m_places.cend(); ++it) {
        settings.setArrayIndex(i++);
        settings.setValue("key", it.key());
        settings.setValue("shown", it->isShown);
        settings.setValue("width", it->width);
    }
    settings.endArray();
}

} // namespace ui
