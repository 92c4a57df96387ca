// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <optional>

namespace knobscope {

struct Task;

// Operations in bfloat16 in the time of one in float32.
inline constexpr double kOfBfloatsInTiles = 16;
inline constexpr double kOfBfloatsInDots = 2;

/// Minimum number of float32 operations of any kernel of a CPU task, not counting the padding: two per multiply-add, fewer if the
/// template saves some (Winograd, Lavin and Gray 2016); a half for types of 16 bits and a quarter for bytes, of which a vector
/// holds more elements, and a 16th or 32nd in matrix tiles.
double minOperations(const Task& task);

/// Detects impossible times: no kernel does its multiply-adds faster than a loop that does nothing else. Such times come from a
/// clock that jumps, or from an anchor that was not timed in the same phase of the machine as the pace. Explains why a call with
/// this many operations (minOperations) cannot take this few seconds; nullopt if it can. `peak`: best rate of the loop on the
/// machine in FLOP/s; 0: unknown, so that no time is impossible.
std::optional<Sentence> whyImpossible(double operations, double seconds, double peak);

/// Detects times in files of unknown origin that no machine can reach, whatever it is: less than a nanosecond for a call, or more
/// than 1e17 operations per second (the fastest card of 2026 does some 1e16, of 4 bits). Explains why; nullopt if it may be.
/// `operations` of a call; 0: unknown.
std::optional<Sentence> whyUnreachable(double operations, double seconds);

} // namespace knobscope
