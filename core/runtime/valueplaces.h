// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/runtime/layout.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace knobscope {

/// A value that is written directly into a concatenation's output.
struct ConcatSlot {
    ValueId whole = kNoValue;
    int64_t elements = 0; ///< offset in `whole`
};

/// Layout of each value of a graph as its producer writes it.
struct ValueLayouts {
    std::vector<ValueLayout> layouts;               ///< by ValueId
    std::vector<std::optional<ConcatSlot>> within; ///< likewise
};

/// True if a node's output shares its input's memory and only the shape differs.
bool isView(const Node& node);
/// True if each output channel of a node depends on the same channel of its inputs: pools, element-wise operators, and operators
/// on images that keep the number of channels.
bool keepsChannels(const Graph& graph, const Node& node);
/// True if a node's kernel reads its input in whatever layout that has: each element is read once, to move or to reduce it.
bool readsAnyLayout(const Node& node);
/// True if a node concatenates the channels of its inputs.
bool joinsChannels(const Graph& graph, const Node& node);
/// True if it concatenates whole blocks of memory: the batch is 1.
bool isContiguous(const Graph& graph, const Node& node);

/// Propagates layouts from chosen kernels (output layouts, by anchor) through operators that keep channels. With several inputs
/// the largest one's layout wins; a concatenation uses the layout of most of its elements, if all parts are whole blocks.
ValueLayouts flowLayouts(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, ValueLayout>& chosen);

} // namespace knobscope
