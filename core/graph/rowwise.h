// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

/// Whether a node computes each item along the leading axis of its outputs (a row, an image of a batch) from the same item of its
/// inputs. `isRows`: inputs with that leading axis; the others must be constants. Types must be known. Returns false for
/// operators that are not listed.
bool computesItemsAlone(const Graph& graph, const Node& node, const std::function<bool(ValueId)>& isRows);

/// Rows of an item that products multiply, at most: one, or of a sequence the number of its elements. `products`: indices of
/// nodes.
int64_t rowsOfItem(const Graph& graph, std::span<const size_t> products);

/// The same graph with another leading extent of all inputs, and of all that is computed from them.
Result<Graph> withLeadingExtent(const Graph& graph, int64_t extent);

} // namespace knobscope
