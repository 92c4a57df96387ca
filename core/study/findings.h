// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/machineprofile.h"
#include "core/task/task.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <vector>

namespace knobscope {

/// A reason why a config is slow, and the change of one knob that gains most.
struct Finding {
    std::string id;      ///< "latency"
    Sentence text;       ///< what costs time, and why
    Sentence change;     ///< the knob, its new value and the gain
    Sentence evidence;   ///< the numbers that it was computed from
    int64_t index = -1;  ///< the changed config
    std::vector<size_t> knobs; ///< those that the change sets
    double gain = 1;     ///< how many times as fast the changed config is: as measured, otherwise as estimated
};

/// What trials say of a change.
struct MeasuredGain {
    double gain = 0; ///< how many times as fast the changed config is; 0: it failed
    int64_t run = 0; ///< of its last trial
};

/// Up to five findings about a CPU config, the largest gain first; none if no change of one knob promises 5 %. Estimated from the
/// bounds of the config and of all its neighbours (task/speedbound): nothing is compiled or measured; half a millisecond for
/// each neighbour. Unsupported for GPU tasks and CPUs with unknown registers. What is known in `measured` (config numbers of
/// neighbours) replaces the estimate: a change that did not gain 5 % is no finding.
Result<std::vector<Finding>> findingsOf(const Task& task, int64_t index, const MachineProfile& machine, int threads = 1,
                                        const std::map<int64_t, MeasuredGain>& measured = {});

/// The largest part of a config's time, by the same estimate.
struct Bottleneck {
    std::string id; ///< that of a finding; "arithmetic": the multiply-adds themselves, the best that there is
    Sentence text;
    double share = 0; ///< of the time, from 0 to 1
};
/// Fails like findingsOf().
Result<Bottleneck> bottleneckOf(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads = 1);

/// {"text", "evidence", "change": {"index", "knobs": {NAME: VALUE}}, "gain", "id"}; the text ends with the change.
nlohmann::json findingToJson(const Task& task, const Finding& finding);

} // namespace knobscope
