// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph.h"

#include "core/base/characters.h"
#include "core/base/strings.h"
#include "core/base/visibletext.h"
#include "core/graph/operator.h"

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

bool isValue(const Graph& graph, ValueId id)
{
    return id >= 0 && static_cast<size_t>(id) < graph.values.size();
}

/// Checks that names are unique and that constants match their types.
Result<void> checkValues(const Graph& graph)
{
    std::set<std::string> names;
    for (const Value& value : graph.values) {
        if (!names.insert(value.name).second) {
            return fail(ErrorCode::InvalidArgument, "two tensors are named {}", quotedName(value.name));
        }
        if (value.constant && (!value.type || value.constant->type() != *value.type)) {
            return fail(ErrorCode::InvalidArgument, "the constant {} is {}, but should be {}", quotedName(value.name),
                        value.constant->type().text(), value.type ? value.type->text() : "of an unknown type");
        }
    }
    return {};
}

Result<void> checkOutputTypes(const Graph& graph, const Node& node)
{
    if (!std::ranges::all_of(presentValues(node.inputs), [&](ValueId input) { return graph.value(input).type.has_value(); })) {
        return {};
    }
    const auto inferred = TRY(withPrefix(nodeText(graph, node), inferNode(node, {graph, node})));
    for (size_t i = 0; i < node.outputs.size() && i < inferred.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (output != kNoValue && graph.value(output).type && *graph.value(output).type != inferred[i]) {
            return fail(ErrorCode::InvalidArgument, "{}: the output {} is declared as {}, but is {}", nodeText(graph, node),
                        quotedName(graph.value(output).name), graph.value(output).type->text(), inferred[i].text());
        }
    }
    return {};
}

} // namespace

ValueId Graph::add(Value value)
{
    values.push_back(std::move(value));
    return static_cast<ValueId>(values.size() - 1);
}

void Graph::setConstant(ValueId id, Tensor tensor)
{
    value(id).type = tensor.type();
    value(id).constant = std::make_shared<const Tensor>(std::move(tensor));
}

ValueId Graph::addConstant(std::string name, Tensor tensor)
{
    const ValueId id = add({std::move(name), std::nullopt, nullptr});
    setConstant(id, std::move(tensor));
    return id;
}

std::string quotedName(const std::string& name)
{
    constexpr size_t kMost = 80;
    std::string shown = "'";
    for (std::string_view rest = truncateUtf8(name, kMost); !rest.empty();) {
        const auto character = firstCharacter(rest);
        const uint32_t code = character ? character->code : static_cast<unsigned char>(rest.front());
        const size_t bytes = character ? character->bytes : 1;
        if (code == '\n') {
            shown += "\\n";
        } else if (code == '\'' || code == '\\') {
            shown += std::string("\\") + rest.front();
        } else if (character && !isControlCharacter(code)) {
            shown += rest.substr(0, bytes);
        } else {
            shown += bytes == 1 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
        }
        rest.remove_prefix(bytes);
    }
    return shown + (name.size() > kMost ? "…'" : "'");
}

std::string nameOf(const Graph& graph, const Node& node)
{
    auto made = presentValues(node.outputs);
    return node.name.empty() && !made.empty() ? graph.value(made.front()).name : node.name;
}

Sentence nodeText(const std::string& name, const std::string& op)
{
    return phrase("node {} ({})", quotedName(name), truncateUtf8(op, 80));
}

Sentence nodeText(const Graph& graph, const Node& node)
{
    return nodeText(nameOf(graph, node), node.op);
}

KnownInputs::KnownInputs(std::vector<const Tensor*> inputs)
    : values(std::move(inputs))
{
    for (const Tensor* input : values) {
        types.push_back(input ? &input->type() : nullptr);
    }
}

KnownInputs::KnownInputs(const Graph& graph, const Node& node)
{
    for (const ValueId input : node.inputs) {
        const Value* value = input == kNoValue ? nullptr : &graph.value(input);
        types.push_back(value && value->type ? &*value->type : nullptr);
        values.push_back(value ? value->constant.get() : nullptr);
    }
}

std::vector<int> producersOf(const Graph& graph)
{
    std::vector<int> producers(graph.values.size(), -1);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        for (const ValueId output : presentValues(graph.nodes[n].outputs)) {
            producers[static_cast<size_t>(output)] = static_cast<int>(n);
        }
    }
    return producers;
}

std::vector<int> usesOf(const Graph& graph)
{
    std::vector<int> uses(graph.values.size(), 0);
    const auto count = [&](const std::vector<ValueId>& ids) {
        for (const ValueId id : presentValues(ids)) {
            ++uses[static_cast<size_t>(id)];
        }
    };
    for (const Node& node : graph.nodes) {
        count(node.inputs);
    }
    count(graph.outputs);
    return uses;
}

Result<void> checkGraph(const Graph& graph)
{
    TRY(checkValues(graph));
    std::vector<bool> isMade(graph.values.size());
    for (size_t id = 0; id < graph.values.size(); ++id) {
        isMade[id] = graph.values[id].constant != nullptr;
    }
    for (const ValueId input : graph.inputs) {
        if (!isValue(graph, input) || isMade[static_cast<size_t>(input)]) {
            return fail(ErrorCode::InvalidArgument,
                        "an input of the graph is not one of its tensors, is a constant, or occurs twice");
        }
        isMade[static_cast<size_t>(input)] = true;
    }
    for (const Node& node : graph.nodes) {
        for (const ValueId input : presentValues(node.inputs)) {
            const bool isThere = isValue(graph, input) && isMade[static_cast<size_t>(input)];
            if (!isThere && node.unsupported.empty()) {
                return fail(ErrorCode::InvalidArgument, "{} reads {} before it is computed", nodeText(graph, node),
                            isValue(graph, input) ? quotedName(graph.value(input).name) : "no tensor");
            }
        }
        for (const ValueId output : presentValues(node.outputs)) {
            if (!isValue(graph, output) || isMade[static_cast<size_t>(output)]) {
                return fail(ErrorCode::InvalidArgument, "{} computes {}, which already has a value", nodeText(graph, node),
                            isValue(graph, output) ? quotedName(graph.value(output).name) : "no tensor");
            }
            isMade[static_cast<size_t>(output)] = true;
        }
        if (node.unsupported.empty()) {
            TRY(checkOutputTypes(graph, node));
        }
    }
    for (const ValueId output : graph.outputs) {
        if (!isValue(graph, output) || !isMade[static_cast<size_t>(output)]) {
            return fail(ErrorCode::InvalidArgument, "no node computes the graph's output {}",
                        isValue(graph, output) ? quotedName(graph.value(output).name) : "");
        }
    }
    return {};
}

} // namespace knobscope
