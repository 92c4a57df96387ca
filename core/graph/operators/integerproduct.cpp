// SPDX-License-Identifier: GPL-3.0-or-later
// Products of quantized integers. Computed as Conv and MatMul of float64 numbers, which hold these sums exactly.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {
namespace {

/// Places of an operator's inputs; SIZE_MAX: it has none.
struct IntegerProductInputs {
    std::string_view op, product;
    size_t a, aScale, aZero, b, bScale, bZero, scale, zero, bias;
};

constexpr size_t kNone = std::numeric_limits<size_t>::max();
constexpr IntegerProductInputs kIntegerProducts[] = {
    {"MatMulInteger", "MatMul", 0, kNone, 2, 1, kNone, 3, kNone, kNone, kNone},
    {"ConvInteger", "Conv", 0, kNone, 2, 1, kNone, 3, kNone, kNone, kNone},
    {"QLinearMatMul", "MatMul", 0, 1, 2, 3, 4, 5, 6, 7, kNone},
    {"QLinearConv", "Conv", 0, 1, 2, 3, 4, 5, 6, 7, 8},
};

const IntegerProductInputs& inputsOf(const OperatorCall& call)
{
    return *std::ranges::find(kIntegerProducts, call.op(), &IntegerProductInputs::op);
}

/// The node of the same attributes that multiplies numbers.
Node productNode(const OperatorCall& call)
{
    Node node = call.node();
    node.op = inputsOf(call).product;
    node.inputs = {0, 1};
    node.outputs = {2};
    return node;
}

/// Axis along which an operand may have one scale or zero point for each place: the output channels of Conv's weights, the rows
/// of MatMul's first operand and the columns of the second.
size_t axisOfScales(const OperatorCall& call, bool isSecond)
{
    const Shape& shape = call.shape(isSecond ? inputsOf(call).b : inputsOf(call).a);
    const bool isConv = inputsOf(call).product == "Conv";
    return isConv ? 0 : shape.size() - (isSecond || shape.size() == 1 ? 1 : 2);
}

/// Accepts int16 as well for sums in int32 without zero points: 8-bit integers from which these are subtracted (integerConvs).
void requireInteger(const OperatorCall& call, size_t input)
{
    const auto number = call.type(input).number;
    const bool isCentred = number == numberTypeOf<int16_t>() && inputsOf(call).zero == kNone && call.inputs() == 2;
    call.require(number == ir::uint8 || number == ir::int8 || isCentred, "input {} is {}, but must be int8 or uint8", input + 1,
                 call.type(input).text());
}

/// Requires a scale or zero point to be one number, or one for each place along an axis.
void requireScale(const OperatorCall& call, size_t input, const Shape& operand, size_t axis, bool mayBeOfAxis)
{
    if (input == kNone || !call.has(input)) {
        return;
    }
    const int64_t count = elementsOf(call.shape(input));
    call.require(count == 1 || (mayBeOfAxis && axis < operand.size() && count == operand[axis]),
                 "input {} of shape {} has neither one number nor one for each channel", input + 1, shapeText(call.shape(input)));
    if (call.type(input).number.isFloat() && call.known(input)) {
        for (const double scale : call.known(input)->reals()) {
            call.require(std::isfinite(scale) && scale > 0, "a scale is {}, but must be a number above 0", scale);
        }
    }
}

std::vector<TensorType> inferIntegerProduct(const OperatorCall& call)
{
    const IntegerProductInputs& inputs = inputsOf(call);
    requireInteger(call, inputs.a);
    requireInteger(call, inputs.b);
    const bool isConv = inputs.product == "Conv";
    if (isConv) { // its attributes are read as those of the convolution
        call.ignore({"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"});
    }
    for (const size_t input : {inputs.aScale, inputs.aZero}) {
        requireScale(call, input, call.shape(inputs.a), axisOfScales(call, false), !isConv);
    }
    for (const size_t input : {inputs.bScale, inputs.bZero}) {
        requireScale(call, input, call.shape(inputs.b), axisOfScales(call, true), true);
    }
    requireScale(call, inputs.scale, {}, 0, false);
    requireScale(call, inputs.zero, {}, 0, false);
    const TensorType a{ir::float64, call.shape(inputs.a)};
    const TensorType b{ir::float64, call.shape(inputs.b)};
    KnownInputs operands(std::vector<const Tensor*>{});
    operands.types = {&a, &b};
    operands.values = {nullptr, nullptr};
    const auto types = inferNode(productNode(call), operands);
    if (!types) {
        throw OperatorError(types.error());
    }
    call.require(inputs.bias == kNone || !call.has(inputs.bias)
                     || (call.type(inputs.bias).number == ir::int32 && call.shape(inputs.bias) == Shape{call.shape(inputs.b)[0]}),
                 "the bias must be int32, one number for each output channel");
    if (inputs.zero == kNone) {
        return {{ir::int32, types->front().shape}};
    }
    requireInteger(call, inputs.zero);
    return {{call.type(inputs.zero).number, types->front().shape}};
}

/// An operand as numbers, its zero point subtracted.
Tensor centred(const OperatorCall& call, size_t operand, size_t zeroPoint, size_t axis)
{
    std::vector<double> numbers = call.value(operand).reals();
    const Shape& shape = call.shape(operand);
    if (call.has(zeroPoint)) {
        const std::vector<double> zeros = call.value(zeroPoint).reals();
        const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
        for (size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] -= zeros[zeros.size() == 1 ? 0 : i / stride % zeros.size()];
        }
    }
    return Tensor::of<double>(shape, numbers);
}

void evaluateIntegerProduct(const OperatorCall& call, std::span<Tensor> out)
{
    const IntegerProductInputs& inputs = inputsOf(call);
    const Tensor a = centred(call, inputs.a, inputs.aZero, axisOfScales(call, false));
    const Tensor b = centred(call, inputs.b, inputs.bZero, axisOfScales(call, true));
    const auto product = evaluateNode(productNode(call), std::vector<const Tensor*>{&a, &b});
    if (!product) {
        throw OperatorError(product.error());
    }
    std::vector<double> sums = product->front().reals();
    if (inputs.zero == kNone) {
        std::ranges::transform(sums, out[0].as<int32_t>().begin(), [](double sum) { // wraps around, as in other implementations
            return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(sum)));
        });
        return;
    }
    const bool isConv = inputs.product == "Conv";
    const std::vector<double> aScales = call.value(inputs.aScale).reals();
    const std::vector<double> bScales = call.value(inputs.bScale).reals();
    const std::vector<double> bias =
        inputs.bias != kNone && call.has(inputs.bias) ? call.value(inputs.bias).reals() : std::vector<double>();
    const double scale = call.value(inputs.scale).reals()[0];
    const double zero = call.value(inputs.zero).reals()[0];
    const Shape& shape = out[0].shape();
    const std::vector<int64_t> strides = stridesOf(shape);
    const auto placeAlong = [&](size_t element, size_t axis) {
        return axis < shape.size() ? element / static_cast<size_t>(strides[axis]) % static_cast<size_t>(shape[axis]) : 0;
    };
    withType(out[0].number(), [&]<class T>() {
        for (size_t i = 0; i < sums.size(); ++i) {
            const size_t channel = placeAlong(i, isConv ? 1 : shape.size() - 1);
            const size_t row = placeAlong(i, shape.size() < 2 ? 0 : shape.size() - 2);
            const double sum = sums[i] + (bias.empty() ? 0 : bias[channel]);
            const double factor = aScales[aScales.size() == 1 ? 0 : row] * bScales[bScales.size() == 1 ? 0 : channel] / scale;
            const double rounded = std::nearbyint(sum * factor) + zero;
            out[0].as<T>()[i] = castNumber<T>(rounded); // saturates; 0 for the NaN of a scale that is 0
        }
    });
}

} // namespace

std::vector<Operator> integerProductOperators()
{
    return {{"MatMulInteger", 2, 4, inferIntegerProduct, evaluateIntegerProduct, OperatorKind::Anchor},
            {"ConvInteger", 2, 4, inferIntegerProduct, evaluateIntegerProduct, OperatorKind::Anchor},
            {"QLinearMatMul", 8, 8, inferIntegerProduct, evaluateIntegerProduct},
            {"QLinearConv", 8, 9, inferIntegerProduct, evaluateIntegerProduct}};
}

} // namespace knobscope
