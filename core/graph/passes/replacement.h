// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/graph/graph.h"
#include "core/graph/uniquenames.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Writes float32 nodes in place of one node, whose output the last of them makes. Values are named after that output and nodes
/// after the node, each with the name of its part: "y patches", "conv (patches)".
class Replacement
{
public:
    /// Appends to `made`.
    Replacement(Graph& graph, UniqueNames& names, const Node& node, std::vector<Node>& made);

    /// `part`: empty for the sum of products, which keeps the node's name. `isLast`: it makes the node's output.
    ValueId add(const char* op, const std::string& part, std::vector<ValueId> inputs, Attributes attributes, const Shape& shape,
                bool isLast = false);
    ValueId reshaped(const std::string& part, ValueId value, const Shape& shape, bool isLast = false);
    /// A constant list of int64.
    ValueId numbers(const std::string& part, const std::vector<int64_t>& list);
    /// Makes the node's output (N, K, …) of `value`, (N, K * the product of `phases`, `positions`): the phases of a position
    /// are adjacent elements along each axis, of which the first `crop` are left out, and those behind the output's extents.
    /// Writes nothing if `value` is that output already.
    void interleave(ValueId value, const Shape& positions, const Shape& phases, const Shape& crop);

private:
    std::string nameOf(const std::string& part) const;

    Graph& m_graph;
    UniqueNames& m_names;
    const Node& m_node;
    std::vector<Node>& m_made;
};

/// A bias of which each number is there `times` times.
Tensor repeatedBias(const Tensor& bias, int64_t times);

} // namespace knobscope
