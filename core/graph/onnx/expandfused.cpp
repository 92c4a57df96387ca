// SPDX-License-Identifier: GPL-3.0-or-later
// Products, convolutions and activations that ONNX Runtime joined with their neighbours.
#include "core/graph/onnx/expansion.h"

#include <numeric>

namespace knobscope {
namespace {

Attributes attributesWithout(const OperatorCall& call, const std::vector<std::string>& names)
{
    Attributes left = call.node().attributes;
    for (const std::string& name : names) {
        left.erase(name);
    }
    return left;
}

ValueId swapLastAxes(Expansion& to, size_t input)
{
    const size_t rank = to.call().shape(input).size();
    if (rank < 2) {
        return to.input(input);
    }
    std::vector<int64_t> perm(rank);
    std::iota(perm.begin(), perm.end(), int64_t{0});
    std::swap(perm[rank - 1], perm[rank - 2]);
    return to.transpose(to.input(input), perm);
}

void expandProduct(Expansion& to)
{
    const OperatorCall& call = to.call();
    if (call.integer("transBatchA", 0) != 0 || call.integer("transBatchB", 0) != 0) {
        call.unsupported("attribute 'transBatchA' or 'transBatchB' is not 0, which is not supported");
    }
    const double alpha = call.real("alpha", 1);
    const ValueId a = call.integer("transA", 0) != 0 ? swapLastAxes(to, 0) : to.input(0);
    const ValueId b = call.integer("transB", 0) != 0 ? swapLastAxes(to, 1) : to.input(1);
    if (alpha == 1) {
        return to.finish(0, "MatMul", {a, b});
    }
    to.finish(0, "Mul", {to.apply("MatMul", {a, b}), to.number(alpha)});
}

/// Applies the attribute 'activation'. `parameters` are its numbers.
void activate(Expansion& to, ValueId from, const std::string& activation, const std::vector<double>& parameters)
{
    const OperatorCall& call = to.call();
    const auto parameter = [&](size_t i, double fallback) { return i < parameters.size() ? parameters[i] : fallback; };
    if (activation == "Relu" || activation == "Sigmoid" || activation == "Tanh") {
        to.finish(0, activation.c_str(), {from});
    } else if (activation == "LeakyRelu") {
        to.finish(0, "LeakyRelu", {from}, {{"alpha", parameter(0, 0.01)}});
    } else if (activation == "HardSigmoid") {
        to.finish(0, "HardSigmoid", {from}, {{"alpha", parameter(0, 0.2)}, {"beta", parameter(1, 0.5)}});
    } else if (activation == "Clip") {
        call.require(parameters.size() == 2, "attribute 'activation_params' has {} numbers, but Clip takes 2", parameters.size());
        to.finish(0, "Clip", {from, to.number(parameters[0]), to.number(parameters[1])});
    } else if (activation.empty()) {
        to.finish(0, "Identity", {from});
    } else {
        call.unsupported("attribute 'activation' is {}, which is not supported", quotedName(activation));
    }
}

void expandConvolution(Expansion& to)
{
    const OperatorCall& call = to.call();
    const std::string activation = call.text("activation", "");
    const std::vector<double> parameters = call.reals("activation_params");
    std::vector<ValueId> inputs{to.input(0), to.input(1)};
    if (call.has(2)) {
        inputs.push_back(to.input(2));
    }
    ValueId made = to.apply("Conv", inputs, attributesWithout(call, {"activation", "activation_params"}));
    if (call.has(3)) {
        made = to.apply("Add", {made, to.input(3)});
    }
    activate(to, made, activation, parameters);
}

void expandGemm(Expansion& to)
{
    const OperatorCall& call = to.call();
    const std::vector<std::string> own{"activation", "activation_alpha", "activation_beta", "activation_gamma"};
    std::vector<double> parameters;
    for (const char* name : {"activation_alpha", "activation_beta"}) {
        if (call.hasAttribute(name)) {
            parameters.push_back(call.real(name, 0));
        }
    }
    const ValueId made = to.apply("Gemm", call.node().inputs, attributesWithout(call, own));
    activate(to, made, call.text("activation", ""), parameters);
}

void expandGelu(Expansion& to)
{
    const bool isByTanh = to.call().op() == "FastGelu";
    ValueId x = to.input(0);
    if (to.call().has(1)) {
        x = to.apply("Add", {x, to.input(1)});
    }
    to.finish(0, "Gelu", {x}, {{"approximate", std::string(isByTanh ? "tanh" : "none")}});
}

void expandQuickGelu(Expansion& to)
{
    const double alpha = to.call().real("alpha", 1.702F);
    const ValueId x = to.input(0);
    to.finish(0, "Mul", {x, to.apply("Sigmoid", {alpha == 1 ? x : to.apply("Mul", {x, to.number(alpha)})})});
}

} // namespace

void expandFused(Expansion& to)
{
    const std::string& op = to.call().op();
    return op.ends_with("MatMul") ? expandProduct(to)
         : op == "FusedConv"      ? expandConvolution(to)
         : op == "FusedGemm"      ? expandGemm(to)
         : op == "QuickGelu"      ? expandQuickGelu(to)
                                  : expandGelu(to);
}

} // namespace knobscope
