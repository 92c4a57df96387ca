// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that read or write where numbers say, and tensors made of shapes. And the choice among all recipes.
#include "tests/randomgraphs/recipes.h"

#include <algorithm>
#include <numeric>

namespace knobscope::randomgraphs {

namespace {

EdgeId pickWithExtents(ModelBuilder& model)
{
    return model.pick([](const Edge& edge) { return !edge.type.shape.empty(); });
}

/// Indices along an axis, as a constant or an input.
EdgeId drawIndices(ModelBuilder& model, const Shape& shape, int64_t extent)
{
    const ir::DataType number = model.chance(0.3) ? ir::int32 : ir::int64;
    if (extent >= 2 && model.chance(0.25)) { // `network run` draws 0 and 1
        const EdgeId input = model.addInput({number, shape}, ValueRange{0, static_cast<double>(extent - 1)});
        if (input != kNoEdge) {
            return input;
        }
    }
    const bool canBeNegative = model.opset() >= 11;
    return model.addRandomConstant({number, shape}, canBeNegative && model.chance(0.4) ? static_cast<double>(-extent) : 0,
                                   static_cast<double>(extent - 1));
}

bool addGather(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithExtents(model);
    if (x == kNoEdge) {
        return false;
    }
    const auto axis = model.draw(0, std::ssize(model.shapeOf(x)) - 1);
    const int64_t extent = model.shapeOf(x)[static_cast<size_t>(axis)];
    const Shape wanted = model.shape(static_cast<size_t>(model.draw(0, 2)), 6);
    return model.addNode(op, {x, drawIndices(model, wanted, extent)}, {attribute("axis", axis)});
}

bool addGatherElements(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithExtents(model);
    if (x == kNoEdge) {
        return false;
    }
    Shape shape = model.shapeOf(x);
    const auto axis = model.draw(0, std::ssize(shape) - 1);
    const int64_t extent = shape[static_cast<size_t>(axis)];
    shape[static_cast<size_t>(axis)] = model.draw(1, 4);
    return model.addNode(op, {x, drawIndices(model, shape, extent)}, {attribute("axis", axis)});
}

/// Lists of indices, each of one element or slice of a tensor; no list twice.
Tensor distinctPlaces(ModelBuilder& model, const Shape& extents)
{
    std::vector<int64_t> all(static_cast<size_t>(elementsOf(extents)));
    std::iota(all.begin(), all.end(), 0);
    const auto count = static_cast<size_t>(model.draw(1, std::min<int64_t>(6, std::ssize(all))));
    std::vector<int64_t> numbers;
    for (size_t i = 0; i < count; ++i) {
        std::swap(all[i], all[static_cast<size_t>(model.draw(static_cast<int64_t>(i), std::ssize(all) - 1))]);
        const std::vector<int64_t> strides = stridesOf(extents);
        for (size_t axis = 0; axis < extents.size(); ++axis) {
            numbers.push_back(all[i] / strides[axis] % extents[axis]);
        }
    }
    return Tensor::of<int64_t>({static_cast<int64_t>(count), std::ssize(extents)}, numbers);
}

bool addNd(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithExtents(model);
    if (x == kNoEdge) {
        return false;
    }
    const Shape shape = model.shapeOf(x);
    const auto depth = model.draw(1, std::ssize(shape));
    const Tensor places = distinctPlaces(model, Shape(shape.begin(), shape.begin() + depth));
    if (op == "GatherND") {
        return model.addNode(op, {x, model.addConstant(places)});
    }
    Shape updates{places.shape()[0]};
    updates.insert(updates.end(), shape.begin() + depth, shape.end());
    const EdgeId update = model.addRandomConstant({model.edge(x).type.number, updates}, 0, 2);
    return model.addNode(op, {x, model.addConstant(places), update});
}

bool addScatterElements(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithExtents(model);
    if (x == kNoEdge) {
        return false;
    }
    Shape shape = model.shapeOf(x);
    const auto axis = model.draw(0, std::ssize(shape) - 1);
    const int64_t extent = shape[static_cast<size_t>(axis)];
    shape[static_cast<size_t>(axis)] = 1; // the same place for all: none is written twice
    const int64_t place = model.draw(model.opset() >= 11 ? -extent : 0, extent - 1);
    const EdgeId indices = model.addRandomConstant({ir::int64, shape}, static_cast<double>(place), static_cast<double>(place));
    const EdgeId updates = model.addRandomConstant({model.edge(x).type.number, shape}, 0, 2);
    return model.addNode(op, {x, indices, updates}, {attribute("axis", axis)});
}

bool addEyeLike(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return edge.type.shape.size() == 2; });
    NodeAttributes attributes;
    if (model.chance(0.5)) {
        attributes.push_back(attribute("k", model.draw(-2, 2)));
    }
    if (model.chance(0.5)) {
        attributes.push_back(attribute("dtype", model.oneOf(std::vector<int64_t>{1, 7, 6})));
    }
    return x != kNoEdge && model.addNode(op, {x}, attributes);
}

bool addOneHot(ModelBuilder& model, const std::string& op)
{
    const int64_t depth = model.draw(2, 6);
    const EdgeId indices =
        model.addInput({ir::int64, model.shape(static_cast<size_t>(model.draw(1, 3)), 60)},
                       ValueRange{model.opset() >= 11 ? static_cast<double>(-depth) : 0, static_cast<double>(depth - 1)});
    if (indices == kNoEdge) {
        return false;
    }
    const EdgeId values = model.addRandomConstant({ir::float32, {2}}, -1, 1);
    const auto rank = std::ssize(model.shapeOf(indices));
    return model.addNode(op, {indices, model.addNumbers({depth}), values}, {attribute("axis", model.draw(-1, rank))});
}

bool addOfShape(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    return x != kNoEdge && model.addNode(op, {x});
}

bool addConstantOfShape(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithExtents(model);
    if (x == kNoEdge) {
        return false;
    }
    NodeAttributes attributes;
    if (model.chance(0.7)) {
        attributes.push_back(
            attribute("value", Tensor::of<float>({1}, std::vector<float>{static_cast<float>(model.real(-2, 2))})));
    }
    return model.addNode(op, {model.addNumbers(model.shapeOf(x))}, attributes);
}

bool addRange(ModelBuilder& model, const std::string& op)
{
    const auto number = [&](double value) { return model.addRandomConstant({ir::float32, {}}, value, value); };
    const double first = model.real(-2, 2);
    return model.addNode(op, {number(first), number(first + model.real(1, 9)), number(model.real(0.3, 1.5))});
}

std::vector<Recipe> indexingRecipes()
{
    return {{"Gather", addGather, 1.5},
            {"GatherElements", addGatherElements, 0.5},
            {"GatherND", addNd, 0.4},
            {"ScatterND", addNd, 0.4},
            {"Scatter", addScatterElements, 0.4},
            {"ScatterElements", addScatterElements, 0.4},
            {"EyeLike", addEyeLike, 0.3},
            {"OneHot", addOneHot, 0.4},
            {"Shape", addOfShape, 0.3},
            {"Size", addOfShape, 0.2},
            {"ConstantOfShape", addConstantOfShape, 0.3},
            {"Range", addRange, 0.3}};
}

const std::vector<Recipe>& allRecipes()
{
    static const std::vector<Recipe> kAll = [] {
        std::vector<Recipe> all;
        for (const auto& part : {elementwiseRecipes(), reducingRecipes(), windowRecipes(), movingRecipes(), indexingRecipes()}) {
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }();
    return kAll;
}

const Recipe& drawRecipe(ModelBuilder& model)
{
    double sum = 0;
    for (const Recipe& recipe : allRecipes()) {
        sum += recipe.weight;
    }
    double left = model.real(0, sum);
    for (const Recipe& recipe : allRecipes()) {
        left -= recipe.weight;
        if (left <= 0) {
            return recipe;
        }
    }
    return allRecipes().back();
}

/// One or two inputs: mostly images and matrices of float32.
void addInputs(ModelBuilder& model)
{
    static const std::vector<ir::DataType> kOthers = {ir::float64, ir::int32, ir::int64, ir::boolean, ir::uint8, ir::int8};
    static const std::vector<int64_t> kRanks = {1, 2, 2, 3, 3, 4, 4, 4, 4, 5};
    const auto rank = static_cast<size_t>(model.oneOf(kRanks));
    const ir::DataType number = model.chance(0.85) ? ir::float32 : model.oneOf(kOthers);
    const Shape shape = model.shape(rank, model.chance(0.15) ? 8'000 : 1'500);
    model.addInput({number, shape});
    if (model.chance(0.35)) {
        model.addInput({number, model.chance(0.5) ? shape : broadcastable(model, shape)});
    }
}

} // namespace

std::optional<onnx::ModelProto> randomModel(ModelBuilder& model)
{
    addInputs(model);
    const int wanted = static_cast<int>(model.draw(1, 12));
    for (int made = 0, tries = 0; made < wanted && tries < 200; ++tries) {
        const Recipe& recipe = drawRecipe(model);
        made += recipe.add(model, recipe.op) ? 1 : 0;
    }
    return model.finish();
}

} // namespace knobscope::randomgraphs
