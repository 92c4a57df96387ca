// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of integers without zero points (integerConvs) as sums of 8-bit integers with them.
#include "core/graph/operator.h"
#include "core/graph/operators/window.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace knobscope {
namespace {

constexpr int64_t kOffset = 128; ///< from int8 to uint8

/// Calls `take` with the output channel of each weight and the weight: a convolution's are by output, a product's (inputs,
/// outputs).
template<class Take>
void eachWeight(const Tensor& weights, bool isProduct, const Take& take)
{
    const auto all = weights.as<int16_t>();
    const auto outputs = static_cast<size_t>(weights.shape()[isProduct ? 1 : 0]);
    for (size_t i = 0; i < all.size(); ++i) {
        take(isProduct ? i % outputs : i / (all.size() / outputs), int64_t{all[i]});
    }
}

/// Whether weights without zero points are int8 and no sum with uint8 data exceeds int32.
bool fitBytes(const Tensor& weights, bool isProduct)
{
    bool areBytes = true;
    std::vector<int64_t> sums(static_cast<size_t>(weights.shape()[isProduct ? 1 : 0]));
    eachWeight(weights, isProduct, [&](size_t output, int64_t weight) {
        areBytes = areBytes && weight >= std::numeric_limits<int8_t>::min() && weight <= std::numeric_limits<int8_t>::max();
        sums[output] += std::abs(weight);
    });
    return areBytes && std::ranges::all_of(sums, [](int64_t sum) {
               return sum * std::numeric_limits<uint8_t>::max() <= std::numeric_limits<int32_t>::max();
           });
}

bool isPadded(const Window& window)
{
    const auto isSome = [](int64_t pad) { return pad != 0; };
    return std::ranges::any_of(window.before, isSome) || std::ranges::any_of(window.after, isSome);
}

/// The only node that reads a value, as its first input; SIZE_MAX if there is none.
size_t onlyReader(const std::vector<Node>& nodes, ValueId value)
{
    constexpr size_t none = std::numeric_limits<size_t>::max();
    size_t found = none;
    for (size_t n = 0; n < nodes.size(); ++n) {
        if (const auto uses = std::ranges::count(nodes[n].inputs, value); uses > 0) {
            if (found != none || uses > 1 || nodes[n].inputs[0] != value) {
                return none;
            }
            found = n;
        }
    }
    return found;
}

/// Sums of bytes in place of one sum of int16.
struct ByteConv {
    ValueId data = kNoValue; ///< 8-bit integers
    ValueId words = kNoValue; ///< these as int16, without the zero point
    double zero = 0; ///< of uint8: that of int8 is moved by 128
    bool isPaddedBefore = false; ///< with the zero point
    bool isProduct = false; ///< of matrices
    const Tensor* weights = nullptr; ///< int16
};

/// Finds them in a graph.
class ByteConvs
{
public:
    explicit ByteConvs(const Graph& graph)
        : m_graph(graph)
        , m_producers(producersOf(graph))
    {
    }

    std::optional<ByteConv> of(const Node& node) const
    {
        const bool isProduct = node.op == "MatMulInteger";
        const bool isSum = isProduct || node.op == "ConvInteger";
        const Tensor* weights = isSum && node.inputs.size() == 2 ? constantOf(m_graph, node, 1) : nullptr;
        if (!weights || weights->number() != numberTypeOf<int16_t>()) {
            return std::nullopt;
        }
        const Node* from = producerOf(node.inputs[0]);
        if (!isProduct && from && from->op == "Reshape") {
            from = producerOf(from->inputs[0]); // before a fully connected layer
        }
        const Tensor* zero = from && from->op == "SubtractZeroPoint" ? constantOf(m_graph, *from, 1) : nullptr;
        if (!zero || !fitBytes(*weights, isProduct)) {
            return std::nullopt;
        }
        ByteConv conv{from->inputs[0], from->outputs[0], zero->reals().front(), false, isProduct, weights};
        if (m_graph.value(conv.data).type->number == ir::int8) {
            if (!isMovable(conv.data)) {
                return std::nullopt;
            }
            conv.zero += kOffset;
        }
        conv.isPaddedBefore = conv.zero != 0 && !isProduct && isPadded(Window::ofConv(OperatorCall(m_graph, node)));
        const size_t reader = onlyReader(m_graph.nodes, node.outputs[0]);
        return reader < m_graph.nodes.size() && m_graph.nodes[reader].op == "Cast" ? std::optional(conv) : std::nullopt;
    }

private:
    const Node* producerOf(ValueId value) const
    {
        const int producer = m_producers[static_cast<size_t>(value)];
        return producer < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(producer)];
    }

    /// Whether int8 values may as well be uint8: only a QuantizeLinear and nodes that subtract the zero point know them.
    bool isMovable(ValueId data) const
    {
        const Node* quantizer = producerOf(data);
        return quantizer && quantizer->op == "QuantizeLinear" && constantOf(m_graph, *quantizer, 2)
            && std::ranges::find(m_graph.outputs, data) == m_graph.outputs.end()
            && std::ranges::all_of(m_graph.nodes, [&](const Node& node) {
                   return node.op == "SubtractZeroPoint" || std::ranges::find(node.inputs, data) == node.inputs.end();
               });
    }

    const Graph& m_graph;
    std::vector<int> m_producers;
};

class MultiplyBytes
{
public:
    explicit MultiplyBytes(Graph& graph)
        : m_graph(graph)
        , m_names(graph)
    {
    }

    PassReport run(const std::set<size_t>& kept) &&
    {
        PassReport report{"byte products", {}};
        const ByteConvs all(m_graph);
        std::map<size_t, ByteConv> convs;
        for (size_t n = 0; n < m_graph.nodes.size(); ++n) {
            if (auto conv = kept.contains(n) ? std::nullopt : all.of(m_graph.nodes[n])) {
                m_bytes[conv->words] = {conv->data, kNoValue};
                convs.emplace(n, *std::move(conv));
            }
        }
        std::vector<Node> nodes = std::move(m_graph.nodes);
        for (size_t n = 0; n < nodes.size(); ++n) {
            readAsUnsigned(nodes[n]);
            readBytes(nodes[n]);
            if (const auto conv = convs.find(n); conv != convs.end()) {
                report.lines.push_back(fmt::format("{} multiplies bytes", nodeText(m_graph, nodes[n])));
                correct(nodes, nodes[n].outputs[0], conv->second);
                multiply(nodes[n], conv->second);
            }
            const std::vector<ValueId> outputs = nodes[n].outputs;
            m_made.push_back(std::move(nodes[n]));
            if (const auto added = m_added.find(outputs[0]); added != m_added.end()) {
                m_made.push_back(std::move(added->second));
            }
        }
        m_graph.nodes = std::move(m_made);
        return report;
    }

private:
    struct Bytes {
        ValueId data = kNoValue;
        ValueId zero = kNoValue; ///< a constant of the data's type
    };

    /// Makes the int8 values that convolutions read uint8 ones, where they are quantized and where their zero point is
    /// subtracted.
    void readAsUnsigned(Node& node)
    {
        const bool isQuantizer = node.op == "QuantizeLinear";
        if (!isQuantizer && node.op != "SubtractZeroPoint") {
            return;
        }
        const ValueId data = isQuantizer ? node.outputs[0] : node.inputs[0];
        const auto isIt = [&](const auto& one) { return one.second.data == data; };
        const auto found = std::ranges::find_if(m_bytes, isIt);
        if (found == m_bytes.end()) {
            return;
        }
        ValueId& zero = node.inputs[isQuantizer ? 2 : 1];
        TensorType& type = *m_graph.value(data).type;
        if (type.number == ir::int8) {
            m_moved.insert(data);
            type.number = ir::uint8;
        }
        if (m_moved.contains(data)) {
            const Tensor& own = *m_graph.value(zero).constant;
            const auto moved = static_cast<uint8_t>(own.reals().front() + kOffset);
            zero = constant(m_graph.value(data).name + " zero as uint8", Tensor::of<uint8_t>(own.shape(), {moved}));
        }
        if (!isQuantizer && m_bytes.contains(node.outputs[0])) {
            m_bytes[node.outputs[0]].zero = zero;
        }
    }

    void multiply(Node& node, const ByteConv& conv)
    {
        const std::string name = nameOf(m_graph, node);
        const Shape shape = m_graph.value(node.inputs[0]).type->shape;
        ValueId data = conv.data;
        if (m_graph.value(data).type->shape != shape) {
            const ValueId to = constant(name + " byte shape", Tensor::of<int64_t>({std::ssize(shape)}, shape));
            data = add("Reshape", name + " bytes", {data, to}, shape);
        }
        if (conv.isPaddedBefore) {
            data = padded(node, data, m_bytes.at(conv.words).zero);
        }
        Tensor weights(TensorType{ir::int8, conv.weights->shape()});
        std::ranges::transform(conv.weights->as<int16_t>(), weights.as<int8_t>().begin(),
                               [](int16_t weight) { return static_cast<int8_t>(weight); });
        node.inputs = {data, constant(name + " weights as bytes", std::move(weights))};
    }

    /// What sums of products with the zero point add for each output channel.
    static std::vector<float> correctionOf(const ByteConv& conv)
    {
        std::vector<int64_t> sums(static_cast<size_t>(conv.weights->shape()[conv.isProduct ? 1 : 0]));
        eachWeight(*conv.weights, conv.isProduct, [&](size_t output, int64_t weight) { sums[output] += weight; });
        std::vector<float> added;
        std::ranges::transform(sums, std::back_inserter(added),
                               [&](int64_t sum) { return static_cast<float>(-conv.zero * static_cast<double>(sum)); });
        return added;
    }

    /// Pads images with the zero point, and takes the padding from the convolution.
    ValueId padded(Node& node, ValueId data, ValueId zero)
    {
        const Window window = Window::ofConv(OperatorCall(m_graph, node));
        Shape shape = m_graph.value(data).type->shape;
        std::vector<int64_t> pads(2 * shape.size(), 0);
        for (size_t axis = 2; axis < shape.size(); ++axis) {
            pads[axis] = window.before[axis - 2];
            pads[shape.size() + axis] = window.after[axis - 2];
            shape[axis] += window.before[axis - 2] + window.after[axis - 2];
        }
        node.attributes.erase("pads");
        node.attributes.erase("auto_pad");
        const std::string name = nameOf(m_graph, node) + " padded";
        const ValueId amounts = constant(name + " amounts", Tensor::of<int64_t>({std::ssize(pads)}, pads));
        return add("Pad", name, {data, amounts, zero}, shape);
    }

    /// A DequantizeLinear reads the bytes instead of the words, which then nothing writes.
    void readBytes(Node& node)
    {
        const auto bytes = node.op == "DequantizeLinear" ? m_bytes.find(node.inputs[0]) : m_bytes.end();
        if (bytes != m_bytes.end()) {
            node.inputs = {bytes->second.data, node.inputs[1], bytes->second.zero};
        }
    }

    /// Adds what the zero point needs to the numbers of sums: to the bias that follows, if there is one.
    void correct(std::vector<Node>& nodes, ValueId sums, const ByteConv& conv)
    {
        if (conv.zero == 0) {
            return;
        }
        std::vector<float> added = correctionOf(conv);
        Node& cast = nodes[onlyReader(nodes, sums)];
        const ValueId numbers = cast.outputs[0];
        const size_t reader = onlyReader(nodes, numbers);
        Node* next = reader < nodes.size() && nodes[reader].op == "Add" ? &nodes[reader] : nullptr;
        const Tensor* bias = next ? constantOf(m_graph, *next, 1) : nullptr;
        if (bias && bias->size() == std::ssize(added)) {
            std::ranges::transform(added, bias->as<float>(), added.begin(), std::plus());
            next->inputs[1] =
                constant(m_graph.value(next->inputs[1]).name + " of bytes", Tensor::of<float>(bias->shape(), added));
            return;
        }
        const std::string name = m_graph.value(numbers).name + " of bytes";
        Shape each(conv.isProduct ? 1 : m_graph.value(sums).type->shape.size() - 1, 1);
        each[0] = std::ssize(added);
        const ValueId by = constant(name + " zero", Tensor::of<float>(each, added));
        cast.outputs[0] = m_graph.add({m_names.reserve(name), m_graph.value(numbers).type, nullptr});
        m_added.emplace(cast.outputs[0], Node{"Add", name, {}, {cast.outputs[0], by}, {numbers}, {}});
    }

    ValueId constant(const std::string& name, Tensor tensor)
    {
        return m_graph.addConstant(m_names.reserve(name), std::move(tensor));
    }

    ValueId add(const char* op, const std::string& name, std::vector<ValueId> inputs, const Shape& shape)
    {
        const TensorType type{m_graph.value(inputs[0]).type->number, shape};
        const ValueId made = m_graph.add({m_names.reserve(name), type, nullptr});
        m_made.push_back({op, name, {}, std::move(inputs), {made}, {}});
        return made;
    }

    Graph& m_graph;
    UniqueNames m_names;
    std::map<ValueId, Bytes> m_bytes; ///< by words
    std::set<ValueId> m_moved; ///< were int8
    std::map<ValueId, Node> m_added; ///< by the output after which they are added
    std::vector<Node> m_made;
};

} // namespace

ByteProducts byteProductsOf(const Graph& graph, const Node& node)
{
    const auto conv = ByteConvs(graph).of(node);
    return !conv ? ByteProducts::No : conv->isPaddedBefore ? ByteProducts::PaddedBefore : ByteProducts::Yes;
}

Result<PassReport> multiplyBytes(Graph& graph, const std::set<size_t>& kept)
{
    PassReport report = MultiplyBytes(graph).run(kept);
    if (!report.lines.empty()) {
        TRY(removeDeadNodes(graph));
        if (const auto right = checkGraph(graph); !right) {
            return fail(ErrorCode::Internal, "after {}: {}", report.pass, right.error());
        }
    }
    return report;
}

} // namespace knobscope
