// One parameter of a form: label with unit, field, reset, and below them what is wrong or, while it
// has the focus, what it is for. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

#include "core/params.h"

class QLabel;
class QToolButton;

namespace ui {

class ParamField;

class ParamRow : public QWidget {
    Q_OBJECT

public:
    ParamRow(const core::ParamSpec& spec, QWidget* parent);

    const core::ParamSpec& spec() const { return m_spec; }
    // The last value that could be read; the field may hold text that cannot.
    const core::ParamValue& value() const { return m_value; }
    void setValue(const core::ParamValue& value);
    bool isDefault() const { return m_value == m_spec.defaultValue; }
    bool isReadable() const { return m_isReadable; }

    // From validation of the whole config; shown unless the field's own text is wrong already.
    void setProblem(const QString& message, bool isWarning);
    QString message() const; // as shown
    bool hasError() const;

    static constexpr int resetWidth() { return 24; } // of the column at the right edge
    int labelWidthHint() const;
    void setLabelWidth(int width);
    bool matches(const QString& search) const;

Q_SIGNALS:
    void edited();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void createLayout();
    void takeEdit();
    void updateLook();
    void updateMessage();

    core::ParamSpec m_spec;
    core::ParamValue m_value;
    bool m_isReadable = true;
    bool m_hasFocus = false;
    QString m_ownProblem;
    QString m_hint;
    QString m_outerProblem;
    bool m_outerIsWarning = false;
    QLabel* m_label;
    ParamField* m_field;
    QToolButton* m_reset;
    QLabel* m_message;
};

} // namespace ui
