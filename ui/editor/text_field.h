// A line of text for numbers, lists, texts and paths. Up and Down step a number; a path has a
// browse button. GUI thread.
#pragma once

#include "ui/editor/param_field.h"

class QLineEdit;

namespace ui {

class TextField : public ParamField {
    Q_OBJECT

public:
    TextField(const core::ParamSpec& spec, QWidget* parent);
    ParsedParam parsed() const override;
    void setValue(const core::ParamValue& value) override;
    void setBad(bool bad) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* createBrowseButton();
    bool isNumber() const;
    void step(int direction, bool big);

    QLineEdit* m_line;
};

} // namespace ui
