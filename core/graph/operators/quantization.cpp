// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between numbers and quantized integers: number = (integer - zero point) * scale.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {
namespace {

/// Index of the scale of each element: one for all, or one for each place along an axis.
class ScaleWalk
{
public:
    explicit ScaleWalk(const OperatorCall& call)
    {
        const Shape& shape = call.shape(0);
        const Shape& scale = call.shape(1);
        if (elementsOf(scale) == 1 && scale.size() <= 1) {
            return;
        }
        const size_t axis = call.axisAttribute("axis", 1, shape.size());
        call.require(scale == Shape{shape[axis]}, "the scale has shape {}, but axis {} has {} elements", shapeText(scale), axis,
                     shape[axis]);
        m_stride = static_cast<size_t>(stridesOf(shape)[axis]);
        m_count = static_cast<size_t>(shape[axis]);
    }
    size_t at(size_t element) const { return m_count == 1 ? 0 : element / m_stride % m_count; }

private:
    size_t m_stride = 1;
    size_t m_count = 1;
};

/// Refuses what opset 21 and later added.
void refuseNewer(const OperatorCall& call)
{
    for (const char* name : {"block_size", "output_dtype", "precision"}) {
        if (call.integer(name, 0) != 0) {
            call.unsupported("attribute '{}' is not supported", name);
        }
    }
    (void)call.integer("axis", 1);
    call.ignore({"saturate"}); // for numbers of 8 bits with a point, which are refused
}

void requireZeroPoint(const OperatorCall& call)
{
    call.require(!call.has(2) || call.shape(2) == call.shape(1), "the zero point has shape {}, but the scale has {}",
                 call.has(2) ? shapeText(call.shape(2)) : "", shapeText(call.shape(1)));
    (void)ScaleWalk(call);
}

/// Requires the scales, if they are known, to be numbers above 0.
void requireScales(const OperatorCall& call)
{
    if (const Tensor* scales = call.known(1)) {
        for (const double scale : scales->reals()) {
            call.require(std::isfinite(scale) && scale > 0, "a scale is {}, but must be a number above 0", scale);
        }
    }
}

std::vector<double> zeroPoints(const OperatorCall& call)
{
    return call.has(2) ? call.value(2).reals() : std::vector<double>(static_cast<size_t>(elementsOf(call.shape(1))), 0);
}

std::vector<TensorType> inferQuantize(const OperatorCall& call)
{
    refuseNewer(call);
    requireZeroPoint(call);
    requireScales(call);
    const auto number = call.has(2) ? call.type(2).number : ir::uint8;
    call.require(number == ir::uint8 || number == ir::int8, "the zero point is {}, but must be int8 or uint8", number.text());
    return {{number, call.realType(0).shape}};
}

/// Rounds to the nearest integer of type T, ties to even.
template<class T>
T quantized(double value)
{
    constexpr auto kLow = static_cast<double>(std::numeric_limits<T>::lowest());
    constexpr auto kHigh = static_cast<double>(std::numeric_limits<T>::max());
    return std::isnan(value) ? T{0} : static_cast<T>(std::clamp(std::nearbyint(value), kLow, kHigh));
}

void evaluateQuantize(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> from = call.value(0).reals();
    const std::vector<double> scales = call.value(1).reals();
    const std::vector<double> zeros = zeroPoints(call);
    const ScaleWalk walk(call);
    withType(out[0].number(), [&]<class T>() {
        for (size_t i = 0; i < from.size(); ++i) {
            const size_t at = walk.at(i);
            // In float32, as ONNX divides.
            const double rounded =
                std::nearbyint(static_cast<double>(static_cast<float>(from[i]) / static_cast<float>(scales[at])));
            out[0].as<T>()[i] = quantized<T>(rounded + zeros[at]);
        }
    });
}

std::vector<TensorType> inferDequantize(const OperatorCall& call)
{
    refuseNewer(call);
    requireZeroPoint(call);
    requireScales(call);
    const auto number = call.type(0).number;
    call.require(number == ir::uint8 || number == ir::int8 || number == numberTypeOf<int16_t>() || number == ir::int32,
                 "input 1 is {}, but must be int8, uint8, int16 or int32", call.type(0).text());
    call.require(!call.has(2) || call.type(2).number == number, "the zero point is not of the type of input 1");
    return {{call.realType(1).number, call.shape(0)}};
}

void evaluateDequantize(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> from = call.value(0).reals();
    const std::vector<double> scales = call.value(1).reals();
    const std::vector<double> zeros = zeroPoints(call);
    const ScaleWalk walk(call);
    withReal(out[0].number(), [&]<class T>() {
        for (size_t i = 0; i < from.size(); ++i) {
            const size_t at = walk.at(i);
            out[0].as<T>()[i] = static_cast<T>((from[i] - zeros[at]) * scales[at]);
        }
    });
}

std::vector<TensorType> inferSubtractZero(const OperatorCall& call)
{
    const auto number = call.type(0).number;
    call.require(number == ir::uint8 || number == ir::int8, "input 1 is {}, but must be int8 or uint8", call.type(0).text());
    call.require(call.type(1) == TensorType{number, {}}, "the zero point is {}, but must be one number of the type of input 1",
                 call.type(1).text());
    return {{numberTypeOf<int16_t>(), call.shape(0)}};
}

void evaluateSubtractZero(const OperatorCall& call, std::span<Tensor> out)
{
    withType(call.type(0).number, [&]<class T>() {
        const int zero = call.value(1).as<T>()[0];
        std::ranges::transform(call.value(0).as<T>(), out[0].as<int16_t>().begin(),
                               [&](T value) { return static_cast<int16_t>(value - zero); });
    });
}

std::vector<TensorType> inferDynamicQuantize(const OperatorCall& call)
{
    call.require(call.type(0).number == ir::float32, "input 1 is {}, but must be float32", call.type(0).text());
    return {{ir::uint8, call.shape(0)}, {ir::float32, {}}, {ir::uint8, {}}};
}

void evaluateDynamicQuantize(const OperatorCall& call, std::span<Tensor> out)
{
    const auto from = call.value(0).as<float>();
    float low = 0;
    float high = 0;
    for (const float value : from) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    const float scale = (high - low) / 255;
    const uint8_t zero = scale == 0 ? uint8_t{0} : quantized<uint8_t>(-static_cast<double>(low / scale));
    for (size_t i = 0; i < from.size(); ++i) {
        const double steps = scale == 0 ? 0 : std::nearbyint(static_cast<double>(from[i] / scale));
        out[0].as<uint8_t>()[i] = quantized<uint8_t>(steps + zero);
    }
    out[1].as<float>()[0] = scale;
    out[2].as<uint8_t>()[0] = zero;
}

} // namespace

std::vector<Operator> quantizationOperators()
{
    return {
        {"QuantizeLinear", 2, 3, inferQuantize, evaluateQuantize, OperatorKind::ElementWise},
        {"DequantizeLinear", 2, 3, inferDequantize, evaluateDequantize, OperatorKind::ElementWise},
        {"SubtractZeroPoint", 2, 2, inferSubtractZero, evaluateSubtractZero, OperatorKind::ElementWise}, // of passes, not ONNX's
        {"DynamicQuantizeLinear", 1, 1, inferDynamicQuantize, evaluateDynamicQuantize}};
}

} // namespace knobscope
