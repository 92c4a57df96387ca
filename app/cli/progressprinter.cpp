// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progressprinter.h"

#include "app/cli/progresstext.h"
#include "core/text/numbertext.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace knobscope::cli {

ProgressPrinter::ProgressPrinter(const Output& output)
    : m_output(output)
    , m_terminal(isatty(STDERR_FILENO) == 1)
{
}

void ProgressPrinter::runStarted(const RunStarted& e)
{
    m_prefix = taskPrefix(e.run, e.runs);
    m_last = {};
    if (e.restored > 0) {
        m_output.note(fmt::format("{} {} trials from before are kept", m_prefix, e.restored));
    }
    draw({.total = e.options.trials});
}

void ProgressPrinter::progress(const Progress& p)
{
    const auto now = std::chrono::steady_clock::now();
    const auto interval = m_terminal ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
    m_latest = p;
    if (now - m_last >= interval) {
        m_last = now;
        draw(p);
    }
}

void ProgressPrinter::runFinished(const RunFinished& e)
{
    draw(m_latest);
    std::fprintf(stderr, m_terminal ? " Done.\n" : "");
    const std::string best =
        e.bestIndex < 0 ? "nothing worked" : fmt::format("best {:.2f} GFLOPS, config {}", e.bestGflops, e.bestIndex);
    m_output.note(fmt::format("{} {}{}{}: {}, {} trials, {} failed, {:.1f} trials/s", m_prefix, e.reason,
                              e.detail.empty() ? "" : ", ", e.detail, best, e.trials, e.errors, e.trialsPerSecond));
    if (e.pruning.pruned > 0 || e.pruning.checked > 0) {
        m_output.note(fmt::format("{} {}", m_prefix, e.pruning.text()));
    }
    if (!e.warm.isCold()) {
        m_output.note(fmt::format("{} {}", m_prefix, e.warm.text()));
    }
}

void ProgressPrinter::logLine(const Sentence& line)
{
    m_output.note((m_terminal ? "\n" : "") + line.message);
}

void ProgressPrinter::draw(const Progress& p)
{
    std::string line = progressLine(m_prefix, p);
    if (p.secondsLeft >= 0) {
        line += fmt::format(" | {} left", durationText(p.secondsLeft));
    }
    if (p.trialsPerSecond > 0) {
        line += fmt::format(" | {:.1f} trials/s", p.trialsPerSecond);
    }
    // A line that wraps could not be drawn over.
    winsize size{};
    if (m_terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        line.resize(std::min<size_t>(line.size(), size.ws_col - 1U));
    }
    std::fprintf(stderr, m_terminal ? "\r%s\x1b[K" : "%s\n", line.c_str());
    std::fflush(stderr);
}

} // namespace knobscope::cli
