// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that move elements: other shapes, orders, parts and borders.
#include "tests/randomgraphs/recipes.h"

#include <algorithm>
#include <numeric>

namespace knobscope::randomgraphs {

namespace {

EdgeId pickWithAxes(ModelBuilder& model, size_t least = 1, size_t most = 6)
{
    return model.pick([=](const Edge& edge) { return edge.type.shape.size() >= least && edge.type.shape.size() <= most; });
}

bool addTranspose(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge) {
        return false;
    }
    std::vector<int64_t> order(model.shapeOf(x).size());
    std::iota(order.begin(), order.end(), 0);
    for (size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<size_t>(model.draw(0, static_cast<int64_t>(i) - 1))]);
    }
    return model.chance(0.2) ? model.addNode(op, {x}) : model.addNode(op, {x}, {attribute("perm", order)});
}

bool addExpand(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    const Shape wanted = broadcastable(model, model.shapeOf(x));
    return !wanted.empty() && model.addNode(op, {x, model.addNumbers(wanted)});
}

bool addTile(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge || model.opset() < 6) {
        return false;
    }
    std::vector<int64_t> repeats;
    for (size_t axis = 0; axis < model.shapeOf(x).size(); ++axis) {
        repeats.push_back(model.chance(0.6) ? 1 : model.draw(2, 3));
    }
    return model.addNode(op, {x, model.addNumbers(repeats)});
}

bool addBlocks(ModelBuilder& model, const std::string& op)
{
    const int64_t block = model.draw(1, 3);
    const bool isDepth = op == "DepthToSpace";
    const EdgeId x = model.pick([&](const Edge& edge) {
        const Shape& shape = edge.type.shape;
        return shape.size() == 4 && (isDepth ? shape[1] % (block * block) == 0 : shape[2] % block == 0 && shape[3] % block == 0);
    });
    NodeAttributes attributes{attribute("blocksize", block)};
    if (model.chance(0.5) && isDepth && model.opset() >= 11) {
        attributes.push_back(attribute("mode", std::string("CRD")));
    }
    return x != kNoEdge && model.addNode(op, {x}, attributes);
}

bool addConcat(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge) {
        return false;
    }
    const TensorType type = model.edge(x).type;
    const auto rank = std::ssize(type.shape);
    const auto axis = static_cast<size_t>(rank >= 2 && model.chance(0.5) ? 1 : model.draw(0, rank - 1));
    const auto fits = [&](const Edge& edge) {
        bool isSame = edge.type.number == type.number && edge.type.shape.size() == type.shape.size();
        for (size_t i = 0; isSame && i < type.shape.size(); ++i) {
            isSame = i == axis || edge.type.shape[i] == type.shape[i];
        }
        return isSame;
    };
    std::vector<EdgeId> inputs{x};
    const int64_t more = model.draw(0, 3);
    for (int64_t i = 0; i < more; ++i) {
        TensorType constant = type;
        constant.shape[axis] = model.draw(1, 4);
        inputs.push_back(model.chance(0.7) ? model.pick(fits) : model.addRandomConstant(constant, 0, 1));
    }
    std::erase(inputs, kNoEdge);
    const int64_t shown = static_cast<int64_t>(axis) - (model.opset() >= 11 && model.chance(0.3) ? rank : 0);
    return model.addNode(op, inputs, {attribute("axis", shown)});
}

bool addSplit(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge || model.opset() < 2) {
        return false;
    }
    const auto rank = std::ssize(model.shapeOf(x));
    const int64_t axis = rank >= 2 && model.chance(0.5) ? 1 : model.draw(0, rank - 1);
    const int64_t extent = model.shapeOf(x)[static_cast<size_t>(axis)];
    const int64_t parts = std::min<int64_t>(extent, model.draw(1, 3));
    NodeAttributes attributes{attribute("axis", axis)};
    if (extent % parts == 0 && model.chance(0.4)) {
        if (model.opset() >= 18) {
            attributes.push_back(attribute("num_outputs", parts));
        }
        return model.addNode(op, {x}, attributes, static_cast<int>(parts));
    }
    std::vector<int64_t> sizes;
    for (int64_t left = extent, i = parts; i > 0; --i) {
        sizes.push_back(i == 1 ? left : model.draw(1, left - i + 1));
        left -= sizes.back();
    }
    if (model.opset() >= 13) {
        return model.addNode(op, {x, model.addNumbers(sizes)}, attributes, static_cast<int>(parts));
    }
    attributes.push_back(attribute("split", sizes));
    return model.addNode(op, {x}, attributes, static_cast<int>(parts));
}

/// Other extents for as many elements.
Shape regrouped(ModelBuilder& model, const Shape& shape)
{
    int64_t left = elementsOf(shape);
    Shape to;
    while (left > 1 && to.size() < 4) {
        std::vector<int64_t> divisors;
        for (int64_t d = 1; d <= left; ++d) {
            if (left % d == 0) {
                divisors.push_back(d);
            }
        }
        to.push_back(model.oneOf(divisors));
        left /= to.back();
    }
    if (left > 1 || to.empty()) {
        to.push_back(left);
    }
    return to;
}

bool addReshape(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick();
    if (x == kNoEdge) {
        return false;
    }
    Shape to = regrouped(model, model.shapeOf(x));
    if (model.chance(0.4)) {
        to[static_cast<size_t>(model.draw(0, std::ssize(to) - 1))] = -1;
    }
    if (!model.shapeOf(x).empty() && to[0] == model.shapeOf(x)[0] && model.chance(0.5)) {
        to[0] = 0;
    }
    return model.opset() < 5 ? model.addNode(op, {x}, {attribute("shape", to)}) : model.addNode(op, {x, model.addNumbers(to)});
}

bool addFlatten(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge) {
        return false;
    }
    return model.chance(0.3) ? model.addNode(op, {x})
                             : model.addNode(op, {x}, {attribute("axis", model.draw(0, std::ssize(model.shapeOf(x))))});
}

/// Axes as an attribute before opset 13, as an input from then on.
bool addWithAxes(ModelBuilder& model, const std::string& op, EdgeId x, const std::vector<int64_t>& axes)
{
    return model.opset() < 13 ? model.addNode(op, {x}, {attribute("axes", axes)})
                              : model.addNode(op, {x, model.addNumbers(axes)});
}

bool addSqueeze(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return std::ranges::count(edge.type.shape, 1) > 0; });
    if (x == kNoEdge) {
        return false;
    }
    std::vector<int64_t> axes;
    const Shape& shape = model.shapeOf(x);
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] == 1 && (axes.empty() || model.chance(0.6))) {
            axes.push_back(static_cast<int64_t>(axis) - (model.opset() >= 11 && model.chance(0.3) ? std::ssize(shape) : 0));
        }
    }
    return model.chance(0.25) ? model.addNode(op, {x}) : addWithAxes(model, op, x, axes);
}

bool addUnsqueeze(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model, 0, 4);
    if (x == kNoEdge) {
        return false;
    }
    const auto count = model.draw(1, 2);
    const auto rank = std::ssize(model.shapeOf(x)) + count;
    std::vector<int64_t> axes{model.draw(0, rank - 1)};
    if (count == 2) {
        axes.push_back((axes[0] + 1) % rank);
    }
    return addWithAxes(model, op, x, axes);
}

bool addSlice(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model);
    if (x == kNoEdge) {
        return false;
    }
    const Shape& shape = model.shapeOf(x);
    std::vector<int64_t> starts;
    std::vector<int64_t> ends;
    std::vector<int64_t> axes;
    std::vector<int64_t> steps;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (!axes.empty() && model.chance(0.5)) {
            continue;
        }
        const int64_t from = model.draw(0, shape[axis] - 1);
        const int64_t to = model.draw(from + 1, shape[axis]);
        const bool isBackward = model.opset() >= 10 && model.chance(0.2);
        axes.push_back(static_cast<int64_t>(axis));
        starts.push_back(isBackward ? to - 1 : model.chance(0.3) ? from - shape[axis] : from);
        ends.push_back(isBackward                               ? (from == 0 ? -shape[axis] - 1 : from - 1)
                       : to == shape[axis] && model.chance(0.3) ? INT32_MAX
                                                                : to);
        steps.push_back((model.opset() >= 10 && model.chance(0.3) ? 2 : 1) * (isBackward ? -1 : 1));
    }
    if (model.opset() < 10) {
        return model.addNode(op, {x}, {attribute("starts", starts), attribute("ends", ends), attribute("axes", axes)});
    }
    return model.addNode(op,
                         {x, model.addNumbers(starts), model.addNumbers(ends), model.addNumbers(axes), model.addNumbers(steps)});
}

bool addPad(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model, 1, 5);
    if (x == kNoEdge) {
        return false;
    }
    static const std::vector<std::string> kModes = {"constant", "constant", "reflect", "edge"};
    const std::string mode = model.oneOf(kModes);
    const Shape& shape = model.shapeOf(x);
    std::vector<int64_t> pads;
    for (size_t i = 0; i < 2 * shape.size(); ++i) {
        const int64_t extent = shape[i % shape.size()];
        const int64_t most = std::min<int64_t>(3, mode == "reflect" ? extent - 1 : 3);
        const bool isNegative = mode == "constant" && extent > 2 && model.chance(0.08);
        pads.push_back(isNegative ? -1 : model.chance(0.5) ? 0 : model.draw(0, most));
    }
    const ir::DataType number = model.edge(x).type.number;
    if (model.opset() < 11) {
        NodeAttributes attributes{attribute("mode", mode), attribute(model.opset() < 2 ? "paddings" : "pads", pads)};
        if (model.chance(0.5)) {
            attributes.push_back(attribute("value", model.real(-1, 1)));
        }
        return model.addNode(op, {x}, attributes);
    }
    std::vector<EdgeId> inputs{x, model.addNumbers(pads)};
    if (mode == "constant" && model.chance(0.5)) {
        inputs.push_back(model.addRandomConstant({number, {}}, number.isFloat() ? -1 : 0, 1));
    }
    return model.addNode(op, inputs, {attribute("mode", mode)});
}

bool addResize(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model, 3, 4);
    if (x == kNoEdge) {
        return false;
    }
    const Shape& shape = model.shapeOf(x);
    static const std::vector<float> kScales = {1, 1.5, 2, 2, 3, 0.5, 0.7F};
    std::vector<float> scales{1, 1};
    std::vector<int64_t> sizes{shape[0], shape[1]};
    bool isWhole = true;
    for (size_t axis = 2; axis < shape.size(); ++axis) {
        scales.push_back(op == "Upsample" ? std::max(1.0F, model.oneOf(kScales)) : model.oneOf(kScales));
        sizes.push_back(std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(shape[axis]) * scales.back())));
        isWhole = isWhole && static_cast<double>(shape[axis]) * scales.back() == static_cast<double>(sizes.back());
    }
    static const std::vector<std::string> kModes = {"nearest", "linear"};
    static const std::vector<std::string> kPlaces = {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"};
    static const std::vector<std::string> kRoundings = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
    NodeAttributes attributes{attribute("mode", model.oneOf(kModes))};
    const auto scale = Tensor::of<float>({std::ssize(scales)}, scales);
    if (op == "Upsample" && model.opset() < 9) {
        attributes.push_back(attribute("scales", scales));
        return model.opset() >= 7 && model.addNode(op, {x}, attributes);
    }
    if (op == "Upsample" || model.opset() < 11) {
        return model.addNode(op, {x, model.addConstant(scale)}, attributes);
    }
    const std::string place = model.oneOf(kPlaces);
    attributes.push_back(attribute("coordinate_transformation_mode", place));
    attributes.push_back(attribute("nearest_mode", model.oneOf(kRoundings)));
    const EdgeId region = model.opset() < 13 ? model.addConstant(Tensor::of<float>({0}, std::vector<float>{})) : kNoEdge;
    // A resized length of 2.5 is 2 for ONNX Runtime's aligned corners, and 2.5 for ONNX's tests.
    if (model.chance(0.5) && (isWhole || place != "align_corners")) {
        return model.addNode(op, {x, region, model.addConstant(scale)}, attributes);
    }
    const EdgeId none = model.opset() < 13 ? model.addConstant(Tensor::of<float>({0}, std::vector<float>{})) : kNoEdge;
    return model.addNode(op, {x, region, none, model.addNumbers(sizes)}, attributes);
}

bool addTrilu(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = pickWithAxes(model, 2);
    if (x == kNoEdge) {
        return false;
    }
    std::vector<EdgeId> inputs{x};
    if (model.chance(0.5)) {
        inputs.push_back(model.addConstant(Tensor::of<int64_t>({}, std::vector<int64_t>{model.draw(-3, 3)})));
    }
    return model.addNode(op, inputs, {attribute("upper", model.draw(0, 1))});
}

} // namespace

std::vector<Recipe> movingRecipes()
{
    return {{"Transpose", addTranspose, 3},
            {"Expand", addExpand, 1},
            {"Tile", addTile, 0.7},
            {"DepthToSpace", addBlocks, 0.7},
            {"SpaceToDepth", addBlocks, 0.5},
            {"Concat", addConcat, 3},
            {"Split", addSplit, 1.5},
            {"Reshape", addReshape, 3},
            {"Flatten", addFlatten, 1},
            {"Squeeze", addSqueeze, 0.7},
            {"Unsqueeze", addUnsqueeze, 0.7},
            {"Slice", addSlice, 2},
            {"Pad", addPad, 1.5},
            {"Resize", addResize, 1},
            {"Upsample", addResize, 1},
            {"Trilu", addTrilu, 0.4}};
}

} // namespace knobscope::randomgraphs
