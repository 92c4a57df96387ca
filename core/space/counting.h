// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <atomic>
#include <cstdint>

namespace knobscope {

/// What one constraint takes from a space.
struct ConstraintEffect {
    std::string text;
    SpaceCount removes;      ///< points of the range that break it
    SpaceCount removesAlone; ///< of those, the points that meet all other constraints
    int64_t example = -1; ///< the index of a point that it removes, if possible one that no other removes; -1: none was found
};

/// What all constraints of a space do, in their order.
struct ConstraintEffects {
    SpaceCount valid;
    std::vector<ConstraintEffect> constraints;
};

/// Counts the points that meet the constraints, and each constraint's share. Constraints that share no knob are counted apart,
/// and a knob's candidates that look the same to the constraints are one, so that most spaces are counted exactly however large
/// they are. What still has more than 2,000,000 combinations is estimated from 20,000 random points (always the same ones).
/// `stop`, when given, ends it early with what is known so far (not exact). From any thread.
ConstraintEffects countEffects(const ConfigSpace& space, const std::atomic<bool>* stop = nullptr);

/// As countEffects, but nullopt where it would look at more than `budget` values and combinations (200,000 take a few
/// milliseconds).
std::optional<ConstraintEffects> countEffectsWithin(const ConfigSpace& space, int64_t budget);

} // namespace knobscope
