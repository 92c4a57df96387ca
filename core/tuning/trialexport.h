// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"

#include <cstdint>
#include <functional>

namespace knobscope {

/// Formats trials as lines of text for other programs: numbers with all digits, all times in seconds, one column per knob.
class TrialFields
{
public:
    explicit TrialFields(std::vector<std::string> knobs)
        : m_knobs(std::move(knobs))
    {
    }

    /// Columns: run, trial, config, error_no, error, gflops, seconds, speedup, pace, build_seconds, run_seconds, timestamp,
    /// message, then the knobs.
    std::vector<std::string> header() const;
    std::vector<std::string> fields(int64_t run, const TrialRow& row) const;

private:
    std::vector<std::string> m_knobs;
};
/// Tab-separated line; tabs and line breaks within fields become spaces.
std::string tsvLine(std::span<const std::string> fields);

/// Names of all knobs of these runs, without duplicates, in the order of their spaces.
std::vector<std::string> knobsOf(std::span<const TunedRun> runs);

/// Called after each page of an export with the number of lines written so far; returns false to cancel.
using ExportProgress = std::function<bool(int64_t written)>;
/// Write trials in order, a page at a time; the file is replaced only when everything has been written. Return the number of
/// lines.
Result<int64_t> exportCsv(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& onProgress = {});
/// Writes an AutoTVM log. Rejects a run whose task this version cannot create: its records would have no workload.
Result<int64_t> exportLog(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& onProgress = {});

} // namespace knobscope
