// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that go along axes: reductions, softmax, normalizations.
#include "tests/randomgraphs/recipes.h"

#include <algorithm>

namespace knobscope::randomgraphs {

namespace {

std::vector<int64_t> someAxes(ModelBuilder& model, int64_t rank)
{
    std::vector<int64_t> axes;
    for (int64_t axis = 0; axis < rank; ++axis) {
        if (model.chance(0.5)) {
            axes.push_back(model.chance(0.3) && model.opset() >= 11 ? axis - rank : axis);
        }
    }
    return axes;
}

int64_t someAxis(ModelBuilder& model, int64_t rank)
{
    const int64_t axis = model.draw(0, rank - 1);
    return model.chance(0.3) && model.opset() >= 11 ? axis - rank : axis;
}

bool addReduce(ModelBuilder& model, const std::string& op)
{
    // The logarithm of a sum of integers is truncated, or undefined: nothing to compare.
    const EdgeId x = op.starts_with("ReduceLog") ? model.pickReal(0, 5) : model.pick();
    if (x == kNoEdge) {
        return false;
    }
    if (op == "ReduceMax" || op == "ReduceMin") {
        model.forbidSpecialValues(); // ONNX Runtime skips NaN, numpy keeps it
    }
    NodeAttributes attributes;
    if (model.chance(0.6)) {
        attributes.push_back(attribute("keepdims", model.draw(0, 1)));
    }
    const std::vector<int64_t> axes = someAxes(model, std::ssize(model.shapeOf(x)));
    const bool isInput = model.opset() >= (op == "ReduceSum" ? 13 : 18);
    if (isInput && model.chance(0.2)) {
        attributes.push_back(attribute("noop_with_empty_axes", int64_t{1}));
    }
    if (axes.empty()) {
        return model.addNode(op, {x}, attributes);
    }
    if (isInput) {
        return model.addNode(op, {x, model.addNumbers(axes)}, attributes);
    }
    attributes.push_back(attribute("axes", axes));
    return model.addNode(op, {x}, attributes);
}

bool addArg(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return !edge.type.shape.empty(); });
    if (x == kNoEdge) {
        return false;
    }
    model.forbidSpecialValues();
    NodeAttributes attributes{attribute("axis", someAxis(model, std::ssize(model.shapeOf(x))))};
    if (model.chance(0.5)) {
        attributes.push_back(attribute("keepdims", model.draw(0, 1)));
    }
    if (model.chance(0.3)) {
        attributes.push_back(attribute("select_last_index", int64_t{1}));
    }
    return model.addNode(op, {x}, attributes);
}

bool addCumSum(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return !edge.type.shape.empty(); });
    if (x == kNoEdge) {
        return false;
    }
    const EdgeId axis =
        model.addConstant(Tensor::of<int64_t>({}, std::vector<int64_t>{someAxis(model, std::ssize(model.shapeOf(x)))}));
    return model.addNode(op, {x, axis}, {attribute("reverse", model.draw(0, 1)), attribute("exclusive", model.draw(0, 1))});
}

bool addSoftmax(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(1, 5);
    if (x == kNoEdge) {
        return false;
    }
    if (op == "Hardmax") {
        model.forbidSpecialValues();
    }
    const auto rank = std::ssize(model.shapeOf(x));
    const bool hasDefault = model.opset() >= 13 || rank >= 2;
    return hasDefault && model.chance(0.2) ? model.addNode(op, {x})
                                           : model.addNode(op, {x}, {attribute("axis", someAxis(model, rank))});
}

EdgeId channelConstant(ModelBuilder& model, EdgeId x, double low, double high)
{
    return model.addRandomConstant({model.edge(x).type.number, {model.shapeOf(x)[1]}}, low, high);
}

bool addBatchNorm(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(2, 5);
    if (x == kNoEdge) {
        return false;
    }
    NodeAttributes attributes;
    if (model.chance(0.5)) {
        attributes.push_back(attribute("epsilon", model.real(1e-5, 1e-2)));
    }
    if (model.opset() < 7) {
        attributes.push_back(attribute("is_test", int64_t{1}));
        attributes.push_back(attribute("consumed_inputs", std::vector<int64_t>{0, 0, 0, 1, 1}));
    }
    const std::vector<EdgeId> inputs{x, channelConstant(model, x, 0.5, 1.5), channelConstant(model, x, -1, 1),
                                     channelConstant(model, x, -1, 1), channelConstant(model, x, 0.1, 2)};
    return model.addNode(op, inputs, attributes);
}

bool addInstanceNorm(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(3, 5);
    if (x == kNoEdge || model.opset() < 6 || elementsOf(model.shapeOf(x)) < 4 * model.shapeOf(x)[0] * model.shapeOf(x)[1]) {
        return false; // one element has no variance: nothing but rounding is left of it
    }
    const NodeAttributes attributes =
        model.chance(0.5) ? NodeAttributes{attribute("epsilon", model.real(1e-5, 1e-2))} : NodeAttributes{};
    return model.addNode(op, {x, channelConstant(model, x, 0.5, 1.5), channelConstant(model, x, -1, 1)}, attributes);
}

bool addLayerNorm(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(1, 5);
    if (x == kNoEdge) {
        return false;
    }
    const Shape& shape = model.shapeOf(x);
    const auto rank = std::ssize(shape);
    const int64_t axis = model.chance(0.6) ? rank - 1 : model.draw(0, rank - 1);
    const TensorType type{model.edge(x).type.number, Shape(shape.begin() + axis, shape.end())};
    std::vector<EdgeId> inputs{x, model.addRandomConstant(type, 0.5, 1.5)};
    if (model.chance(0.7)) {
        inputs.push_back(model.addRandomConstant(type, -1, 1));
    }
    return model.addNode(op, inputs, {attribute("axis", model.chance(0.5) ? axis : axis - rank), attribute("epsilon", 1e-5)},
                         model.chance(0.1) ? 3 : 1);
}

bool addLrn(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(3, 5);
    if (x == kNoEdge) {
        return false;
    }
    NodeAttributes attributes{attribute("size", model.oneOf(std::vector<int64_t>{1, 3, 5}))};
    if (model.chance(0.6)) {
        attributes.insert(attributes.end(), {attribute("alpha", model.real(1e-4, 0.5)), attribute("beta", model.real(0.5, 1)),
                                             attribute("bias", model.real(0.5, 2))});
    }
    return model.addNode(op, {x}, attributes);
}

} // namespace

std::vector<Recipe> reducingRecipes()
{
    std::vector<Recipe> all;
    for (const char* op :
         {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMin", "ReduceProd", "ReduceSumSquare"}) {
        all.push_back({op, addReduce, 0.4});
    }
    for (const char* op : {"ReduceMax", "ReduceMean", "ReduceSum"}) {
        all.push_back({op, addReduce, 1.5});
    }
    all.insert(all.end(), {{"ArgMax", addArg, 0.6},
                           {"ArgMin", addArg, 0.4},
                           {"CumSum", addCumSum, 0.5},
                           {"Softmax", addSoftmax, 2},
                           {"LogSoftmax", addSoftmax, 0.7},
                           {"Hardmax", addSoftmax, 0.3},
                           {"BatchNormalization", addBatchNorm, 2},
                           {"InstanceNormalization", addInstanceNorm, 1},
                           {"LayerNormalization", addLayerNorm, 1.5},
                           {"LRN", addLrn, 0.5}});
    return all;
}

} // namespace knobscope::randomgraphs
