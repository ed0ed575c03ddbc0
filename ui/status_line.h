// The status bar: what runs, how far and how fast, and what the program uses. GUI thread.
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QStatusBar>

#include "core/summary/summary_sink.h"
#include "ui/common/system_usage.h"

class QLabel;
class QProgressBar;

namespace ui {

class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    // `what` is the state and name: "Running “digits”".
    void setProgress(const QString& what, const core::Progress& progress);
    void setIdle(const QString& text);

private:
    void updateUsage();

    QLabel* m_what;
    QLabel* m_numbers;
    QLabel* m_usage;
    QProgressBar* m_bar;
    SystemUsage m_meter;
    QTimer m_timer;
};

} // namespace ui
