// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder. Attention of bfloat16, whichever instructions multiply it.

#include "core/ir/matrixtile.h"
#include "core/runtime/attentionnest.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace knobscope {

/// Packs keys and values into panels of pairs and rounds the weights. Depths of both products are filled up to whole units, with
/// zeros where they meet other numbers in a sum.
class BfloatAttention : public AttentionNest
{
public:
    static constexpr int64_t kPair = 2; ///< elements of a word
    static constexpr int64_t kPanel = ir::kTileColumns; ///< columns that are packed side by side

    /// `unit`: elements of the depth that the instructions multiply together, a multiple of a pair.
    BfloatAttention(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks, int64_t unit);

protected:
    /// Places of a product's elements: (row, column) in `sums`, (row, element of the depth) in `left`. In `right`, pairs of
    /// elements of a panel's columns side by side, then the next pairs, from panelAt(first column of the panel) on.
    struct Factors {
        const ir::Buffer& sums;
        const ir::Buffer& left;
        const ir::Buffer& right;
        std::function<ir::Expr(const ir::Expr& column)> panelAt;
    };
    /// sums = left times right; `depth` is whole units, and columns are computed up to the end of the last panel.
    virtual ir::Stmt product(int64_t rows, int64_t columns, int64_t depth, const Factors& of) const = 0;

private:
    std::vector<ir::Buffer> packedBuffers() const override { return {m_packedKeys, m_packedValues}; }
    std::vector<ir::Buffer> blockBuffers() const override;
    bool writesOutputAtOnce() const override { return false; }

    /// Stores whole vectors of pairs: `count` pairs, and zeros for others of a panel's columns.
    static ir::Stmt pairs(const ir::Buffer& to, const ir::Expr& place, int64_t count,
                          const std::function<ir::Expr(const ir::Expr& column, const ir::Expr& member)>& value);
    static ir::Stmt zeros(const ir::Buffer& to, const ir::Expr& place, int64_t count);
    static ir::Stmt filledUp(const ir::Buffer& of, const ir::Expr& row, int64_t begin, int64_t end);
    ir::Stmt packed(const PackedPart& part) const override { return ir::block({packedKeys(part), packedValues(part)}); }
    ir::Stmt packedKeys(const PackedPart& part) const;
    ir::Stmt packedValues(const PackedPart& part) const;
    ir::Expr keysAt(const ir::Expr& shared, const ir::Expr& key) const;
    ir::Expr valuesAt(const ir::Expr& shared, const ir::Expr& column, const ir::Expr& key) const;

    ir::Stmt copiedQueries(const Block& at) const override;
    ir::Stmt products(const Block& at, const ir::Expr& first, int64_t count) const override;
    ir::Expr scaled(const ir::Expr& row, const ir::Expr& key) const;
    ir::Expr scoreAt(const ir::Expr& row, const ir::Expr& key) const override;
    ir::Stmt copiedWeight(const ir::Expr& row, const ir::Expr& key) const override;
    ir::Stmt weightedSums(const Block& at, const ir::Expr& first, int64_t count) const override;

    int64_t m_unit;
    int64_t m_depth; ///< of the first product, in whole units
    int64_t m_columns; ///< of V, in whole panels
    int64_t m_allKeys; ///< in whole panels and units
    bool m_scoresAreChanged; ///< by masks or a cap
    ir::Buffer m_packedKeys, m_packedValues;
    ir::Buffer m_queries, m_weights, m_part; ///< of a block of queries
};

} // namespace knobscope
