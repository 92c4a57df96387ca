// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <vector>

/// Lists the function that returns each file's operators. Add a line for a new file.
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
    OPERATORS(generatorOperators) \
    OPERATORS(recurrentOperators) \
    OPERATORS(einsumOperators) \
    OPERATORS(topKOperators) \
    OPERATORS(bitShiftOperators) \
    OPERATORS(quantizationOperators) \
    OPERATORS(integerProductOperators) \
    OPERATORS(groupNormalizationOperators) \
    OPERATORS(lossOperators) \
    OPERATORS(selectionOperators) \
    OPERATORS(regionOperators) \
    OPERATORS(suppressionOperators)
// clang-format on

namespace knobscope {

#define DECLARE(function) std::vector<Operator> function();
KNOBSCOPE_OPERATORS(DECLARE)
#undef DECLARE

} // namespace knobscope
