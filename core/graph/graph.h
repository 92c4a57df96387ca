// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/graph/tensor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <variant>
#include <vector>

namespace knobscope {

/// Identifies an edge of a graph: an index into Graph::values.
using ValueId = int32_t;
/// Marks an optional input or output that is absent.
constexpr ValueId kNoValue = -1;

/// Parameters of an operator besides its inputs, by name.
using Attribute = std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<double>, std::vector<std::string>>;
using Attributes = std::map<std::string, Attribute>;

/// A tensor between operators: its name, its type if known, and its elements if they do not depend on the graph's inputs.
struct Value {
    std::string name;
    std::optional<TensorType> type; ///< nullopt for outputs of an unsupported operator
    std::shared_ptr<const Tensor> constant;
    /// Its float32 numbers are rounded to bfloat16, as which kernels keep them in memory.
    bool isBfloat16 = false;
};

/// One use of an operator.
struct Node {
    std::string op;   ///< ONNX op_type
    std::string name; ///< may be empty: see nameOf()
    Attributes attributes;
    std::vector<ValueId> inputs, outputs;
    Sentence unsupported; ///< reason why the node cannot be computed; empty if it can
    /// Opset of the file that an unsupported node was read from. 0 if parts of the node were dropped: its domain, a subgraph, a
    /// tensor of an unsupported type.
    int64_t completeInOpset = 0;
};

/// Nodes in topological order.
struct Graph {
    std::string name;
    std::vector<Value> values;
    std::vector<Node> nodes;
    std::vector<ValueId> inputs, outputs;

    const Value& value(ValueId id) const { return values[static_cast<size_t>(id)]; }
    Value& value(ValueId id) { return values[static_cast<size_t>(id)]; }
    ValueId add(Value value);
    /// Makes the value a constant.
    void setConstant(ValueId id, Tensor tensor);
    ValueId addConstant(std::string name, Tensor tensor);
};

/// Returns a name from a file for use in a message: quoted, with control characters (core/base/visibletext.h) and quotes escaped,
/// and cut to 80 bytes.
std::string quotedName(const std::string& name);
/// Returns the node's name, or the name of its first output if it has none.
std::string nameOf(const Graph& graph, const Node& node);
/// Text that messages use for a node: "node 'conv1' (Conv)".
Sentence nodeText(const std::string& name, const std::string& op);
Sentence nodeText(const Graph& graph, const Node& node);
/// Filters out the absent inputs or outputs of a node.
inline auto presentValues(const std::vector<ValueId>& ids)
{
    return std::views::filter(ids, [](ValueId id) { return id != kNoValue; });
}

/// Known types and elements of a node's inputs; null if an input is absent or its type or elements are unknown.
struct KnownInputs {
    std::vector<const TensorType*> types;
    std::vector<const Tensor*> values;
    KnownInputs(std::vector<const Tensor*> inputs);
    KnownInputs(const Graph& graph, const Node& node);
};

/// Index in Graph::nodes of the node that produces each value; -1 for constants and inputs.
std::vector<int> producersOf(const Graph& graph);
/// Number of uses of each value, by nodes and as an output of the graph.
std::vector<int> usesOf(const Graph& graph);

/// Returns an error for an invalid graph: values with no producer or with two, nodes before their inputs, duplicate names, shapes
/// that differ from the inferred ones. Unsupported nodes may read undefined values.
Result<void> checkGraph(const Graph& graph);

} // namespace knobscope
