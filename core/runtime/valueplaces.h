// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/runtime/layout.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace knobscope {

/// A value that is written right into the one that it is concatenated into.
struct Within {
    ValueId whole = kNoValue;
    int64_t elements = 0; ///< of `whole` before it
};

/// How each value of a graph lies in memory as its producer makes it.
struct ValueLayouts {
    std::vector<ValueLayout> of;               ///< by ValueId
    std::vector<std::optional<Within>> within; ///< likewise
};

/// Whether a node's output is its input's memory with another shape.
bool isView(const Node& node);
/// Whether a node makes each channel of the same channel of its inputs: a pool, element by element, or what else leaves the
/// channels of an image as many as they were.
bool keepsChannels(const Graph& graph, const Node& node);
/// Whether a node puts the channels of its inputs behind each other.
bool joinsChannels(const Graph& graph, const Node& node);
/// Whether it so puts whole blocks of memory behind each other: those of one image.
bool isContiguous(const Graph& graph, const Node& node);

/// Layouts flow from chosen kernels (what they write, by anchor) through operators that keep channels apart: of
/// several inputs' layouts that of the largest wins; a concatenation takes the one that most of it has, if all parts are whole
/// blocks.
ValueLayouts flowLayouts(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, ValueLayout>& chosen);

} // namespace knobscope
