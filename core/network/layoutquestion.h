// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/choice.h"
#include "core/network/kernelchoices.h"

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace knobscope {

/// Seconds to lay a value of this shape out anew.
using TransformSeconds = std::function<double(const Shape& shape, ValueLayout from, ValueLayout to)>;

/// The choice of layouts as a problem: which node of it stands for which group.
struct LayoutQuestion {
    LayoutProblem problem;
    std::vector<std::pair<size_t, size_t>> anchors; ///< node of the problem, anchor of the group; chosen ones alone
};

/// Nodes are groups with candidates, and operators that go along with the layout of their largest input; edges are the values
/// between them, at the cost of transforms. What takes row-major values alone is a node with one candidate.
LayoutQuestion askForLayouts(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates,
                             const TransformSeconds& transform);

/// The kernels of a choice.
KernelChoices kernelsOf(const LayoutQuestion& question, const KernelCandidates& candidates, const LayoutChoice& choice);

/// A transform that was timed.
struct TimedTransform : LayoutTransform {
    double seconds = 0;
};
/// All transforms that some choice could need.
std::vector<TimedTransform> transformsFor(const Graph& graph, const std::vector<Group>& groups,
                                          const KernelCandidates& candidates);
/// Those that were timed; others by the bytes that they move, at 8 GB/s.
TransformSeconds secondsOf(const std::vector<TimedTransform>& timed);

} // namespace knobscope
