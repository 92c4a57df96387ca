// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/loop/loop.h"

#include <chrono>

namespace knobscope::cli {

/// AutoTVM's rewritten line on a terminal; a plain line every few seconds elsewhere.
class ProgressPrinter : public LoopListener
{
public:
    explicit ProgressPrinter(const Output& output);

    void runStarted(const RunStarted& e) override;
    void progress(const Progress& p) override;
    void runFinished(const RunFinished& e) override;
    void logLine(const Sentence& line) override;

private:
    void draw(const Progress& p);
    const Output& m_output;
    bool m_terminal;
    std::string m_prefix;
    Progress m_latest;
    std::chrono::steady_clock::time_point m_last;
};

} // namespace knobscope::cli
