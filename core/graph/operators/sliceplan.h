// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// The part of each axis that a Slice copies: `shape` elements, from `firsts` on, in steps.
struct SlicePlan {
    Shape shape;
    std::vector<int64_t> firsts, steps;

    /// Throws an OperatorError for invalid inputs.
    explicit SlicePlan(const OperatorCall& call);

private:
    void cut(const OperatorCall& call, size_t axis, int64_t from, int64_t to, int64_t step);
};

} // namespace knobscope
