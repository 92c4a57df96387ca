// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialcondition.h"

#include <atomic>
#include <compare>
#include <cstdint>

namespace knobscope {

/// Identifies a trial of a project: run id and number within the run (from 1).
struct TrialKey {
    int64_t run = 0;
    int64_t number = 0;
    friend auto operator<=>(const TrialKey&, const TrialKey&) = default;
};

/// A run with the task that its config numbers refer to.
struct TunedRun {
    int64_t run = 0;
    std::shared_ptr<const Task> task; ///< with its edits; null if this version cannot create it
    double flops = 0;                 ///< seconds = flops / gflops / 1e9
};
/// The runs of a project with their tasks; creates each task once.
Result<std::vector<TunedRun>> tunedRuns(Project& project);

/// The numeric values are stored in saved layouts.
enum class TrialColumn : uint8_t {
    Run,
    Number,
    Config,
    Outcome,
    Gflops,
    Seconds,
    BuildSeconds,
    RunSeconds,
    Message,
    Knob,
    Speedup,
    Pace
};

/// Sort order of trials. Trials without a value (GFLOPS of a failed trial, a knob missing in its space, an unknown pace) come
/// last in both directions; equal ones are ordered by run and number. A knob's values are ordered as numbers, part by part.
struct TrialSort {
    TrialColumn column = TrialColumn::Run;
    std::string knob; ///< TrialColumn::Knob
    bool isDescending = false;
    friend bool operator==(const TrialSort&, const TrialSort&) = default;
};
/// Parses "gflops", "speedup", "pace", "time", "trial", "config", "outcome", "build", "run-time", "message", "run", or the name
/// of a knob.
TrialSort parseTrialSort(std::string_view text);

/// Ordered result of a trial query: eight bytes per trial, 8 MB for a million, for fast access to any page and any trial's row.
class TrialOrder
{
public:
    /// Supports trial numbers up to 2^40 and run ids up to 2^23.
    static uint64_t pack(TrialKey key) { return static_cast<uint64_t>(key.run) << 40U | static_cast<uint64_t>(key.number); }
    static TrialKey unpack(uint64_t packed)
    {
        return {static_cast<int64_t>(packed >> 40U), static_cast<int64_t>(packed & ((uint64_t{1} << 40U) - 1))};
    }

    TrialOrder() = default;
    explicit TrialOrder(std::vector<uint64_t> packed);

    int64_t size() const { return static_cast<int64_t>(m_trials.size()); }
    TrialKey at(int64_t row) const { return unpack(m_trials[static_cast<size_t>(row)]); }
    std::vector<TrialKey> keys(int64_t first, int64_t count) const;
    std::optional<int64_t> rowOf(TrialKey key) const;
    /// Rows of those trials that are present, ascending; a single pass over all.
    std::vector<int64_t> rowsOf(std::vector<TrialKey> keys) const;
    const std::vector<uint64_t>& packed() const { return m_trials; }

private:
    std::vector<uint64_t> m_trials;
    bool m_isAscending = true;
};

/// Finds and sorts the trials of `runs` that meet all filters: a fraction of a second for a million, not for the GUI thread.
/// Stops early, with an error that need not be shown, when `isCancelled` becomes true.
Result<TrialOrder> orderTrials(Project& project, std::span<const TunedRun> runs, std::span<const TrialFilter> filters,
                               const TrialSort& sort, const std::atomic<bool>* isCancelled = nullptr);

/// Number of trials of the runs, ignoring filters: 20 ms for a million.
Result<int64_t> countTrials(Project& project, std::span<const TunedRun> runs);

/// Rows of these trials in this order: a hundred in about a millisecond. A deleted trial gives a row with number 0.
Result<std::vector<TrialRow>> trialRows(Project& project, std::span<const TrialKey> keys);

/// The first trial of a run that measured a config; nullopt if there is none.
Result<std::optional<TrialKey>> firstTrialOf(Project& project, int64_t run, int64_t config);

} // namespace knobscope
