// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"
#include "core/result/sentence.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <variant>
#include <vector>

namespace knobscope {

/// An edge of a graph, as a position in Graph::values.
using ValueId = int32_t;
/// An optional input or output that is left out.
constexpr ValueId kNoValue = -1;

/// What an operator is told besides its inputs, by name.
using Attribute = std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<double>>;
using Attributes = std::map<std::string, Attribute>;

/// A tensor between operators: its name, what is known of it, and its elements where they do not depend on the graph's inputs.
struct Value {
    std::string name;
    std::optional<TensorType> type; ///< none behind an operator that is not supported
    std::shared_ptr<const Tensor> constant;
};

/// One use of an operator.
struct Node {
    std::string op;   ///< as ONNX calls it
    std::string name; ///< may be empty: see nameOf()
    Attributes attributes;
    std::vector<ValueId> inputs, outputs;
    Sentence unsupported; ///< why it cannot be computed; empty when it can
    /// Of a node that cannot be computed and is kept as its file has it: the file's opset. 0 where something of it was left out:
    /// its domain, a graph, a tensor of a type that is not supported.
    int64_t wholeOfOpset = 0;
};

/// Operators in an order in which they can be computed.
struct Graph {
    std::string name;
    std::vector<Value> values;
    std::vector<Node> nodes;
    std::vector<ValueId> inputs, outputs;

    const Value& value(ValueId id) const { return values[static_cast<size_t>(id)]; }
    Value& value(ValueId id) { return values[static_cast<size_t>(id)]; }
    ValueId add(Value value);
    /// The value is this constant from now on.
    void setConstant(ValueId id, Tensor tensor);
    ValueId addConstant(std::string name, Tensor tensor);
    /// The name wanted, or the next one like it that no value has.
    std::string freeName(const std::string& wanted) const;
};

/// A name from a file as it can stand in a sentence: quoted, steering characters (core/text/visibletext.h) and quotes escaped, at
/// most 80 bytes of it.
std::string shownName(const std::string& name);
/// A node's own name, or that of the first tensor it makes.
std::string nameOf(const Graph& graph, const Node& node);
/// How a node is named in messages: "node 'conv1' (Conv)".
Sentence nodeText(const std::string& name, const std::string& op);
Sentence nodeText(const Graph& graph, const Node& node);
/// Those of a node's inputs or outputs that are not left out.
inline auto given(const std::vector<ValueId>& ids)
{
    return std::views::filter(ids, [](ValueId id) { return id != kNoValue; });
}

/// What is known of a node's inputs: null where one is left out, and where its type or elements are not known.
struct KnownInputs {
    std::vector<const TensorType*> types;
    std::vector<const Tensor*> values;
    KnownInputs(const Graph& graph, const Node& node);
};

/// The node that makes each value, as positions in Graph::nodes; -1 for constants and inputs.
std::vector<int> producersOf(const Graph& graph);
/// How often each value is read, by nodes and as an output of the graph.
std::vector<int> usesOf(const Graph& graph);

/// Refuses what is no graph: values that nobody makes, or two; nodes before what they read; names twice; shapes that do not
/// follow from the operators. Nodes that are not supported may read what is not there.
Result<void> checkGraph(const Graph& graph);

} // namespace knobscope
