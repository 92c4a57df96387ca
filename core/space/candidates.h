// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"

#include <cstdint>

/// Enumeration of the candidates of each kind of knob, in AutoTVM's index order.
namespace knobscope {

Result<std::vector<KnobValue>> splitCandidates(const SplitKnob& knob);
Result<std::vector<KnobValue>> reorderCandidates(const ReorderKnob& knob);
Result<std::vector<KnobValue>> annotateCandidates(const AnnotateKnob& knob);

/// The union of divisors and powers of two, in CPython's iteration order of that set of integers.
std::vector<int64_t> verboseFactors(int64_t extent);
/// All divisors, ascending.
std::vector<int64_t> divisors(int64_t extent);
/// 1, 2, 4, … up to the extent.
std::vector<int64_t> powersOfTwo(int64_t extent);

} // namespace knobscope
