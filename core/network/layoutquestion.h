// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/kernelchoices.h"
#include "core/network/layout/choice.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace knobscope {

/// Returns the seconds to convert a value of this shape to another layout.
using TransformSeconds = std::function<double(const Shape& shape, ValueLayout from, ValueLayout to)>;

/// The choice of layouts as an optimization problem.
struct LayoutQuestion {
    LayoutProblem problem;
    std::vector<std::pair<size_t, size_t>> anchors; ///< node of the problem and anchor of its group, for groups with candidates
};

/// Builds the problem: nodes are groups with candidates and operators that follow their largest input's layout; edges are values,
/// and cost a transform if layouts differ. Operators that only read row-major values become nodes with one candidate.
LayoutQuestion buildLayoutProblem(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates,
                                  const TransformSeconds& transform);

/// Returns the kernels of a solution.
KernelChoices kernelsOf(const LayoutQuestion& question, const KernelCandidates& candidates, const LayoutChoice& choice);

/// A layout transform with its measured time.
struct TimedTransform : LayoutTransform {
    double seconds = 0;
};
/// Returns all transforms that any choice of layouts can need.
std::vector<TimedTransform> transformsFor(const Graph& graph, const std::vector<Group>& groups,
                                          const KernelCandidates& candidates);
/// Returns timed transforms as measured; estimates others from the bytes moved, at 8 GB/s.
TransformSeconds secondsOf(const std::vector<TimedTransform>& timed);

} // namespace knobscope
