// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <vector>

namespace knobscope {

// Each file's operators. A new one is a file, a line here and one in registry.cpp.
std::vector<Operator> unaryOperators();
std::vector<Operator> binaryOperators();
std::vector<Operator> logicOperators();
std::vector<Operator> variadicOperators();
std::vector<Operator> castOperators();
std::vector<Operator> convOperators();
std::vector<Operator> convTransposeOperators();
std::vector<Operator> poolOperators();
std::vector<Operator> matmulOperators();
std::vector<Operator> normalizationOperators();
std::vector<Operator> softmaxOperators();
std::vector<Operator> reduceOperators();
std::vector<Operator> argOperators();
std::vector<Operator> reshapeOperators();
std::vector<Operator> movementOperators();
std::vector<Operator> sliceOperators();
std::vector<Operator> padOperators();
std::vector<Operator> gatherOperators();
std::vector<Operator> scatterOperators();
std::vector<Operator> resizeOperators();
std::vector<Operator> generatorOperators();

} // namespace knobscope
