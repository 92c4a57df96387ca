// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

namespace knobscope {

/// What is wrong with the text of a condition, and where.
struct ExpressionProblem {
    size_t column = 1; ///< from 1
    size_t length = 1; ///< characters to underline
    Sentence sentence;
};

/// Whether a text can be a constraint of the space: it parses, its knobs are there, and what it reads of them are numbers.
/// Whether points are left is for applyEdits to say.
std::optional<ExpressionProblem> checkExpression(std::string_view text, const ConfigSpace& space);

/// What a condition on the space can read, for completion: "tile_x[0]", "tile_x[-1]", "unroll_kw", ….
std::vector<std::string> readableTerms(const ConfigSpace& space);

} // namespace knobscope
