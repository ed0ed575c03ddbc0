// Qt paints large areas with a pool of threads that end when idle for 30 s. Starting a thread has
// to wait while another thread loads a library, and LibTorch takes most of a second: the window
// would stand still. GUI thread.
#pragma once

namespace ui {

// Starts all threads of the pool, so that none needs to be started in the next half minute. Call it
// before LibTorch may be loaded.
void startPainterThreads();

} // namespace ui
