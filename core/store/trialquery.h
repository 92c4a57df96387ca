// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialcondition.h"

#include <atomic>
#include <compare>
#include <cstdint>

namespace knobscope {

/// A trial of a project: run row and number within the run (from 1).
struct TrialKey {
    int64_t run = 0;
    int64_t number = 0;
    friend auto operator<=>(const TrialKey&, const TrialKey&) = default;
};

/// A run with what its trials' config numbers mean.
struct TunedRun {
    int64_t run = 0;
    std::shared_ptr<const Task> task; ///< with its edits; null when this version cannot make it
    double flops = 0;                 ///< seconds = flops / gflops / 1e9
};
/// The runs of a project with their tasks, each task made once.
Result<std::vector<TunedRun>> tunedRuns(Project& project);

/// Their numbers are kept in saved layouts.
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

/// How trials are put in order. What a trial does not have (the GFLOPS of a failed one, a knob that its space lacks, a pace that
/// is not known) comes last either way; equals stay in the order of run and number. A knob's values are ordered as numbers, part
/// by part.
struct TrialSort {
    TrialColumn column = TrialColumn::Run;
    std::string knob; ///< TrialColumn::Knob
    bool isDescending = false;
    friend bool operator==(const TrialSort&, const TrialSort&) = default;
};
/// "gflops", "speedup", "pace", "time", "trial", "config", "outcome", "build", "run-time", "message", "run", or else the name of
/// a knob.
TrialSort parseTrialSort(std::string_view text);

/// The trials that a query found, in its order: eight bytes each, whatever a row holds. A million take 8 MB, so that any page
/// and any trial's place are found at once.
class TrialOrder
{
public:
    /// Numbers of trials within a run go to 2^40, runs to 2^23.
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
    /// The rows of those that are here, ascending; one pass over all.
    std::vector<int64_t> rowsOf(std::vector<TrialKey> keys) const;
    const std::vector<uint64_t>& packed() const { return m_trials; }

private:
    std::vector<uint64_t> m_trials;
    bool m_isAscending = true;
};

/// Finds and orders the trials of `runs` that meet all filters: a fraction of a second for a million, so not for the GUI thread.
/// Stops early, with an error nobody needs to see, when `isCancelled` turns true.
Result<TrialOrder> orderTrials(Project& project, std::span<const TunedRun> runs, std::span<const TrialFilter> filters,
                               const TrialSort& sort, const std::atomic<bool>* isCancelled = nullptr);

/// How many trials the runs have, whether they meet filters or not: 20 ms for a million.
Result<int64_t> countTrials(Project& project, std::span<const TunedRun> runs);

/// The rows of these trials in their order: a hundred in about a millisecond. One that is gone is a row with number 0.
Result<std::vector<TrialRow>> trialRows(Project& project, std::span<const TrialKey> keys);

/// The first trial of a run that measured a config; nothing where none did.
Result<std::optional<TrialKey>> firstTrialOf(Project& project, int64_t run, int64_t config);

} // namespace knobscope
