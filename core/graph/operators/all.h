// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <vector>

/// Each file's operators, by the function that lists them. A new file needs a line here.
// clang-format off
#define KNOBSCOPE_OPERATORS(OPERATORS) \
    OPERATORS(unaryOperators) \
    OPERATORS(binaryOperators) \
    OPERATORS(logicOperators) \
    OPERATORS(variadicOperators) \
    OPERATORS(castOperators) \
    OPERATORS(convOperators) \
    OPERATORS(convTransposeOperators) \
    OPERATORS(poolOperators) \
    OPERATORS(matmulOperators) \
    OPERATORS(normalizationOperators) \
    OPERATORS(softmaxOperators) \
    OPERATORS(reduceOperators) \
    OPERATORS(argOperators) \
    OPERATORS(reshapeOperators) \
    OPERATORS(movementOperators) \
    OPERATORS(sliceOperators) \
    OPERATORS(padOperators) \
    OPERATORS(gatherOperators) \
    OPERATORS(resizeOperators) \
    OPERATORS(generatorOperators)
// clang-format on

namespace knobscope {

#define DECLARE(function) std::vector<Operator> function();
KNOBSCOPE_OPERATORS(DECLARE)
#undef DECLARE

} // namespace knobscope
