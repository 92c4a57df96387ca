// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <atomic>
#include <cstdint>

namespace knobscope {

/// Effect of one constraint on a space.
struct ConstraintEffect {
    std::string text;
    SpaceCount removes;      ///< points of the range that violate it
    SpaceCount removesExclusively; ///< of those, the points that meet all other constraints
    int64_t example = -1; ///< index of a point that it removes, if possible one that no other constraint removes; -1: none found
};

/// Effects of all constraints of a space, in their order.
struct ConstraintEffects {
    SpaceCount valid;
    std::vector<ConstraintEffect> constraints;
};

/// Counts the points that meet the constraints, and each constraint's share. Constraints without common knobs are counted
/// separately, and candidates that constraints cannot distinguish are grouped, so that most spaces are counted exactly, however
/// large. Spaces with more than 2,000,000 combinations are estimated from 20,000 random points (always the same). `stop`, if
/// given, stops early with the current (inexact) result. Thread-safe.
ConstraintEffects countEffects(const ConfigSpace& space, const std::atomic<bool>* stop = nullptr);

/// Like countEffects, but nullopt if it would evaluate more than `budget` values and combinations (200,000: a few milliseconds).
std::optional<ConstraintEffects> countEffectsWithin(const ConfigSpace& space, int64_t budget);

} // namespace knobscope
