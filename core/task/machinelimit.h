// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>

namespace knobscope {

struct Task;

/// Minimum number of float32 operations of any kernel of a CPU task, not counting the padding: two per multiply-add, fewer if the
/// template saves some (Winograd, Lavin and Gray 2016); a quarter for narrower types, of which a vector holds more elements.
double minOperations(const Task& task);

/// Detects impossible times: no kernel does its multiply-adds faster than a loop that does nothing else. Such times come from a
/// clock that jumps, or from an anchor that was not timed in the same phase of the machine as the pace.
class MachineLimit
{
public:
    /// Explains why a call of the task (as from taskToJson, identified by `key`) cannot take this few seconds; nullopt if it can.
    /// `peak`: best rate of the loop on this machine in FLOP/s; 0: unknown, so that no time is impossible.
    std::optional<Sentence> whyImpossible(const nlohmann::json& task, const std::string& key, double seconds, double peak);

private:
    std::map<std::string, double> m_operations; ///< by task key
};

} // namespace knobscope
