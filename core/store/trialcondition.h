// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace knobscope {

/// Filters compiled for the trials of one run, evaluated in nanoseconds per trial: `knob = value` is arithmetic on the config's
/// number, (index / stride) % radix.
class TrialCondition
{
public:
    /// `task` is the run's task, with its edits; null if it cannot be created: then no trial has knob values.
    TrialCondition(std::span<const TrialFilter> filters, int64_t run, const Task* task);

    bool matches(const TrialPoint& trial) const;
    /// Whether no trial can match: the filters name another run, or a knob or value that the space does not have.
    bool matchesNothing() const { return m_none; }

private:
    struct Digit {
        int64_t stride = 1;
        int64_t radix = 1;
        int64_t wanted = 0;
        bool isExcluded = false;
    };
    void add(const TrialFilter& filter, int64_t run, const Task* task);
    bool m_none = false;
    std::optional<bool> m_failed;
    std::vector<Digit> m_digits;
    std::vector<std::vector<int64_t>> m_tagged; ///< ascending numbers of the trials that each filter on a tag admits
    double m_from = -std::numeric_limits<double>::infinity();
    double m_to = std::numeric_limits<double>::infinity();
};

/// Whether filters of kind Run, if any, include this run.
bool includesRun(std::span<const TrialFilter> filters, int64_t run);
/// Digit of a knob's value, which is given in valueToJson form; nullopt if it is not a candidate.
std::optional<int64_t> digitOf(const Knob& knob, const nlohmann::json& value);
/// Product of the sizes of the knobs before this one: its digit's weight in a config's number. The knob must be in the space.
int64_t strideOf(const ConfigSpace& space, std::string_view knob);

/// A filter's value for display, as Python prints it: "[-1, 28]", "True", "NCHW".
std::string filterValueText(const nlohmann::json& value);
/// Parses a --where argument: failed, succeeded, #good (a tag, which then needs findTagged()), run=3, tile_ow=[-1,28],
/// tile_ow!=[-1,28], time=1700000000..1700000060 (Unix seconds of a trial's end, upper bound excluded). Errors name what was
/// expected.
Result<TrialFilter> parseTrialFilter(std::string_view text);
/// Rejects a knob, or a value of it, that the task's space does not have.
Result<void> checkFilter(const TrialFilter& filter, const Task& task);

} // namespace knobscope
