// Makes core::Engine known to Qt's plugin loader. Included by the engine's entry file and by who
// loads it; engine.h itself stays free of Qt.
#pragma once

#include <QtCore/QtPlugin>

#include "core/run/engine.h"

Q_DECLARE_INTERFACE(core::Engine, TORCHDESK_ENGINE_IID)
