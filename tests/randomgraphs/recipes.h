// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/randomgraphs/modelbuilder.h"

#include <string>
#include <vector>

namespace knobscope::randomgraphs {

/// Adds a node of an operator with random inputs and attributes, and what it needs before it; false where none fitted.
struct Recipe {
    std::string op;
    bool (*add)(ModelBuilder& model, const std::string& op) = nullptr;
    double weight = 1; ///< how often it is drawn, compared with others
};

std::vector<Recipe> elementwiseRecipes();
std::vector<Recipe> reducingRecipes();
std::vector<Recipe> windowRecipes();
std::vector<Recipe> movingRecipes();

/// A shape that broadcasts with another one.
Shape broadcastable(ModelBuilder& model, Shape shape);

/// A random valid model; nullopt where nothing came of this seed.
std::optional<onnx::ModelProto> randomModel(ModelBuilder& model);

} // namespace knobscope::randomgraphs
