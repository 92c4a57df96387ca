// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions, pools and matrix products.
#include "tests/randomgraphs/recipes.h"

#include <algorithm>
#include <cmath>

namespace knobscope::randomgraphs {

namespace {

constexpr int64_t kMostProducts = 4'000'000; ///< multiply-adds of a node: the interpreter computes them, too

/// kernel_shape, strides, dilations and pads or auto_pad for the axes behind batch and channels.
NodeAttributes drawWindow(ModelBuilder& model, const Shape& input, std::vector<int64_t>& kernel, bool isTransposed)
{
    std::vector<int64_t> strides;
    std::vector<int64_t> dilations;
    std::vector<int64_t> before;
    std::vector<int64_t> after;
    const int64_t common = model.oneOf(std::vector<int64_t>{1, 1, 2, 3, 3, 3, 5});
    const bool isDilated = model.chance(0.15);
    const bool isStrided = model.chance(0.4);
    for (size_t axis = 2; axis < input.size(); ++axis) {
        const int64_t wanted = model.chance(0.8) ? common : model.draw(1, 5);
        const int64_t dilation = isDilated ? model.draw(1, 2) : 1;
        const int64_t most = isTransposed ? wanted : (input[axis] - 1) / dilation + 1;
        kernel.push_back(std::clamp<int64_t>(wanted, 1, most));
        strides.push_back(isStrided ? model.draw(1, 3) : 1);
        dilations.push_back(dilation);
        const bool isCentred = model.chance(0.6);
        const int64_t edge = kernel.back() / 2;
        before.push_back(isCentred ? edge : model.draw(0, edge));
        after.push_back(isCentred ? edge : model.draw(0, edge));
    }
    before.insert(before.end(), after.begin(), after.end());
    NodeAttributes attributes{attribute("kernel_shape", kernel)};
    if (isStrided || model.chance(0.5)) {
        attributes.push_back(attribute("strides", strides));
    }
    if (isDilated) {
        attributes.push_back(attribute("dilations", dilations));
    }
    static const std::vector<std::string> kAutomatic = {"SAME_UPPER", "SAME_LOWER", "VALID"};
    // Implementations differ in the output of a transposed convolution whose window is smaller than its stride.
    bool isCovered = true;
    for (size_t i = 0; i < kernel.size(); ++i) {
        isCovered = isCovered && (!isTransposed || (kernel[i] - 1) * dilations[i] + 1 >= strides[i]);
    }
    if (isCovered && model.chance(0.15)) {
        attributes.push_back(attribute("auto_pad", model.oneOf(kAutomatic)));
    } else if (model.chance(0.8)) {
        attributes.push_back(attribute("pads", before));
    }
    return attributes;
}

int64_t drawGroups(ModelBuilder& model, int64_t channels)
{
    if (model.chance(0.6)) {
        return 1;
    }
    std::vector<int64_t> divisors;
    for (int64_t groups = 1; groups <= channels; ++groups) {
        if (channels % groups == 0) {
            divisors.push_back(groups);
        }
    }
    return model.chance(0.5) ? channels : model.oneOf(divisors);
}

/// Weights are constants, now and then an input of the model or computed from a constant and an input.
EdgeId drawWeights(ModelBuilder& model, const TensorType& type)
{
    if (model.chance(0.06)) {
        const EdgeId input = model.addInput(type);
        if (input != kNoEdge) {
            model.forbidSpecialValues(); // whether padding is multiplied with NaN is open
            return input;
        }
    }
    const double scale =
        1.5 / std::sqrt(std::max(1.0, static_cast<double>(elementsOf(type.shape)) / static_cast<double>(type.shape[0])));
    return model.addRandomConstant(type, -scale, scale);
}

bool addConv(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pickReal(3, 5);
    if (x == kNoEdge) {
        return false;
    }
    const bool isTransposed = op == "ConvTranspose";
    const Shape input = model.shapeOf(x);
    const int64_t groups = drawGroups(model, input[1]);
    static const std::vector<int64_t> kChannels = {1, 2, 3, 4, 8, 16, 17, 32};
    const int64_t perGroup = groups == 1 ? model.oneOf(kChannels) : model.draw(1, 3);
    std::vector<int64_t> kernel;
    NodeAttributes attributes = drawWindow(model, input, kernel, isTransposed);
    if (groups > 1 || model.chance(0.2)) {
        attributes.push_back(attribute("group", groups));
    }
    if (isTransposed && model.chance(0.25)) {
        attributes.push_back(attribute("output_padding", std::vector<int64_t>(kernel.size(), 0)));
    }
    Shape weights = isTransposed ? Shape{input[1], perGroup} : Shape{groups * perGroup, input[1] / groups};
    weights.insert(weights.end(), kernel.begin(), kernel.end());
    if (elementsOf(weights) * elementsOf(input) / input[1] > kMostProducts) {
        return false;
    }
    const ir::DataType number = model.edge(x).type.number;
    std::vector<EdgeId> inputs{x, drawWeights(model, {number, weights})};
    if (model.chance(0.6)) {
        inputs.push_back(model.addRandomConstant({number, {groups * perGroup}}, -1, 1));
    }
    return model.addNode(op, inputs, attributes);
}

bool addPool(ModelBuilder& model, const std::string& op)
{
    const EdgeId x = model.pick([](const Edge& edge) { return edge.type.shape.size() >= 3 && edge.type.shape.size() <= 5; });
    if (x == kNoEdge) {
        return false;
    }
    std::vector<int64_t> kernel;
    NodeAttributes attributes = drawWindow(model, model.shapeOf(x), kernel, false);
    const bool isDilated = std::ranges::any_of(attributes, [](const auto& one) { return one.name() == "dilations"; });
    if (isDilated) { // ONNX Runtime computes the pads of SAME_UPPER as if the window were not
        std::erase_if(attributes, [](const auto& one) { return one.name() == "auto_pad"; });
    }
    if (model.chance(0.3)) {
        attributes.push_back(attribute("ceil_mode", int64_t{1}));
    }
    if (model.chance(0.3)) {
        attributes.push_back(attribute("count_include_pad", int64_t{1}));
    }
    const bool isMax = op == "MaxPool";
    if (isMax) {
        model.forbidSpecialValues();
    }
    const bool hasIndices = isMax && model.opset() >= 8 && model.chance(0.15);
    if (hasIndices && model.chance(0.3)) {
        attributes.push_back(attribute("storage_order", int64_t{1}));
    }
    return model.addNode(op, {x}, attributes, hasIndices ? 2 : 1);
}

bool addGlobalPool(ModelBuilder& model, const std::string& op)
{
    if (op == "GlobalMaxPool") {
        model.forbidSpecialValues();
    }
    const EdgeId x = model.pickReal(3, 5);
    return x != kNoEdge && model.addNode(op, {x});
}

bool addGemm(ModelBuilder& model, const std::string& op)
{
    const EdgeId a = model.pickReal(2, 2);
    if (a == kNoEdge) {
        return false;
    }
    const ir::DataType number = model.edge(a).type.number;
    const bool transposesA = model.chance(0.25);
    const bool transposesB = model.chance(0.5);
    const int64_t m = model.shapeOf(a)[transposesA ? 1 : 0];
    const int64_t k = model.shapeOf(a)[transposesA ? 0 : 1];
    const int64_t n = model.oneOf(std::vector<int64_t>{1, 2, 3, 8, 10, 16, 17, 33});
    std::vector<EdgeId> inputs{a, drawWeights(model, {number, transposesB ? Shape{n, k} : Shape{k, n}})};
    if (model.opset() < 11 || model.chance(0.7)) {
        static const std::vector<int> kKinds = {0, 1, 2, 3, 4, 5};
        const int kind = model.oneOf(kKinds);
        const Shape c = kind == 0 ? Shape{}
                      : kind == 1 ? Shape{1, n}
                      : kind == 2 ? Shape{m, 1}
                      : kind == 3 ? Shape{m, n}
                                  : Shape{n};
        inputs.push_back(model.addRandomConstant({number, c}, -1, 1));
    }
    NodeAttributes attributes;
    if (transposesA || model.chance(0.2)) {
        attributes.push_back(attribute("transA", int64_t{transposesA}));
    }
    if (transposesB || model.chance(0.2)) {
        attributes.push_back(attribute("transB", int64_t{transposesB}));
    }
    if (model.chance(0.4)) {
        attributes.push_back(attribute("alpha", model.real(-1, 2)));
        attributes.push_back(attribute("beta", model.real(-1, 2)));
    }
    if (model.opset() < 7) {
        attributes.push_back(attribute("broadcast", int64_t{1}));
    }
    return model.addNode(op, inputs, attributes);
}

bool addMatMul(ModelBuilder& model, const std::string& op)
{
    const EdgeId a = model.pickReal(1, 5);
    if (a == kNoEdge) {
        return false;
    }
    const TensorType type = model.edge(a).type;
    const int64_t k = type.shape.back();
    const auto fits = [&](const Edge& edge) {
        return edge.type.number == type.number && edge.type.shape.size() >= 2 && edge.type.shape[edge.type.shape.size() - 2] == k;
    };
    const EdgeId found = model.chance(0.4) ? model.pick(fits) : kNoEdge;
    if (found != kNoEdge && model.addNode(op, {a, found})) {
        return true;
    }
    Shape b{k};
    if (model.chance(0.9)) {
        b.push_back(model.oneOf(std::vector<int64_t>{1, 2, 4, 7, 8, 16, 17, 32}));
        const Shape outer(type.shape.begin(), type.shape.end() - std::min<std::ptrdiff_t>(2, std::ssize(type.shape)));
        if (model.chance(0.3)) {
            const Shape batch = broadcastable(model, outer);
            b.insert(b.begin(), batch.begin(), batch.end());
        }
    }
    return model.addNode(op, {a, drawWeights(model, {type.number, b})});
}

} // namespace

std::vector<Recipe> windowRecipes()
{
    return {{"Conv", addConv, 6},
            {"ConvTranspose", addConv, 2},
            {"MaxPool", addPool, 1.5},
            {"AveragePool", addPool, 1.5},
            {"GlobalAveragePool", addGlobalPool, 0.7},
            {"GlobalMaxPool", addGlobalPool, 0.4},
            {"Gemm", addGemm, 3},
            {"MatMul", addMatMul, 4}};
}

} // namespace knobscope::randomgraphs
