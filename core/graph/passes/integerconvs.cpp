// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions, fully connected layers and products with weights between DequantizeLinear and QuantizeLinear as sums of integers.
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/quantization.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>

namespace knobscope {
namespace {

constexpr ir::DataType kWord = numberTypeOf<int16_t>();

bool isByte(ir::DataType number)
{
    return number == ir::uint8 || number == ir::int8;
}

/// A layer's parameters as integers. Its sums have one scale for each output channel.
struct IntegerConv {
    ValueId data = kNoValue; ///< 8-bit integers with a zero point
    double zero = 0;
    bool isProduct = false; ///< rows by weights (inputs, outputs): a MatMulInteger, else a ConvInteger
    Tensor weights; ///< int16, without zero points
    std::vector<float> scales; ///< of the sums
    std::vector<float> bias; ///< in units of these; empty: none
};

class IntegerConvs
{
public:
    explicit IntegerConvs(Graph& graph)
        : m_graph(graph)
        , m_producers(producersOf(graph))
        , m_units(graph)
        , m_names(graph)
    {
    }

    PassReport run() &&
    {
        PassReport report{"integer convolutions", {}};
        for (size_t n = 0; n < m_graph.nodes.size(); ++n) {
            if (auto conv = integersOf(m_graph.nodes[n])) {
                m_words.try_emplace(conv->data, Words{conv->zero, kNoValue});
                m_convs.emplace(n, *std::move(conv));
            }
        }
        if (m_convs.empty()) {
            return report;
        }
        std::vector<Node> nodes = std::move(m_graph.nodes);
        for (const ValueId input : m_graph.inputs) {
            addWords(input);
        }
        for (size_t n = 0; n < nodes.size(); ++n) {
            const auto conv = m_convs.find(n);
            if (conv != m_convs.end()) {
                report.lines.push_back(fmt::format("{} sums integers", nodeText(m_graph, nodes[n])));
                addConv(nodes[n], conv->second, nodes);
                continue;
            }
            readWords(nodes[n]);
            const std::vector<ValueId> outputs = nodes[n].outputs;
            m_made.push_back(std::move(nodes[n]));
            for (const ValueId output : presentValues(outputs)) {
                addWords(output);
            }
        }
        m_graph.nodes = std::move(m_made);
        removeUnread();
        return report;
    }

private:
    /// An 8-bit value without its zero point.
    struct Words {
        double zero = 0;
        ValueId value = kNoValue;
    };

    /// The node that dequantizes an input; null if there is none.
    const Node* dequantizerOf(const Node& node, size_t input) const
    {
        const int producer = input < node.inputs.size() && node.inputs[input] != kNoValue
                               ? m_producers[static_cast<size_t>(node.inputs[input])]
                               : -1;
        const Node* found = producer < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(producer)];
        return found && found->op == "DequantizeLinear" ? found : nullptr;
    }

    std::optional<IntegerConv> integersOf(const Node& node) const
    {
        const Node* data = node.unsupported.empty() ? dequantizerOf(node, 0) : nullptr;
        const Node* weights = data ? dequantizerOf(node, 1) : nullptr;
        if (!weights || !constantOf(m_graph, *weights, 0) || constantOf(m_graph, *data, 0)) {
            return std::nullopt;
        }
        const auto from = scalingOf(m_graph, *data, -1);
        const auto of = scalingOf(m_graph, *weights, axisOfOutputs(node));
        const auto& type = m_graph.value(data->inputs[0]).type;
        const Tensor& own = *constantOf(m_graph, *weights, 0);
        if (!from || !of || from->scales.size() != 1 || !type || !isByte(type->number) || !isByte(own.number())) {
            return std::nullopt;
        }
        const bool isConv = sumsAsIntegers(node, type->shape, own.shape());
        if (!isConv && !multipliesRows(node, type->shape, own.shape())) {
            return std::nullopt;
        }
        IntegerConv conv{data->inputs[0], from->zeros[0], !isConv, {}, {}, {}};
        const auto known = m_words.find(conv.data);
        const auto axis = static_cast<size_t>(axisOfOutputs(node));
        if ((known != m_words.end() && known->second.zero != conv.zero) || !takeWeights(conv, own, axis, *of, type->number)) {
            return std::nullopt;
        }
        for (size_t k = 0; k < static_cast<size_t>(own.shape()[axis]); ++k) {
            conv.scales.push_back(static_cast<float>(from->scales[0]) * static_cast<float>(of->scales[k % of->scales.size()]));
        }
        return takeBias(conv, node) ? std::optional(std::move(conv)) : std::nullopt;
    }

    /// Rows and columns as images of one pixel; images and lines as they are.
    static Shape asImage(Shape shape)
    {
        if (shape.size() == 2) {
            shape.resize(4, 1);
        }
        return shape;
    }

    /// Subtracts the zero points; `axis`: of the outputs. Returns false if a sum could exceed 30 bits: four times as much
    /// must fit for Winograd's convolution (core/op/winograd.h).
    static bool takeWeights(IntegerConv& conv, const Tensor& from, size_t axis, const Scaling& scaling, ir::DataType data)
    {
        const double low = data == ir::int8 ? -128 : 0;
        const double largest = std::max(conv.zero - low, low + 255 - conv.zero);
        const std::vector<double> values = from.reals();
        const auto outputs = static_cast<size_t>(from.shape()[axis]);
        const size_t each = values.size() / outputs;
        conv.weights = Tensor(TensorType{
            kWord, conv.isProduct ? Shape{std::ssize(values) / from.shape()[axis], from.shape()[axis]} : asImage(from.shape())});
        for (size_t k = 0; k < outputs; ++k) {
            double sum = 0;
            for (size_t i = 0; i < each; ++i) {
                const size_t byInput = i * outputs + k, byOutput = k * each + i;
                const double weight = values[axis == 1 ? byInput : byOutput] - scaling.zeros[k % scaling.zeros.size()];
                conv.weights.as<int16_t>()[conv.isProduct ? byInput : byOutput] = static_cast<int16_t>(weight);
                sum += std::abs(weight);
            }
            if (sum * largest > std::numeric_limits<int32_t>::max() / 4) {
                return false;
            }
        }
        return true;
    }

    /// Returns false if the bias is no constant. Quantizers write it as integers in units of the sums.
    bool takeBias(IntegerConv& conv, const Node& node) const
    {
        if (node.inputs.size() < 3 || node.inputs[2] == kNoValue) {
            return true;
        }
        const Tensor* plain = constantOf(m_graph, node, 2);
        const Node* quantized = plain ? nullptr : dequantizerOf(node, 2);
        const Tensor* integers = quantized ? constantOf(m_graph, *quantized, 0) : nullptr;
        const auto scaling = integers ? scalingOf(m_graph, *quantized, 0) : std::nullopt;
        if (!plain && !scaling) {
            return false;
        }
        std::vector<double> bias = (plain ? plain : integers)->reals();
        if (bias.size() != conv.scales.size()) {
            return false;
        }
        for (size_t k = 0; k < bias.size(); ++k) {
            if (scaling) {
                bias[k] = (bias[k] - scaling->zeros[k % scaling->zeros.size()]) * scaling->scales[k % scaling->scales.size()];
            }
            conv.bias.push_back(static_cast<float>(bias[k] / static_cast<double>(conv.scales[k])));
        }
        return std::ranges::all_of(conv.bias, [](float one) { return std::isfinite(one); });
    }

    /// Adds a node that makes `made`, or a new value.
    ValueId add(const char* op, std::string name, std::vector<ValueId> inputs, Attributes attributes, ir::DataType number,
                const Shape& shape, ValueId made = kNoValue)
    {
        made = made != kNoValue ? made : m_graph.add({m_names.reserve(name), TensorType{number, shape}, nullptr});
        m_made.push_back({op, std::move(name), std::move(attributes), std::move(inputs), {made}, {}});
        return made;
    }

    /// Adds a value's words after its producer if a convolution reads them.
    void addWords(ValueId value)
    {
        const auto words = m_words.find(value);
        if (words == m_words.end()) {
            return;
        }
        const std::string name = m_graph.value(value).name + " centred";
        const TensorType type = *m_graph.value(value).type;
        Tensor zero(TensorType{type.number, {}});
        withType(type.number, [&]<class T>() { zero.as<T>()[0] = static_cast<T>(words->second.zero); });
        const ValueId of = m_graph.addConstant(m_names.reserve(name + " zero"), std::move(zero));
        words->second.value = add("SubtractZeroPoint", name, {value, of}, {}, kWord, type.shape);
    }

    /// Makes a DequantizeLinear read the words in place of the value, which is then inside a kernel only.
    void readWords(Node& node)
    {
        const auto words = node.op == "DequantizeLinear" ? m_words.find(node.inputs[0]) : m_words.end();
        const auto scaling = words == m_words.end() ? std::nullopt : scalingOf(m_graph, node, -1);
        if (scaling && scaling->scales.size() == 1 && scaling->zeros[0] == words->second.zero) {
            node.inputs = {words->second.value, node.inputs[1]};
            node.attributes.clear();
        }
    }

    /// A number for each channel of values with these extents: the last axis of a product, the second one of images.
    ValueId numbers(const std::string& name, const std::vector<float>& list, const Shape& of, bool isProduct)
    {
        Shape shape(isProduct ? 1 : of.size() - 1, 1);
        shape[0] = static_cast<int64_t>(list.size());
        return m_graph.addConstant(m_names.reserve(name), Tensor::of<float>(shape, list));
    }

    /// (sums + bias) * scale; in the units of the integers that they are quantized to next, as other implementations compute it.
    void addConv(const Node& node, IntegerConv& conv, std::vector<Node>& nodes)
    {
        const std::string name = nameOf(m_graph, node);
        const ValueId output = node.outputs[0];
        const Shape shape = m_graph.value(output).type->shape;
        if (const auto unit = m_units.takeUnit(m_graph, nodes, output)) {
            std::ranges::for_each(conv.scales, [&](float& one) { one /= static_cast<float>(*unit); });
        }
        const ValueId weights = m_graph.addConstant(m_names.reserve(name + " weights"), std::move(conv.weights));
        const ValueId words = m_words.at(conv.data).value;
        const bool isImage = node.op == "Conv", isReshaped = !isImage && !conv.isProduct;
        const Shape image = isReshaped ? asImage(shape) : shape;
        const ValueId data = isReshaped ? reshaped(words, asImage(m_graph.value(words).type->shape), name + " image") : words;
        ValueId value = add(conv.isProduct ? "MatMulInteger" : "ConvInteger", name, {data, weights},
                            isImage ? node.attributes : Attributes(), ir::int32, image);
        value = add("Cast", name + " number", {value}, {{"to", ir::float32.text()}}, ir::float32, image);
        const auto each = [&](const char* what, const std::vector<float>& list) {
            return numbers(name + what, list, image, conv.isProduct);
        };
        if (!conv.bias.empty()) {
            value = add("Add", name + " bias", {value, each(" bias", conv.bias)}, {}, ir::float32, image);
        }
        value = add("Mul", name + " scale", {value, each(" scale", conv.scales)}, {}, ir::float32, image,
                    isReshaped ? kNoValue : output);
        if (isReshaped) {
            reshaped(value, shape, name + " rows", output);
        }
    }

    ValueId reshaped(ValueId value, const Shape& shape, const std::string& name, ValueId made = kNoValue)
    {
        const ValueId to = m_graph.addConstant(m_names.reserve(name + " shape"), Tensor::of<int64_t>({std::ssize(shape)}, shape));
        return add("Reshape", name, {value, to}, {}, m_graph.value(value).type->number, shape, made);
    }

    /// Removes the dequantizers of the convolutions, so that no pass computes their constants.
    void removeUnread()
    {
        const std::vector<int> uses = usesOf(m_graph);
        std::erase_if(m_graph.nodes, [&](const Node& node) {
            return node.op == "DequantizeLinear" && uses[static_cast<size_t>(node.outputs[0])] == 0;
        });
    }

    Graph& m_graph;
    std::vector<int> m_producers;
    QuantizerUnits m_units;
    UniqueNames m_names;
    std::map<ValueId, Words> m_words; ///< by 8-bit value
    std::map<size_t, IntegerConv> m_convs;
    std::vector<Node> m_made;
};

} // namespace

Result<PassReport> integerConvs(Graph& graph)
{
    return IntegerConvs(graph).run();
}

} // namespace knobscope
