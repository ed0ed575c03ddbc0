// What the window asks before it does what cannot be taken back. GUI thread; each returns when the
// person has answered.
#pragma once

#include <QtCore/QString>

#include <cstdint>
#include <optional>

class QWidget;

namespace ui {

// With a run at work: what becomes of it when the window closes.
enum class CloseAnswer { Pause, Stop, Cancel };
CloseAnswer askBeforeClosing(QWidget* window);

// Neither a pause nor a stop can save anything while the database cannot be written: `trouble` says
// why.
bool askBeforeLosingResults(QWidget* window, const QString& trouble);

// A run was stopped and comes to no safe point; `checkpointStep`: of its last one, if any.
bool askBeforeEndingAtOnce(QWidget* window, const QString& name,
                           std::optional<int64_t> checkpointStep);

} // namespace ui
