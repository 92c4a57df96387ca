// SPDX-License-Identifier: GPL-3.0-or-later
// If with a constant condition becomes its branch; Loop and Scan with a known number of iterations become one copy of their body
// each.
#include "core/base/strings.h"
#include "core/graph/onnx/import.h"
#include "core/graph/onnx/protonode.h"
#include "core/graph/onnx/prototensor.h"

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

/// Limit of nodes that bodies add to one model.
constexpr int64_t kMostUnrolled = 20'000;

std::set<std::string> namesDefinedIn(const onnx::GraphProto& body)
{
    std::set<std::string> names;
    std::ranges::for_each(body.input(), [&](const auto& input) { names.insert(input.name()); });
    std::ranges::for_each(body.initializer(), [&](const auto& tensor) { names.insert(tensor.name()); });
    for (const onnx::NodeProto& node : body.node()) {
        names.insert(node.output().begin(), node.output().end());
    }
    return names;
}

const onnx::GraphProto* bodyOf(const onnx::NodeProto& proto, std::string_view attribute)
{
    const auto found = std::ranges::find_if(proto.attribute(), [&](const auto& one) { return one.name() == attribute; });
    return found != proto.attribute().end() && found->has_g() ? &found->g() : nullptr;
}

std::vector<int64_t> listOf(const NodeContents& contents, const char* name, size_t count)
{
    const auto found = contents.attributes.find(name);
    const auto* list = found == contents.attributes.end() ? nullptr : std::get_if<std::vector<int64_t>>(&found->second);
    return list ? *list : std::vector<int64_t>(count, 0);
}

Tensor integer(int64_t value)
{
    return Tensor::of<int64_t>({}, std::vector<int64_t>{value});
}

Tensor truth()
{
    Tensor tensor(TensorType{ir::boolean, {}});
    tensor.as<bool>()[0] = true;
    return tensor;
}

/// The output of a loop without iterations, as in ONNX Runtime: of the declared type, with 0 for open extents.
Result<Tensor> emptyStack(const onnx::ValueInfoProto& part, int64_t axis)
{
    const auto& declared = part.type().tensor_type();
    const auto number = numberTypeOf(declared.elem_type());
    if (!number || !declared.has_shape()) {
        return fail(ErrorCode::Unsupported, "it has no iterations, so the shape of its output is unknown");
    }
    TensorType type{*number, {}};
    for (const auto& dim : declared.shape().dim()) {
        type.shape.push_back(std::max<int64_t>(0, dim.dim_value()));
    }
    const auto rank = std::ssize(type.shape) + 1;
    type.shape.insert(type.shape.begin() + std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank - 1), 0);
    TRY(checkShape(type.shape));
    return Tensor(std::move(type));
}

} // namespace

bool isControlFlow(const onnx::NodeProto& proto)
{
    return proto.op_type() == "If" || proto.op_type() == "Loop" || proto.op_type() == "Scan";
}

std::set<std::string> namesReadBy(const onnx::NodeProto& proto)
{
    std::set<std::string> names(proto.input().begin(), proto.input().end());
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        const std::set<std::string> own = namesDefinedIn(attribute.g());
        const auto read = [&](const std::string& name) {
            if (!own.contains(name)) {
                names.insert(name);
            }
        };
        for (const onnx::NodeProto& node : attribute.g().node()) {
            std::ranges::for_each(namesReadBy(node), read);
        }
        std::ranges::for_each(attribute.g().output(), [&](const auto& output) { read(output.name()); });
    }
    names.erase("");
    return names;
}

Result<void> Importer::readControlFlow(const onnx::NodeProto& proto, Node node)
{
    for (const ValueId input : presentValues(node.inputs)) {
        if (!m_result.graph.value(input).type) {
            return rejectReader(std::move(node), input);
        }
    }
    const auto contents = TRY(contentsOf(proto, m_folder));
    auto results = proto.op_type() == "If"   ? unrollIf(proto, node)
                 : proto.op_type() == "Loop" ? unrollLoop(proto, node)
                                             : unrollScan(proto, node, contents);
    if (!results && isRefusal(results.error()) && !m_mostInTail) {
        return rejectNode(std::move(node), results.error());
    }
    if (!results) {
        return tl::make_unexpected(Error(codeOf(results.error()), results.error()));
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i] != kNoValue) {
            TRY(addNode({"Identity", nameOf(m_result.graph, node), {}, {(*results)[i]}, {node.outputs[i]}, {}}));
        }
    }
    return {};
}

/// Reads a body whose inputs are the given values; returns its outputs. Its names end with it.
Result<std::vector<ValueId>> Importer::readBody(const onnx::GraphProto& body, const std::string& prefix,
                                                const std::vector<ValueId>& inputs)
{
    if (body.input_size() != std::ssize(inputs)) {
        return fail(ErrorCode::Corrupt, "its body {} has {} inputs, not {}", quotedName(body.name()), body.input_size(),
                    inputs.size());
    }
    std::map<std::string, ValueId> hidden;
    const std::set<std::string> names = namesDefinedIn(body);
    for (const std::string& name : names) {
        hidden.insert(m_ids.extract(name));
    }
    const std::string outer = std::exchange(m_prefix, m_prefix + prefix);
    for (size_t i = 0; i < inputs.size(); ++i) {
        m_ids[body.input(static_cast<int>(i)).name()] = inputs[i];
    }
    auto outputs = readContents(body);
    m_prefix = outer;
    std::ranges::for_each(names, [&](const std::string& name) { m_ids.erase(name); });
    m_ids.merge(hidden);
    return outputs;
}

/// Gives a constant of a body that an earlier iteration has read its name again, so that iterations share it.
bool Importer::reuseConstant(const void* proto, const std::string& name)
{
    const auto known = m_bodyConstants.find(proto);
    return known != m_bodyConstants.end() && m_ids.emplace(name, known->second).second;
}

Result<std::vector<ValueId>> Importer::readContents(const onnx::GraphProto& body)
{
    m_unrolled += body.node_size() + 1; // so that empty bodies end, too
    if (m_unrolled > kMostUnrolled) {
        return fail(ErrorCode::Unsupported, "it would be unrolled into more than {} nodes", kMostUnrolled);
    }
    for (const onnx::TensorProto& tensor : body.initializer()) {
        if (!reuseConstant(&tensor, tensor.name())) {
            TRY(readInitializer(tensor, {}));
            m_bodyConstants[&tensor] = m_ids.at(tensor.name());
        }
    }
    const auto order = TRY(orderedNodes(body));
    for (const int index : order) {
        const onnx::NodeProto& node = body.node(index);
        const bool isConstant = node.op_type() == "Constant" && node.output_size() == 1;
        if (!isConstant || !reuseConstant(&node, node.output(0))) {
            TRY(readNode(node));
        }
        if (isConstant && m_ids.contains(node.output(0))) {
            m_bodyConstants[&node] = m_ids.at(node.output(0));
        }
    }
    std::vector<ValueId> outputs;
    for (const onnx::ValueInfoProto& output : body.output()) {
        const auto found = m_ids.find(output.name());
        if (found == m_ids.end()) {
            return fail(ErrorCode::Corrupt, "no node computes the output {}", quotedName(output.name()));
        }
        outputs.push_back(found->second);
    }
    return outputs;
}

/// Returns the number that a scalar has when the model is read; DependsOnData if it depends on inputs.
Result<int64_t> Importer::knownNumber(ValueId id, const char* what) const
{
    const auto constant = id == kNoValue ? nullptr : m_result.graph.value(id).constant;
    if (!constant || constant->size() != 1) {
        const bool isLate = id != kNoValue && !constant;
        const ErrorCode code = isLate ? ErrorCode::DependsOnData : ErrorCode::Unsupported;
        return fail(code, "its {} is unknown when the model is read", what);
    }
    return constant->integers().front();
}

/// Adds a node and returns its output.
Result<ValueId> Importer::apply(const char* op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes)
{
    const ValueId made = m_result.graph.add({m_names.reserve(name), std::nullopt, nullptr});
    TRY(addNode({op, name, std::move(attributes), std::move(inputs), {made}, {}}));
    return made;
}

ValueId Importer::scalar(const std::string& name, Tensor tensor)
{
    return m_result.graph.addConstant(m_names.reserve(name), std::move(tensor));
}

Result<std::vector<ValueId>> Importer::unrollIf(const onnx::NodeProto& proto, const Node& node)
{
    const auto condition = TRY(knownNumber(node.inputs.empty() ? kNoValue : node.inputs[0], "condition"));
    const char* which = condition != 0 ? "then_branch" : "else_branch";
    const onnx::GraphProto* body = bodyOf(proto, which);
    if (!body || body->output_size() != proto.output_size()) {
        return fail(ErrorCode::Corrupt, "attribute '{}' must be a graph with {} outputs", which, proto.output_size());
    }
    return readBody(*body, nameOf(m_result.graph, node) + "/", {});
}

/// Joins what iterations produced, along a new axis.
Result<ValueId> Importer::stack(const std::string& name, const std::vector<ValueId>& parts, int64_t axis,
                                const onnx::ValueInfoProto& part)
{
    if (parts.empty()) {
        return scalar(name + " stack", TRY(emptyStack(part, axis)));
    }
    const ValueId axes = scalar(name + " axis", Tensor::of<int64_t>({1}, std::vector<int64_t>{axis}));
    std::vector<ValueId> slices;
    for (const ValueId part : parts) {
        slices.push_back(TRY(apply("Unsqueeze", name + " slice", {part, axes}, {})));
    }
    return apply("Concat", name + " stack", std::move(slices), {{"axis", axis}});
}

Result<std::vector<ValueId>> Importer::unrollLoop(const onnx::NodeProto& proto, const Node& node)
{
    const onnx::GraphProto* body = bodyOf(proto, "body");
    const size_t states = node.inputs.size() < 2 ? 0 : node.inputs.size() - 2;
    if (!body || node.inputs.size() < 2 || body->output_size() != proto.output_size() + 1 || node.outputs.size() < states) {
        return fail(ErrorCode::Corrupt, "its inputs, outputs and body do not fit together");
    }
    const std::string name = nameOf(m_result.graph, node);
    int64_t trips = kMostUnrolled;
    if (node.inputs[0] != kNoValue) {
        trips = TRY(knownNumber(node.inputs[0], "number of iterations"));
    }
    const bool isConditional = node.inputs[1] != kNoValue;
    ValueId condition = isConditional ? node.inputs[1] : scalar(name + " condition", truth());
    std::vector<ValueId> state(node.inputs.begin() + 2, node.inputs.end());
    std::vector<std::vector<ValueId>> produced(node.outputs.size() - states);
    for (int64_t i = 0; i < trips && TRY(knownNumber(condition, "condition")) != 0; ++i) {
        std::vector<ValueId> inputs{scalar(name + " iteration", integer(i)), condition};
        inputs.insert(inputs.end(), state.begin(), state.end());
        const auto outputs = TRY(readBody(*body, fmt::format("{}/{}/", name, i), inputs));
        condition = isConditional || node.inputs[0] == kNoValue ? outputs[0] : condition;
        std::copy_n(outputs.begin() + 1, states, state.begin());
        for (size_t k = 0; k < produced.size(); ++k) {
            produced[k].push_back(outputs[1 + states + k]);
        }
    }
    for (size_t k = 0; k < produced.size(); ++k) {
        state.push_back(node.outputs[states + k] == kNoValue
                            ? kNoValue
                            : TRY(stack(name, produced[k], 0, body->output(static_cast<int>(1 + states + k)))));
    }
    return state;
}

/// Number of iterations of a Scan: the extent of each scanned input along its axis.
Result<int64_t> Importer::scannedExtent(const std::vector<ValueId>& scanned, const std::vector<int64_t>& axes) const
{
    std::optional<int64_t> extent;
    for (size_t k = 0; k < scanned.size(); ++k) {
        const Shape& shape = m_result.graph.value(scanned[k]).type->shape;
        const int64_t axis = axes[k] < 0 ? axes[k] + std::ssize(shape) : axes[k];
        if (axis < 0 || axis >= std::ssize(shape)
            || extent.value_or(shape[static_cast<size_t>(axis)]) != shape[static_cast<size_t>(axis)]) {
            return fail(ErrorCode::Corrupt, "its scanned inputs do not have one number of iterations");
        }
        extent = shape[static_cast<size_t>(axis)];
    }
    return *extent;
}

Result<std::vector<ValueId>> Importer::unrollScan(const onnx::NodeProto& proto, const Node& node, const NodeContents& contents)
{
    const onnx::GraphProto* body = bodyOf(proto, "body");
    const auto given = contents.attributes.find("num_scan_inputs");
    const auto* count = given == contents.attributes.end() ? nullptr : std::get_if<int64_t>(&given->second);
    if (m_result.opset < 9) {
        return fail(ErrorCode::Unsupported, "its definition of opset 8 is not supported; export the model for opset 9 or later");
    }
    if (!body || !count || *count < 1 || *count > std::ssize(node.inputs) || body->output_size() != proto.output_size()
        || std::ssize(node.outputs) < std::ssize(node.inputs) - *count) {
        return fail(ErrorCode::Corrupt, "its inputs, outputs and body do not fit together");
    }
    const std::string name = nameOf(m_result.graph, node);
    std::vector<ValueId> state(node.inputs.begin(), node.inputs.end() - *count);
    const std::vector<ValueId> scanned(node.inputs.end() - *count, node.inputs.end());
    const size_t states = state.size();
    std::vector<std::vector<ValueId>> produced(node.outputs.size() - states);
    const auto axes = listOf(contents, "scan_input_axes", scanned.size());
    const auto directions = listOf(contents, "scan_input_directions", scanned.size());
    const auto outputAxes = listOf(contents, "scan_output_axes", produced.size());
    const auto outputDirections = listOf(contents, "scan_output_directions", produced.size());
    if (axes.size() != scanned.size() || directions.size() != scanned.size() || outputAxes.size() != produced.size()
        || outputDirections.size() != produced.size()) {
        return fail(ErrorCode::Corrupt, "its axes or directions do not have one number for each input or output");
    }
    if (std::ranges::count(scanned, kNoValue) > 0) {
        return fail(ErrorCode::Corrupt, "an input that it scans is missing");
    }
    const int64_t trips = TRY(scannedExtent(scanned, axes));
    for (int64_t i = 0; i < trips; ++i) {
        std::vector<ValueId> inputs = state;
        for (size_t k = 0; k < scanned.size(); ++k) {
            const ValueId index = scalar(name + " iteration", integer(directions[k] != 0 ? trips - 1 - i : i));
            inputs.push_back(TRY(apply("Gather", name + " slice", {scanned[k], index}, {{"axis", axes[k]}})));
        }
        const auto outputs = TRY(readBody(*body, fmt::format("{}/{}/", name, i), inputs));
        std::copy_n(outputs.begin(), states, state.begin());
        for (size_t k = 0; k < produced.size(); ++k) {
            produced[k].insert(outputDirections[k] != 0 ? produced[k].begin() : produced[k].end(), outputs[states + k]);
        }
    }
    for (size_t k = 0; k < produced.size(); ++k) {
        state.push_back(node.outputs[states + k] == kNoValue
                            ? kNoValue
                            : TRY(stack(name, produced[k], outputAxes[k], body->output(static_cast<int>(states + k)))));
    }
    return state;
}

} // namespace knobscope
