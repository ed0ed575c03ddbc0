#include "app/progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

#include "core/number_text.h"

namespace {

constexpr const char* kClearLine = "\r\033[K";

size_t terminalWidth() {
    winsize size = {};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

template <typename... Values>
std::string formatted(const char* format, Values... values) {
    char text[128];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string countOf(int64_t done, int64_t total) {
    return std::to_string(done) + (total > 0 ? "/" + std::to_string(total) : "");
}

std::string duration(double seconds) {
    const auto whole = static_cast<long long>(std::lround(seconds));
    if (whole >= 3600)
        return formatted("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    return formatted("%lld:%02lld", whole / 60, whole % 60);
}

} // namespace

ProgressLine::ProgressLine() : m_isTerminal(isatty(STDERR_FILENO)) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(const core::Progress& progress) {
    if (!m_isTerminal) return;
    const std::string text = progressText(progress).substr(0, terminalWidth() - 1);
    std::fprintf(stderr, "%s%s", kClearLine, text.c_str());
    m_isShown = true;
}

void ProgressLine::clear() {
    if (m_isShown) std::fputs(kClearLine, stderr);
    m_isShown = false;
}

std::string progressText(const core::Progress& progress) {
    std::string text = progress.phase;
    if (progress.epochCount > 0) // the one that it is in, as the window counts
        text += "  epoch " +
                countOf(std::min(progress.epoch + 1, progress.epochCount), progress.epochCount);
    if (progress.step > 0) text += "  step " + countOf(progress.step, progress.totalSteps);
    if (progress.step > 0) text += "  loss " + core::numberText(progress.loss, 4);
    if (progress.samplesPerSecond > 0.0)
        text += formatted("  %.0f samples/s", progress.samplesPerSecond);
    if (progress.remainingS >= 0.0) text += "  " + duration(progress.remainingS) + " left";
    return text;
}
