// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

namespace knobscope {

/// An error in the text of a condition, and its location.
struct ExpressionProblem {
    size_t column = 1; ///< from 1
    size_t length = 1; ///< characters to underline
    Sentence sentence;
};

/// Checks that a text can be a constraint of the space: it parses, its knobs exist, and its terms are numbers. applyEdits checks
/// whether any points are left.
std::optional<ExpressionProblem> checkExpression(std::string_view text, const ConfigSpace& space);

/// Terms that a condition on the space can use, for completion: "tile_x[0]", "tile_x[-1]", "unroll_kw", ….
std::vector<std::string> readableTerms(const ConfigSpace& space);

} // namespace knobscope
