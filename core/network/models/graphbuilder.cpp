// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/models/graphbuilder.h"

#include "core/graph/operator.h"
#include "core/graph/parallelfor.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// FNV-1a hash of the name: each name has its own random sequence, whatever comes before it in the graph.
uint32_t seedOf(std::string_view name)
{
    uint32_t seed = 2166136261U;
    for (const char c : name) {
        seed = (seed ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    return seed;
}

/// Computes each number from its index in a few operations, since VGG-19 has 144 million.
void fillUniform(float* to, size_t count, float low, float high, uint32_t seed)
{
    const float step = (high - low) * 0x1p-24F;
    parallelForRanges(count, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            uint32_t bits = (static_cast<uint32_t>(i) * 0x9e3779b9U) ^ seed;
            bits = (bits ^ bits >> 16) * 0x7feb352dU;
            bits ^= bits >> 15;
            to[i] = low + step * static_cast<float>(bits >> 8);
        }
    });
}

} // namespace

ConvForm ConvForm::square(int64_t channels, int64_t kernel, int64_t stride, int64_t pad)
{
    return {channels, {kernel, kernel}, {stride, stride}, {pad, pad}};
}

ConvForm ConvForm::withBias() const
{
    ConvForm form = *this;
    form.hasBias = true;
    return form;
}

ConvForm ConvForm::inGroups(int64_t count) const
{
    ConvForm form = *this;
    form.groups = count;
    return form;
}

GraphBuilder::GraphBuilder(std::string name)
{
    m_graph.name = std::move(name);
}

ValueId GraphBuilder::input(const std::string& name, const Shape& shape)
{
    m_right = checkShape(shape);
    const ValueId id = m_graph.add({name, TensorType{ir::float32, m_right ? shape : Shape{}}, nullptr});
    m_graph.inputs.push_back(id);
    return withSquare(id, 1);
}

ValueId GraphBuilder::conv(const std::string& name, ValueId x, const ConvForm& form)
{
    const int64_t channels = extent(x, 1) / form.groups;
    const Shape shape{form.channels, channels, form.kernel[0], form.kernel[1]};
    std::vector<ValueId> inputs{x, factors(name + ".weight", shape, channels * form.kernel[0] * form.kernel[1], x)};
    if (form.hasBias) {
        inputs.push_back(weights(name + ".bias", {form.channels}, -0.1, 0.1));
    }
    Attributes attributes{{"kernel_shape", std::vector<int64_t>(form.kernel.begin(), form.kernel.end())},
                          {"strides", std::vector<int64_t>(form.stride.begin(), form.stride.end())},
                          {"pads", std::vector<int64_t>{form.pad[0], form.pad[1], form.pad[0], form.pad[1]}}};
    if (form.groups != 1) {
        attributes["group"] = form.groups;
    }
    return withSquare(node("Conv", name, std::move(inputs), std::move(attributes)), 1);
}

ValueId GraphBuilder::dense(const std::string& name, ValueId x, int64_t outputs)
{
    const int64_t features = extent(x, 1);
    const ValueId weight = factors(name + ".weight", {outputs, features}, features, x);
    const ValueId bias = weights(name + ".bias", {outputs}, -0.1, 0.1);
    return withSquare(node("Gemm", name, {x, weight, bias}, {{"transB", int64_t{1}}}), 1);
}

ValueId GraphBuilder::batchNorm(const std::string& name, ValueId x, double epsilon)
{
    const Shape channels{extent(x, 1)};
    const double deviation = std::sqrt(square(x));
    const std::vector<ValueId> inputs{x, weights(name + ".scale", channels, 0.8, 1.2),
                                      weights(name + ".shift", channels, -0.2, 0.2),
                                      weights(name + ".mean", channels, -0.2 * deviation, 0.2 * deviation),
                                      weights(name + ".variance", channels, 0.8 * square(x), 1.2 * square(x))};
    return withSquare(node("BatchNormalization", name, inputs, {{"epsilon", epsilon}}), 1);
}

ValueId GraphBuilder::convNorm(const std::string& name, ValueId x, const ConvForm& form, double epsilon)
{
    return batchNorm(name + ".norm", conv(name, x, form), epsilon);
}

ValueId GraphBuilder::convNormRelu(const std::string& name, ValueId x, const ConvForm& form, double epsilon)
{
    return relu(name + ".relu", convNorm(name, x, form, epsilon));
}

ValueId GraphBuilder::relu(const std::string& name, ValueId x)
{
    return withSquare(node("Relu", name, {x}), square(x) / 2);
}

ValueId GraphBuilder::relu6(const std::string& name, ValueId x)
{
    const ValueId least = constant(name + ".min", Tensor::of<float>({}, std::vector<float>{0}));
    const ValueId most = constant(name + ".max", Tensor::of<float>({}, std::vector<float>{6}));
    return withSquare(node("Clip", name, {x, least, most}), square(x) / 2);
}

namespace {

Attributes poolAttributes(const PoolForm& form)
{
    Attributes attributes{{"kernel_shape", std::vector<int64_t>(2, form.kernel)},
                          {"strides", std::vector<int64_t>(2, form.stride)},
                          {"pads", std::vector<int64_t>(4, form.pad)}};
    if (form.ceil) {
        attributes["ceil_mode"] = int64_t{1};
    }
    return attributes;
}

} // namespace

ValueId GraphBuilder::maxPool(const std::string& name, ValueId x, const PoolForm& form)
{
    return withSquare(node("MaxPool", name, {x}, poolAttributes(form)), 2 * square(x));
}

ValueId GraphBuilder::averagePool(const std::string& name, ValueId x, const PoolForm& form)
{
    Attributes attributes = poolAttributes(form);
    attributes["count_include_pad"] = int64_t{1};
    return withSquare(node("AveragePool", name, {x}, std::move(attributes)), square(x) / 2);
}

ValueId GraphBuilder::globalAveragePool(const std::string& name, ValueId x)
{
    return withSquare(node("GlobalAveragePool", name, {x}), square(x) / 2);
}

ValueId GraphBuilder::flatten(const std::string& name, ValueId x)
{
    return node("Flatten", name, {x}, {{"axis", int64_t{1}}});
}

ValueId GraphBuilder::softmax(const std::string& name, ValueId x)
{
    return node("Softmax", name, {x}, {{"axis", int64_t{-1}}});
}

ValueId GraphBuilder::add(const std::string& name, ValueId a, ValueId b)
{
    return withSquare(node("Add", name, {a, b}), square(a) + square(b));
}

ValueId GraphBuilder::concat(const std::string& name, const std::vector<ValueId>& parts, int64_t axis)
{
    double sum = 0;
    double extents = 0;
    for (const ValueId part : parts) {
        const auto count = static_cast<double>(extent(part, static_cast<size_t>(axis)));
        sum += square(part) * count;
        extents += count;
    }
    return withSquare(node("Concat", name, parts, {{"axis", axis}}), sum / extents);
}

ValueId GraphBuilder::node(const std::string& op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes)
{
    if (!m_right) {
        return inputs.front();
    }
    Node made{op, name, std::move(attributes), std::move(inputs), {kNoValue}, {}};
    auto inferred = withPrefix(nodeText(m_graph, made), inferNode(made, {m_graph, made}));
    if (!inferred) {
        m_right = fail(inferred);
        return made.inputs.front();
    }
    made.outputs[0] = m_graph.add({name, std::move(inferred->front()), nullptr});
    m_graph.nodes.push_back(made);
    return withSquare(made.outputs[0], square(made.inputs.front()));
}

ValueId GraphBuilder::constant(const std::string& name, Tensor tensor)
{
    return withSquare(m_graph.addConstant(name, std::move(tensor)), 1);
}

int64_t GraphBuilder::extent(ValueId id, size_t axis) const
{
    const Shape& shape = m_graph.value(id).type->shape;
    return axis < shape.size() ? shape[axis] : 1;
}

Result<Graph> GraphBuilder::finish(std::vector<ValueId> outputs) &&
{
    TRY(m_right);
    m_graph.outputs = std::move(outputs);
    return std::move(m_graph);
}

ValueId GraphBuilder::weights(const std::string& name, const Shape& shape, double low, double high)
{
    if (m_right) {
        m_right = checkShape(shape);
    }
    Tensor tensor(TensorType{ir::float32, m_right ? shape : Shape{0}});
    const std::span<float> to = tensor.as<float>();
    fillUniform(to.data(), to.size(), static_cast<float>(low), static_cast<float>(high), seedOf(name));
    return constant(name, std::move(tensor));
}

ValueId GraphBuilder::factors(const std::string& name, const Shape& shape, int64_t terms, ValueId x)
{
    // The variance of the sum is terms * square * limit^2 / 3; makes it 1.
    const double limit = std::sqrt(3 / (static_cast<double>(std::max<int64_t>(terms, 1)) * square(x)));
    return weights(name, shape, -limit, limit);
}

ValueId GraphBuilder::withSquare(ValueId id, double square)
{
    m_squares.resize(m_graph.values.size(), 1);
    m_squares[static_cast<size_t>(id)] = square;
    return id;
}

} // namespace knobscope
