// One line on the terminal that says where a run is. Quiet when there is no terminal. Called by one
// thread at a time.
#pragma once

#include <string>

#include "core/summary/summary_sink.h"

class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine(); // removes the line

    void show(const core::Progress& progress);
    void clear();

private:
    bool m_isTerminal;
    bool m_isShown = false;
};

// "Training  epoch 4/20  step 135/900  loss 0.2345  5210 samples/s  0:05 left"
std::string progressText(const core::Progress& progress);
