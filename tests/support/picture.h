// Saves what a widget looks like when the environment asks for it, for people to look at.
#pragma once

#include <QtCore/QDir>
#include <QtWidgets/QWidget>

namespace test {

// Into the folder that TORCHDESK_PICTURES names; does nothing without it.
inline void savePicture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("TORCHDESK_PICTURES");
    if (folder.isEmpty()) return;
    QDir().mkpath(folder);
    widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace test
