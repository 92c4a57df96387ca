// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>

namespace knobscope {

struct Task;

/// The float32 operations that any kernel of a CPU task has to execute: two a multiply-add, of which there are fewer where its
/// template saves some (Winograd's, Lavin and Gray 2016; none for the padding); a quarter where a vector holds more elements of a
/// narrower type.
double leastOperations(const Task& task);

/// Tells times that cannot be true from others: a kernel does its multiply-adds no faster than a loop that does nothing else. A
/// clock that jumps, or an anchor that was timed in another stretch than the pace was looked at, make such times.
class MachineLimit
{
public:
    /// Why a call of the task (as taskToJson has it, known by `key`) cannot take so few seconds; nullopt where it can. `peak`:
    /// what the loop has reached on this machine at best, in FLOP/s; 0: not known, so that nothing is impossible.
    std::optional<Sentence> whyImpossible(const nlohmann::json& task, const std::string& key, double seconds, double peak);

private:
    std::map<std::string, double> m_operations; ///< of the tasks seen so far
};

} // namespace knobscope
