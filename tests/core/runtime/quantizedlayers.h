// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Quantized layers as quantizers write them, for tests.

#include "tests/core/graph/handmade.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace knobscope {

/// A convolution between DequantizeLinear and QuantizeLinear.
struct QuantizedConv {
    std::string name;
    Shape data, weights;
    int64_t groups = 1;
    std::vector<int64_t> pads{0, 0, 0, 0}, strides{1, 1};
    int dataZero = 0, outputZero = 128;
    bool isSigned = false;   ///< the data
    int weightsZero = -1;    ///< -1: int8, symmetric, one scale for each channel; else uint8
    bool hasPlainBias = false;
    bool isActive = false; ///< a Relu follows
};

inline const std::vector<QuantizedConv>& quantizedConvs()
{
    static const std::vector<QuantizedConv> all{
        {"3x3, padded", {1, 16, 9, 11}, {24, 16, 3, 3}, 1, {1, 1, 1, 1}, {1, 1}, 131},
        {"three channels, strided", {2, 3, 13, 10}, {16, 3, 3, 3}, 1, {0, 0, 1, 1}, {2, 2}, 7},
        {"odd channels", {1, 7, 6, 8}, {10, 7, 1, 1}},
        {"pointwise", {1, 64, 14, 14}, {96, 64, 1, 1}, 1, {0, 0, 0, 0}, {1, 1}, 3, 0, false, -1, false, true},
        {"depthwise", {1, 24, 11, 9}, {24, 1, 3, 3}, 24, {1, 1, 1, 1}, {2, 2}, 90},
        {"signed data", {1, 16, 7, 7}, {16, 16, 3, 3}, 1, {1, 0, 2, 1}, {1, 1}, -20, 100, true},
        {"unsigned weights", {1, 8, 7, 7}, {8, 8, 3, 3}, 1, {1, 1, 1, 1}, {1, 1}, 255, 1, false, 200},
        {"unsigned weights around 128", {1, 8, 7, 7}, {16, 8, 3, 3}, 1, {1, 1, 1, 1}, {1, 1}, 255, 1, false, 128},
        {"line", {1, 16, 37}, {24, 16, 3}, 1, {1, 1}, {1}, 131},
        {"line, strided", {2, 12, 20}, {8, 12, 5}, 1, {2, 0}, {2}, 7, 0, false, 200},
        {"depthwise line", {1, 24, 19}, {24, 1, 3}, 24, {1, 1}, {1}, 90, 128, false, -1, false, true},
        {"groups of eight", {1, 24, 9, 7}, {24, 8, 3, 3}, 3, {1, 1, 1, 1}, {1, 1}, 0, 0, false, -1, false, true},
        {"strided groups of four", {2, 32, 8, 10}, {64, 4, 3, 3}, 8, {1, 0, 1, 1}, {2, 2}, 77},
        {"groups of twelve, signed data", {1, 36, 7, 7}, {24, 12, 3, 3}, 3, {1, 1, 1, 1}, {1, 1}, -3, 5, true},
        {"groups of a line", {1, 32, 21}, {32, 16, 3}, 2, {1, 1}, {1}, 131},
        {"bias in float32", {1, 32, 7, 7}, {16, 32, 1, 1}, 1, {0, 0, 0, 0}, {1, 1}, 128, 128, false, -1, true},
    };
    return all;
}

inline constexpr float kDataScale = 0.03F;

inline ValueId byte(HandMade& made, const std::string& name, int value, bool isSigned = false)
{
    return made.graph.addConstant(name, isSigned ? Tensor::of<int8_t>({}, {static_cast<int8_t>(value)})
                                                 : Tensor::of<uint8_t>({}, {static_cast<uint8_t>(value)}));
}

inline ValueId scale(HandMade& made, const std::string& name, const std::vector<float>& values)
{
    return made.graph.addConstant(name, Tensor::of<float>(values.size() == 1 ? Shape{} : Shape{std::ssize(values)}, values));
}

inline ValueId requantized(HandMade& made, const std::string& name, ValueId x, float unit, int zero, bool isSigned = false)
{
    const std::vector<ValueId> scaling{scale(made, name + ".scale", {unit}), byte(made, name + ".zero", zero, isSigned)};
    const ValueId whole = made.node("QuantizeLinear", name + ".q", {x, scaling[0], scaling[1]});
    return made.node("DequantizeLinear", name + ".dq", {whole, scaling[0], scaling[1]});
}

template<class T>
ValueId randomIntegers(HandMade& made, const std::string& name, const Shape& shape, int low, int high, std::mt19937& random)
{
    std::vector<T> values(static_cast<size_t>(elementsOf(shape)));
    std::ranges::generate(values, [&] { return static_cast<T>(std::uniform_int_distribution<int>(low, high)(random)); });
    return made.graph.addConstant(name, Tensor::of<T>(shape, values));
}

/// A convolution as quantizers write it, without its input's and output's QuantizeLinear.
inline ValueId conv(HandMade& made, const std::string& name, ValueId x, const QuantizedConv& one, std::mt19937& random)
{
    const auto outputs = static_cast<size_t>(one.weights[0]);
    ValueId weights = kNoValue;
    std::vector<float> units;
    if (one.weightsZero < 0) {
        for (size_t k = 0; k < outputs; ++k) {
            units.push_back(0.002F + 0.0001F * static_cast<float>(k % 7));
        }
        const ValueId zeros = made.graph.addConstant(
            name + ".w.zero", Tensor::of<int8_t>({std::ssize(units)}, std::vector<int8_t>(outputs, int8_t{0})));
        weights = made.node("DequantizeLinear", name + ".w.dq",
                            {randomIntegers<int8_t>(made, name + ".w", one.weights, -127, 127, random),
                             scale(made, name + ".w.scale", units), zeros},
                            {{"axis", int64_t{0}}});
    } else {
        units = {0.004F};
        weights = made.node("DequantizeLinear", name + ".w.dq",
                            {randomIntegers<uint8_t>(made, name + ".w", one.weights, 0, 255, random),
                             scale(made, name + ".w.scale", units), byte(made, name + ".w.zero", one.weightsZero)});
    }
    std::vector<float> ofBias;
    for (size_t k = 0; k < outputs; ++k) {
        ofBias.push_back(kDataScale * units[k % units.size()]);
    }
    const ValueId bias = one.hasPlainBias
                           ? made.constant(name + ".b", {one.weights[0]})
                           : made.node("DequantizeLinear", name + ".b.dq",
                                       {randomIntegers<int32_t>(made, name + ".b", {one.weights[0]}, -20000, 20000, random),
                                        scale(made, name + ".b.scale", ofBias)},
                                       {{"axis", int64_t{0}}});
    return made.node("Conv", name, {x, weights, bias}, {{"group", one.groups}, {"pads", one.pads}, {"strides", one.strides}});
}

/// Three convolutions, between which values are added and quantized; the output has units of 0.05.
inline HandMade quantizedResidualBlock(std::mt19937& random, bool isSigned = false)
{
    HandMade made;
    QuantizedConv one{"", {1, 16, 8, 8}, {16, 16, 3, 3}, 1, {1, 1, 1, 1}};
    one.isSigned = isSigned;
    const auto quantized = [&](const char* name, ValueId value, float scale, int zero) {
        return requantized(made, name, value, scale, isSigned ? zero - 128 : zero, isSigned);
    };
    const ValueId x = quantized("x", made.input("image", one.data), kDataScale, 128);
    const ValueId left = quantized("left", conv(made, "one", x, one, random), kDataScale, 120);
    const ValueId right = quantized("right", conv(made, "two", left, one, random), kDataScale, 130);
    const ValueId sum = made.node("Relu", "relu", {made.node("Add", "sum", {right, left})});
    const ValueId third = conv(made, "three", quantized("sum", sum, 0.04F, 0), one, random);
    made.output(quantized("y", third, 0.05F, 128));
    return made;
}

/// Normal numbers for the only input.
inline std::vector<Tensor> numbersFor(const Graph& graph, std::mt19937& random)
{
    Tensor tensor(*graph.value(graph.inputs[0]).type);
    std::normal_distribution<float> number(0, 2);
    std::ranges::generate(tensor.as<float>(), [&] { return number(random); });
    return {std::move(tensor)};
}

} // namespace knobscope
