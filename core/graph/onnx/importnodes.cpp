// SPDX-License-Identifier: GPL-3.0-or-later
// Imports the nodes of a model: sorts them, and adds, folds or rejects each.
#include "core/base/strings.h"
#include "core/base/visibletext.h"
#include "core/graph/onnx/expansion.h"
#include "core/graph/onnx/import.h"
#include "core/graph/onnx/protonode.h"
#include "core/graph/onnx/upgrade.h"
#include "core/graph/operator.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace knobscope {
namespace {

constexpr int kMostNodes = 200'000;
/// Limit of elements to fold during import, which is for computed shapes; a pass folds weights later.
constexpr int64_t kMostFolded = 1 << 16;
/// Limit over all nodes: a small file can ask for many large tensors filled with one number.
constexpr int64_t kMostFoldedInAll = 1 << 22;

bool isOfOnnx(const onnx::NodeProto& proto)
{
    return proto.domain().empty() || proto.domain() == "ai.onnx";
}

/// Operator name from an untrusted file, made printable and cut to 80 bytes.
std::string operatorName(const onnx::NodeProto& proto)
{
    return visibleText(truncateUtf8(proto.op_type(), 80), Lines::Escape);
}

Sentence nodeText(const onnx::NodeProto& proto)
{
    const auto made = std::ranges::find_if_not(proto.output(), &std::string::empty);
    return knobscope::nodeText(proto.name().empty() && made != proto.output().end() ? *made : proto.name(), operatorName(proto));
}

/// Returns the value of a Constant node.
std::optional<Tensor> constantOf(const Node& node, const std::map<std::string, Tensor>& tensors)
{
    if (const auto value = tensors.find("value"); value != tensors.end()) {
        return value->second;
    }
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* integer = std::get_if<int64_t>(&attribute); integer && name == "value_int") {
            return Tensor::of<int64_t>({}, std::vector<int64_t>{*integer});
        }
        if (const auto* real = std::get_if<double>(&attribute); real && name == "value_float") {
            return Tensor::of<float>({}, std::vector<float>{static_cast<float>(*real)});
        }
        if (const auto* integers = std::get_if<std::vector<int64_t>>(&attribute); integers && name == "value_ints") {
            return Tensor::of<int64_t>({static_cast<int64_t>(integers->size())}, *integers);
        }
        if (const auto* reals = std::get_if<std::vector<double>>(&attribute); reals && name == "value_floats") {
            return Tensor::of<float>({static_cast<int64_t>(reals->size())}, std::vector<float>(reals->begin(), reals->end()));
        }
    }
    return std::nullopt;
}

/// True for a normalization by the mean and variance of its own input. Old definitions say so only by the number of their
/// outputs.
bool isInTraining(const onnx::NodeProto& proto)
{
    return std::ranges::any_of(proto.attribute(), [](const auto& one) { return one.name() == "training_mode" && one.i() != 0; });
}

Error unsupported(Sentence why)
{
    return {ErrorCode::Unsupported, std::move(why)};
}

int64_t elementsOfAll(const std::vector<TensorType>& types)
{
    return std::accumulate(types.begin(), types.end(), int64_t{0},
                           [](int64_t sum, const TensorType& type) { return sum + elementsOf(type.shape); });
}

} // namespace

ErrorCode Importer::codeOf(const Error& refusal) const
{
    const bool isOfFile = m_options.shapes.empty() && m_options.openShapes.empty() && m_options.values.empty();
    return isOfFile && refusal.code == ErrorCode::InvalidArgument ? ErrorCode::Corrupt : refusal.code;
}

void Importer::collectNames()
{
    std::set<std::string> names;
    for (const auto& [name, id] : m_ids) {
        names.insert(name);
    }
    for (const onnx::NodeProto& node : m_proto.node()) {
        names.insert(node.output().begin(), node.output().end());
    }
    m_names = UniqueNames(std::move(names));
    addReadNames(m_proto);
}

void Importer::addReadNames(const onnx::GraphProto& graph)
{
    std::ranges::for_each(graph.output(), [&](const auto& output) { m_read.insert(output.name()); });
    for (const onnx::NodeProto& node : graph.node()) {
        m_read.insert(node.input().begin(), node.input().end());
        std::ranges::for_each(node.attribute(), [&](const auto& attribute) { addReadNames(attribute.g()); });
    }
}

/// Outputs of a node without those of a training's batch normalization that nothing reads.
std::vector<std::string> Importer::namedOutputs(const onnx::NodeProto& proto) const
{
    std::vector<std::string> outputs(proto.output().begin(), proto.output().end());
    while (proto.op_type() == "BatchNormalization" && outputs.size() > 1 && !m_read.contains(outputs.back())) {
        outputs.pop_back();
    }
    return outputs;
}

Result<std::vector<int>> Importer::orderedNodes(const onnx::GraphProto& graph) const
{
    const int count = graph.node_size();
    if (count > kMostNodes) {
        return fail(ErrorCode::LimitExceeded, "it has {} nodes; the limit is {}", count, kMostNodes);
    }
    std::map<std::string, int> makers;
    for (int n = 0; n < count; ++n) {
        for (const std::string& output : graph.node(n).output()) {
            const auto [place, isNew] = makers.emplace(output, n);
            if (!output.empty() && (!isNew || m_ids.contains(output))) {
                return fail(ErrorCode::Corrupt, "{}: its output {} is already computed by {}", nodeText(graph.node(n)),
                            quotedName(output), isNew ? phrase("an input or initializer") : nodeText(graph.node(place->second)));
            }
        }
    }
    std::vector<int> waitsFor(static_cast<size_t>(count), 0);
    std::vector<std::vector<int>> readers(static_cast<size_t>(count));
    for (int n = 0; n < count; ++n) {
        for (const std::string& input : namesReadBy(graph.node(n))) {
            const auto maker = makers.find(input);
            if (m_ids.contains(input)) {
                continue;
            }
            if (maker == makers.end()) {
                return fail(ErrorCode::Corrupt, "{}: no node computes its input {}", nodeText(graph.node(n)), quotedName(input));
            }
            readers[static_cast<size_t>(maker->second)].push_back(n);
            ++waitsFor[static_cast<size_t>(n)];
        }
    }
    std::set<int> ready; // lowest index first, to keep the file's order where possible
    for (int n = 0; n < count; ++n) {
        if (waitsFor[static_cast<size_t>(n)] == 0) {
            ready.insert(n);
        }
    }
    std::vector<int> order;
    while (!ready.empty()) {
        order.push_back(*ready.begin());
        ready.erase(ready.begin());
        for (const int reader : readers[static_cast<size_t>(order.back())]) {
            if (--waitsFor[static_cast<size_t>(reader)] == 0) {
                ready.insert(reader);
            }
        }
    }
    if (static_cast<int>(order.size()) < count) {
        const auto stuck = std::find_if(waitsFor.begin(), waitsFor.end(), [](int left) { return left > 0; }) - waitsFor.begin();
        return fail(ErrorCode::Corrupt, "{} depends on its own output, or on nodes that do",
                    nodeText(graph.node(static_cast<int>(stuck))));
    }
    return order;
}

void Importer::assignDeclaredTypes(const Node& node)
{
    for (const ValueId output : presentValues(node.outputs)) {
        Value& value = m_result.graph.value(output);
        if (value.type) {
            continue;
        }
        if (const auto declared = m_declared.find(value.name); declared != m_declared.end() && m_options.shapes.empty()) {
            value.type = declared->second;
        } else {
            m_unknown[output] = phrase("the output of {} is unknown", nodeText(m_result.graph, node));
        }
    }
}

/// Keeps a node that cannot be computed. Types of outputs are those that the file declares, but for shapes that depend on data:
/// exporters declare those of their example.
Result<void> Importer::rejectNode(Node node, const Error& why)
{
    if (m_mostInTail) {
        return fail(why.code, "{}: {}", nodeText(m_result.graph, node), why);
    }
    const auto isLate = [&](ValueId id) { return m_late.contains(id); };
    node.unsupported = why;
    if (why.code == ErrorCode::DependsOnData || std::ranges::any_of(node.inputs, isLate)) {
        for (const ValueId output : presentValues(node.outputs)) {
            m_late.insert(output);
            m_unknown[output] = phrase("the output of {} is unknown", nodeText(m_result.graph, node));
        }
    } else {
        assignDeclaredTypes(node);
    }
    m_result.unsupported.push_back({nameOf(m_result.graph, node), node.op, why});
    m_result.graph.nodes.push_back(std::move(node));
    return {};
}

/// Keeps a node that reads a value of an unknown type.
Result<void> Importer::rejectReader(Node node, ValueId unknown)
{
    return rejectNode(std::move(node), unsupported(m_unknown[unknown]));
}

Result<void> Importer::readNode(const onnx::NodeProto& proto)
{
    ++m_result.operators[operatorName(proto)];
    Node node{operatorName(proto), proto.name().empty() ? std::string() : m_prefix + proto.name(), {}, {}, {}, {}};
    for (const std::string& input : proto.input()) {
        node.inputs.push_back(input.empty() ? kNoValue : m_ids.at(input));
    }
    for (const std::string& output : namedOutputs(proto)) {
        const auto id = TRY(withPrefix(nodeText(proto), output.empty() ? Result<ValueId>(kNoValue) : declare(output)));
        node.outputs.push_back(id);
    }
    if (isExpanded(proto.domain(), proto.op_type()) && (proto.op_type() != "BatchNormalization" || isInTraining(proto))) {
        auto contents = TRY(withPrefix(nodeText(proto), contentsOf(proto, m_folder)));
        node.attributes = std::move(contents.attributes);
        if (!contents.unsupported.empty()) {
            return rejectNode(std::move(node), unsupported(contents.unsupported));
        }
        return addExpanded(std::move(node), proto.domain());
    }
    if (!isOfOnnx(proto)) {
        return rejectNode(std::move(node), unsupported(phrase("the domain {} is not supported", quotedName(proto.domain()))));
    }
    if (!isOnnxOperator(proto.op_type(), m_result.opset)) {
        return rejectNode(std::move(node),
                          unsupported(phrase("ONNX's opset {} has no operator {}", m_result.opset, quotedName(proto.op_type()))));
    }
    if (const Sentence trouble = schemaError(proto, m_result.opset); !trouble.empty()) {
        return fail(ErrorCode::Corrupt, "{}: {}", nodeText(proto), trouble);
    }
    if (isControlFlow(proto)) {
        return withPrefix(nodeText(proto), readControlFlow(proto, std::move(node)));
    }
    auto contents = TRY(withPrefix(nodeText(proto), contentsOf(proto, m_folder)));
    node.attributes = std::move(contents.attributes);
    if (!contents.unsupported.empty()) {
        return rejectNode(std::move(node), unsupported(contents.unsupported));
    }
    if (proto.op_type() == "Constant") {
        return addConstantNode(node, contents.tensors);
    }
    const bool isTyped = std::ranges::all_of(presentValues(node.inputs),
                                             [&](ValueId input) { return m_result.graph.value(input).type.has_value(); });
    const bool isModernized = isTyped || m_result.opset >= 13; // some older operators need shapes for the upgrade
    node.completeInOpset = findOperator(node.op) && !isModernized ? 0 : m_result.opset;
    for (Node& before : upgradeToCurrentOpset(m_result.graph, node, contents.tensors, m_result.opset, m_names)) {
        TRY(addNode(std::move(before)));
    }
    return addNode(std::move(node));
}

Result<void> Importer::addConstantNode(const Node& node, const std::map<std::string, Tensor>& tensors)
{
    auto tensor = constantOf(node, tensors);
    if (!tensor || node.outputs.empty() || node.outputs[0] == kNoValue) {
        return rejectNode(node, unsupported(phrase("it has no value of a supported type")));
    }
    m_result.graph.setConstant(node.outputs[0], std::move(*tensor));
    return {};
}

/// Adds the nodes that compute an operator of ONNX Runtime or of a new opset.
Result<void> Importer::addExpanded(Node node, const std::string& domain)
{
    for (const ValueId input : presentValues(node.inputs)) {
        if (!m_result.graph.value(input).type) {
            return rejectReader(std::move(node), input);
        }
    }
    auto nodes = expand(m_result.graph, node, m_names, domain);
    if (!nodes && isRefusal(nodes.error())) {
        return rejectNode(std::move(node), nodes.error());
    }
    if (!nodes) {
        return fail(codeOf(nodes.error()), "{}: {}", nodeText(m_result.graph, node), nodes.error());
    }
    for (Node& one : *nodes) {
        TRY(addNode(std::move(one)));
    }
    return {};
}

Result<void> Importer::addNode(Node node)
{
    Graph& graph = m_result.graph;
    for (const ValueId input : presentValues(node.inputs)) {
        if (!graph.value(input).type) {
            return rejectReader(std::move(node), input);
        }
    }
    const KnownInputs inputs(graph, node);
    const auto types = inferNode(node, inputs);
    if (!types && isRefusal(types.error())) {
        return rejectNode(std::move(node), types.error());
    }
    if (!types) {
        return fail(codeOf(types.error()), "{}: {}", nodeText(graph, node), types.error());
    }
    const int64_t elements = elementsOfAll(*types);
    if (m_mostInTail && elements > *m_mostInTail - m_folded) {
        return fail(ErrorCode::LimitExceeded, "{}: the nodes whose shapes depend on data would compute more than {} elements",
                    nodeText(graph, node), *m_mostInTail);
    }
    // Passes read quantized weights as integers; no shape is dequantized.
    const bool isShort = elements <= std::min(kMostFolded, kMostFoldedInAll - m_folded) && node.op != "DequantizeLinear";
    const bool isFolded = (m_mostInTail || isShort) && isKnown(node, inputs);
    std::vector<Tensor> computed;
    if (isFolded) {
        m_folded += elements;
        auto made = evaluateAs(*types, node, inputs, m_workers);
        if (!made) {
            return fail(codeOf(made.error()), "{}: {}", nodeText(graph, node), made.error());
        }
        computed = std::move(*made);
    }
    if (!node.outputs.empty() && node.outputs[0] == kNoValue) { // an LSTM of which only the last state is used
        node.outputs[0] = graph.add({m_names.reserve(nameOf(graph, node) + " (unused)"), {}, nullptr});
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i] == kNoValue) {
            continue;
        }
        Value& value = graph.value(node.outputs[i]);
        value.type = (*types)[i];
        value.constant = isFolded ? std::make_shared<const Tensor>(std::move(computed[i])) : nullptr;
    }
    if (isFolded && !m_mostInTail) {
        m_result.computed.push_back(fmt::format("{} is a constant", nodeText(graph, node)));
    } else if (!isFolded) {
        graph.nodes.push_back(std::move(node));
    }
    return {};
}

} // namespace knobscope
