// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph.h"

#include "core/graph/operator.h"

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

bool isValue(const Graph& graph, ValueId id)
{
    return id >= 0 && static_cast<size_t>(id) < graph.values.size();
}

/// Names are unique and constants are what their types say.
Result<void> checkValues(const Graph& graph)
{
    std::set<std::string> names;
    for (const Value& value : graph.values) {
        if (!names.insert(value.name).second) {
            return fail(ErrorCode::InvalidArgument, "two tensors are called {}", shownName(value.name));
        }
        if (value.constant && (!value.type || value.constant->type() != *value.type)) {
            return fail(ErrorCode::InvalidArgument, "the constant {} is {}, not {}", shownName(value.name),
                        value.constant->type().text(), value.type ? value.type->text() : "of an unknown type");
        }
    }
    return {};
}

Result<void> checkOutputTypes(const Graph& graph, const Node& node)
{
    std::vector<const TensorType*> types;
    std::vector<const Tensor*> values;
    for (const ValueId input : node.inputs) {
        if (input != kNoValue && !graph.value(input).type) {
            return {};
        }
        types.push_back(input == kNoValue ? nullptr : &*graph.value(input).type);
        values.push_back(input == kNoValue ? nullptr : graph.value(input).constant.get());
    }
    const auto inferred = inferNode(node, types, values);
    if (!inferred) {
        return fail(inferred.error().code, "{}: {}", nodeText(graph, node), inferred.error());
    }
    for (size_t i = 0; i < node.outputs.size() && i < inferred->size(); ++i) {
        const ValueId output = node.outputs[i];
        if (output != kNoValue && graph.value(output).type && *graph.value(output).type != (*inferred)[i]) {
            return fail(ErrorCode::InvalidArgument, "{}: the output {} is said to be {}, and is {}", nodeText(graph, node),
                        shownName(graph.value(output).name), graph.value(output).type->text(), (*inferred)[i].text());
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

ValueId Graph::addConstant(std::string name, Tensor tensor)
{
    auto constant = std::make_shared<const Tensor>(std::move(tensor));
    return add({std::move(name), constant->type(), constant});
}

std::string Graph::freeName(const std::string& wanted) const
{
    const auto isTaken = [this](const std::string& name) {
        return std::any_of(values.begin(), values.end(), [&](const Value& value) { return value.name == name; });
    };
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number) {
        name = fmt::format("{} ({})", wanted, number);
    }
    return name;
}

std::string shownName(const std::string& name)
{
    constexpr size_t kMost = 80;
    std::string shown = "'";
    for (const char c : name.substr(0, kMost)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            shown += "\\n";
        } else if (c == '\'' || c == '\\') {
            shown += std::string("\\") + c;
        } else if (byte < 0x20 || byte == 0x7f) {
            shown += fmt::format("\\x{:02x}", byte);
        } else {
            shown += c;
        }
    }
    return shown + (name.size() > kMost ? "…'" : "'");
}

std::string nameOf(const Graph& graph, const Node& node)
{
    const auto made = std::find_if(node.outputs.begin(), node.outputs.end(), [](ValueId output) { return output != kNoValue; });
    return node.name.empty() && made != node.outputs.end() ? graph.value(*made).name : node.name;
}

std::string nodeText(const Graph& graph, const Node& node)
{
    return fmt::format("node {} ({})", shownName(nameOf(graph, node)), node.op.substr(0, 80));
}

std::vector<int> producersOf(const Graph& graph)
{
    std::vector<int> producers(graph.values.size(), -1);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        for (const ValueId output : graph.nodes[n].outputs) {
            if (output != kNoValue) {
                producers[static_cast<size_t>(output)] = static_cast<int>(n);
            }
        }
    }
    return producers;
}

std::vector<int> usesOf(const Graph& graph)
{
    std::vector<int> uses(graph.values.size(), 0);
    const auto count = [&](ValueId id) {
        if (id != kNoValue) {
            ++uses[static_cast<size_t>(id)];
        }
    };
    for (const Node& node : graph.nodes) {
        for (const ValueId input : node.inputs) {
            count(input);
        }
    }
    for (const ValueId output : graph.outputs) {
        count(output);
    }
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
                        "an input of the graph is no tensor of it, is a constant, or stands there twice");
        }
        isMade[static_cast<size_t>(input)] = true;
    }
    for (const Node& node : graph.nodes) {
        for (const ValueId input : node.inputs) {
            const bool isThere = input == kNoValue || (isValue(graph, input) && isMade[static_cast<size_t>(input)]);
            if (!isThere && node.unsupported.empty()) {
                return fail(ErrorCode::InvalidArgument, "{} reads {} before it is there", nodeText(graph, node),
                            isValue(graph, input) ? shownName(graph.value(input).name) : "no tensor");
            }
        }
        for (const ValueId output : node.outputs) {
            if (output != kNoValue && (!isValue(graph, output) || isMade[static_cast<size_t>(output)])) {
                return fail(ErrorCode::InvalidArgument, "{} makes {}, which is there already", nodeText(graph, node),
                            isValue(graph, output) ? shownName(graph.value(output).name) : "no tensor");
            }
            if (output != kNoValue) {
                isMade[static_cast<size_t>(output)] = true;
            }
        }
        if (node.unsupported.empty()) {
            TRY(checkOutputTypes(graph, node));
        }
    }
    for (const ValueId output : graph.outputs) {
        if (!isValue(graph, output) || !isMade[static_cast<size_t>(output)]) {
            return fail(ErrorCode::InvalidArgument, "nothing makes the graph's output {}",
                        isValue(graph, output) ? shownName(graph.value(output).name) : "");
        }
    }
    return {};
}

} // namespace knobscope
