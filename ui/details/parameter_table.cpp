#include "ui/details/parameter_table.h"

#include <QtCore/QCoreApplication>

#include "core/run/catalog.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ui::ParameterTable", text);
}

QString heading(const QString& title, const QString& type, const ThemeColors& colors) {
    return QStringLiteral(
               "<tr><td colspan='2' style='padding-top:8px'>"
               "<span style='color:%1'>%2</span> %3</td></tr>")
        .arg(colors.subtleText.name(), title.toHtmlEscaped(), type.toHtmlEscaped());
}

QString rowsOf(const core::Params& params, const ThemeColors& colors) {
    QString rows;
    for (const core::ParamSpec& spec : params.specs()) {
        const core::ParamValue& value = params.value(spec.id);
        const bool isChanged = value != spec.defaultValue;
        if (spec.isAdvanced && !isChanged) continue;
        QString label = QString::fromStdString(spec.label).toHtmlEscaped();
        QString text = QString::fromStdString(core::toText(value));
        if (spec.type == core::ParamType::Path) text = text.section(QLatin1Char('/'), -2);
        text = text.toHtmlEscaped();
        if (!spec.unit.empty() && !text.isEmpty())
            text += QLatin1Char(' ') + QString::fromStdString(spec.unit).toHtmlEscaped();
        if (isChanged) {
            label += QStringLiteral(" <span style='color:%1'>●</span>").arg(colors.accent.name());
            text = QStringLiteral("<b>%1</b>").arg(text);
        }
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(label, text);
    }
    return rows;
}

QString componentRows(const QString& title, core::ComponentKind kind,
                      const core::Component& component, const core::Catalog& catalog,
                      const ThemeColors& colors) {
    const core::ComponentInfo* info = catalog.find(kind, component.type);
    const QString type = QString::fromStdString(info ? info->label : component.type);
    return heading(title, type, colors) + rowsOf(component.params, colors);
}

} // namespace

QString parameterTable(const core::RunConfig& config, const core::Catalog& catalog,
                       const QPalette& palette) {
    using core::ComponentKind;
    const ThemeColors colors = themeColors(palette);
    QString rows = componentRows(tr("Data"), ComponentKind::Data, config.data, catalog, colors);
    rows += componentRows(tr("Model"), ComponentKind::Model, config.model, catalog, colors);
    rows += heading(tr("Training"), {}, colors) + rowsOf(config.run, colors);
    rows +=
        componentRows(tr("Optimizer"), ComponentKind::Optimizer, config.optimizer, catalog, colors);
    rows +=
        componentRows(tr("Schedule"), ComponentKind::Schedule, config.schedule, catalog, colors);
    for (const core::Component& callback : config.callbacks)
        rows += componentRows(tr("Callback"), ComponentKind::Callback, callback, catalog, colors);
    return QStringLiteral("<table width='100%'>%1</table>").arg(rows);
}

} // namespace ui
