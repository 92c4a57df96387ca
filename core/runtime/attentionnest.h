// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder. What the kernels of attentions share, whichever instructions compute their products.

#include "core/runtime/attentionkernel.h"
#include "core/runtime/nestparts.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace knobscope {

/// Writes the loop nest of an attention: packs keys and values, then computes blocks of queries, block of keys by block of keys.
class AttentionNest
{
public:
    AttentionNest(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks);
    virtual ~AttentionNest() = default;
    AttentionNest(const AttentionNest&) = delete;
    AttentionNest& operator=(const AttentionNest&) = delete;
    AttentionNest(AttentionNest&&) = delete;
    AttentionNest& operator=(AttentionNest&&) = delete;

    GroupKernel kernel() const;

protected:
    /// Memory that a block of queries reads and writes.
    struct Block {
        ir::Expr batch;
        ir::Expr shared; ///< number of the packed matrices
        ir::Expr first; ///< query
        int64_t rows = 0;
    };
    /// Statements for `count` keys from number `begin` on, of the matrices at these places.
    struct PackedPart {
        ir::Expr shared; ///< number of the packed matrices
        ir::Expr keys, values; ///< places of the matrices in K and V
        ir::Expr begin;
        int64_t count = 0;
    };

    virtual ir::Stmt packed(const PackedPart& part) const = 0;
    /// Copies a block of queries.
    virtual ir::Stmt copiedQueries(const Block& at) const = 0;
    /// scores = Q K^T + masks of a block of keys.
    virtual ir::Stmt products(const Block& at, const ir::Expr& first, int64_t count) const = 0;
    /// A score, of which m_scores may have a multiple.
    virtual ir::Expr scoreAt(const ir::Expr& row, const ir::Expr& key) const { return ir::load(m_scores, {row, key}); }
    /// Copies an exponential from m_scores to where weightedSums() reads it; null if it reads it there.
    virtual ir::Stmt copiedWeight(const ir::Expr&, const ir::Expr&) const { return {}; }
    /// Exponentials times V: the output if one block has all keys and it is written at once, else sums.
    virtual ir::Stmt weightedSums(const Block& at, const ir::Expr& first, int64_t count) const = 0;
    virtual std::vector<ir::Buffer> packedBuffers() const = 0;
    virtual std::vector<ir::Buffer> blockBuffers() const = 0;
    virtual bool writesOutputAtOnce() const = 0;

    static ir::Expr real(double value) { return ir::constant(value, ir::float32); }
    static ir::Buffer scratch(const char* name, std::vector<int64_t> shape, ir::DataType number = ir::float32);
    static ir::Stmt vectorized(const char* name, int64_t extent, const std::function<ir::Stmt(const ir::Expr& lane)>& body);
    static ir::Stmt eachRow(int64_t rows, const std::function<ir::Stmt(const ir::Expr& row)>& body);
    static ir::Expr element(const ir::Buffer& of, const AttentionOperand& operand, const ir::Expr& batch, const ir::Expr& row,
                            const ir::Expr& column);
    /// Places in a packed matrix: panels of up to 16 columns (keys of K, columns of V), each with its rows one after the other.
    static ir::Expr packedAt(const ir::Expr& matrix, int64_t rows, const ir::Expr& panel, int64_t width, const ir::Expr& row,
                             const ir::Expr& lane);
    /// Sum of index * stride over the axes of the batch, for the combination of indices `batch`. `extents`: those counted by it.
    ir::Expr batchOffset(const ir::Expr& batch, const std::vector<int64_t>& strides, const std::vector<int64_t>& extents) const;
    ir::Expr masked(const Block& at, const ir::Expr& row, const ir::Expr& key, ir::Expr score) const;
    ir::Stmt storeOutput(const Block& at, const ir::Expr& row, const ir::Expr& column, const ir::Expr& sum) const;
    bool hasOneBlock() const { return m_keys == m_a.keys; }

    const Graph& m_graph;
    const Attention& m_a;
    int64_t m_rows; ///< queries of a block
    int64_t m_keys; ///< keys of a block
    std::vector<int64_t> m_shared; ///< strides of the batch in the packed matrices
    int64_t m_packings = 1; ///< number of different keys and values
    std::vector<ValueId> m_values; ///< of m_parameters
    std::vector<ir::Buffer> m_parameters;
    ir::Buffer m_q, m_k, m_v, m_output;
    std::vector<ir::Buffer> m_masks;
    ir::Buffer m_scores, m_sums, m_bound, m_factor, m_sum; ///< of a block of queries

private:
    ir::Buffer parameter(ValueId value);
    ir::Stmt packing() const;
    ir::Stmt attention() const;
    ir::Stmt block(const Block& at) const;
    ir::Stmt cleared(int64_t rows) const;
    ir::Stmt exponentials(const Block& at, int64_t count) const;
    ir::Stmt rescaling(const ir::Expr& row, const ir::Buffer& shift, const ir::Expr& largest) const;
    ir::Stmt inverseOfSum(const ir::Expr& row, const ir::Expr& sum) const;
};

/// The same in matrix tiles or dot products of bfloat16, for an attention whose factors are rounded to that (Attention::bfloats).
GroupKernel attentionKernelOfTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks);
GroupKernel attentionKernelOfDots(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks);

} // namespace knobscope
