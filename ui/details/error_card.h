// Why a run failed: the cause in words, where, the last lines of its console, and what can be done.
// GUI thread.
#pragma once

#include <QtWidgets/QFrame>

#include "core/store/run_record.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace core {
class Store;
}

namespace ui {

class ErrorCard : public QFrame {
    Q_OBJECT

public:
    explicit ErrorCard(core::Store& store, QWidget* parent = nullptr);

    void setRun(const core::RunRecord& run); // of a failed run

Q_SIGNALS:
    void cloneRequested();
    void resumeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateColors();
    QString suggestion(const QString& cause) const;
    void copyDetails();

    core::Store& m_store;
    QLabel* m_icon;
    QLabel* m_cause;
    QLabel* m_where;
    QLabel* m_advice;
    QPlainTextEdit* m_console;
    QPushButton* m_resume;
};

} // namespace ui
