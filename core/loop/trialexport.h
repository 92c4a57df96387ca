// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"

#include <cstdint>
#include <functional>

namespace knobscope {

/// Trials as lines of text for other programs: numbers with all digits, seconds everywhere, a column a knob.
class TrialFields
{
public:
    explicit TrialFields(std::vector<std::string> knobs)
        : m_knobs(std::move(knobs))
    {
    }

    /// run, trial, config, error_no, error, gflops, seconds, speedup, pace, build_seconds, run_seconds, timestamp, message, then
    /// the knobs.
    std::vector<std::string> header() const;
    std::vector<std::string> fields(int64_t run, const TrialRow& row) const;

private:
    std::vector<std::string> m_knobs;
};
/// A line of comma-separated values, quoted where needed; ends with a line feed.
std::string csvLine(std::span<const std::string> fields);
/// Tabs and line ends within fields become blanks.
std::string tsvLine(std::span<const std::string> fields);

/// The names of all knobs of these runs, each once, in the order of their spaces.
std::vector<std::string> knobsOf(std::span<const TunedRun> runs);

/// Asked after each page of an export, with the lines that are written so far, whether it goes on.
using ExportProgress = std::function<bool(int64_t written)>;
/// Write trials in their order, a page at a time; the file is replaced only when all of it has been written. The number of lines.
Result<int64_t> exportCsv(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& goesOn = {});
/// As an AutoTVM log. Refused for a run whose task this version cannot make: its records would name no workload.
Result<int64_t> exportLog(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& goesOn = {});

} // namespace knobscope
