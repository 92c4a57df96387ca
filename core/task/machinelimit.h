// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <optional>

namespace knobscope {

struct Task;

/// Minimum number of float32 operations of any kernel of a CPU task, not counting the padding: two per multiply-add, fewer if the
/// template saves some (Winograd, Lavin and Gray 2016); a quarter for narrower types, of which a vector holds more elements.
double minOperations(const Task& task);

/// Detects impossible times: no kernel does its multiply-adds faster than a loop that does nothing else. Such times come from a
/// clock that jumps, or from an anchor that was not timed in the same phase of the machine as the pace. Explains why a call with
/// this many operations (minOperations) cannot take this few seconds; nullopt if it can. `peak`: best rate of the loop on the
/// machine in FLOP/s; 0: unknown, so that no time is impossible.
std::optional<Sentence> whyImpossible(double operations, double seconds, double peak);

} // namespace knobscope
