// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/target/host.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace knobscope {

/// A matrix for each combination of the batch indices of an attention: element (row, column) of a row-major value is at offset +
/// the sum of index * stride.
struct AttentionOperand {
    ValueId value = kNoValue;
    int64_t offset = 0;
    std::vector<int64_t> batch; ///< strides, 0 where a matrix is shared
    int64_t row = 0, column = 0;
    double factor = 1; ///< of its elements; products' factors are in Attention::scale
};

/// A change of the scores before the softmax, one number for each of them; its columns are keys.
struct AttentionMask : AttentionOperand {
    /// Of a mask of conditions: the value of a score where it is false, and where it is true. Other masks are added.
    struct Change {
        bool keeps = true; ///< the number is added to the score, not put in its place
        double number = 0;
    };
    std::optional<std::array<Change, 2>> changes;
};

/// softmax(cap(scale * Q K^T) and masks) V, as nodes of a graph: products, scales, masks, a softmax, and the operators around
/// them that only move elements. Rows of the operands are queries (Q, masks, output) or keys (K, V).
struct Attention {
    size_t anchor = 0; ///< node of the second product
    std::vector<int64_t> batch; ///< extents, outermost first
    int64_t queries = 1, keys = 1, size = 1, valueSize = 1;
    double scale = 1;
    double cap = 0; ///< scores become cap * tanh(score) before the masks, `scale` includes 1 / cap; 0: they stay
    AttentionOperand q, k, v, output;
    std::vector<AttentionMask> masks; ///< in the order in which they change the scores
    bool areNanWeightsZero = false; ///< a row of weights that are NaN counts as zeros
    /// If the factors of both products and the weights are rounded to bfloat16: what multiplies them. None: they are float32.
    BfloatUnits bfloats = BfloatUnits::None;
    /// Constant masks hide all keys after query + keysAhead.
    std::optional<int64_t> keysAhead;
};

/// The attentions of a graph whose scores only they read, and which read and write values that kernels leave in memory.
/// `units`: the target's; without them, attentions of bfloat16 are left out.
std::vector<Attention> attentionsOf(const Graph& graph, const std::vector<Group>& groups, BfloatUnits units);

/// `groups` without those whose outputs are unused, once each attention is computed at its anchor.
std::vector<Group> neededGroups(const Graph& graph, const std::vector<Group>& groups, const std::vector<Attention>& attentions);
/// Anchors of the groups that are parts of attentions, which one kernel computes: they need no kernels of their own.
std::set<size_t> partsOfAttentions(const Graph& graph, const std::vector<Group>& groups, BfloatUnits units);

} // namespace knobscope
