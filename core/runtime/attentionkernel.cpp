// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionkernel.h"

#include "core/ir/integerdivision.h"
#include "core/ir/matrixtile.h"
#include "core/runtime/attentionnest.h"
#include "core/target/machineprofile.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

/// Products of float32 in register tiles.
class RegisterTiles : public AttentionNest
{
public:
    RegisterTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
        : AttentionNest(graph, attention,
                        {blocks.queries, ir::roundedUp(blocks.keys, blocks.tileColumns), blocks.tileRows, blocks.tileColumns})
        , m_tileRows(blocks.tileRows)
        , m_tileColumns(blocks.tileColumns)
    {
        m_packedKeys = scratch("keys", {m_packings * m_a.keys * m_a.size});
        m_packedValues = scratch("values", {m_packings * m_a.keys * m_a.valueSize});
        m_queries = scratch("queries", {m_rows, m_a.size});
    }

private:
    std::vector<Buffer> packedBuffers() const override { return {m_packedKeys, m_packedValues}; }
    std::vector<Buffer> blockBuffers() const override { return {m_queries, m_scores, m_sums, m_bound, m_factor, m_sum}; }
    bool writesOutputAtOnce() const override { return hasOneBlock(); }
    Expr packedMatrix(const Expr& shared, int64_t columns) const { return shared * (m_a.keys * columns); }

    /// `body` for panels of a tile's columns; what is left has whole vectors in one panel and the others in the last one.
    Stmt inPanels(int64_t extent, const std::function<Stmt(const Expr& from, int64_t width)>& body) const
    {
        const int64_t whole = extent / m_tileColumns * m_tileColumns;
        const Stmt rest = inParts("rest", extent - whole, kNestLanes,
                                  [&](const Expr& from, int64_t width) { return body(from + whole, width); });
        return whole == 0      ? rest
             : whole == extent ? inParts("panel", extent, m_tileColumns, body)
                               : ir::block({inParts("panel", whole, m_tileColumns, body), rest});
    }

    Stmt packed(const PackedPart& part) const override { return ir::block({packedKeys(part), packedValues(part)}); }
    Stmt packedKeys(const PackedPart& part) const
    {
        return inPanels(part.count, [&](const Expr& from, int64_t width) {
            return loopOver("k", m_a.size, [&](const Expr& k) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    return storeTo(m_packedKeys,
                                   {packedAt(packedMatrix(part.shared, m_a.size), m_a.size, part.begin + from, width, k, lane)},
                                   element(m_k, m_a.k, part.keys, part.begin + from + lane, k));
                });
            });
        });
    }
    Stmt packedValues(const PackedPart& part) const
    {
        return inPanels(m_a.valueSize, [&](const Expr& from, int64_t width) {
            return loopOver("key", part.count, [&](const Expr& key) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    return storeTo(
                        m_packedValues,
                        {packedAt(packedMatrix(part.shared, m_a.valueSize), m_a.keys, from, width, part.begin + key, lane)},
                        element(m_v, m_a.v, part.values, part.begin + key, from + lane));
                });
            });
        });
    }

    Stmt copiedQueries(const Block& at) const override
    {
        const Expr batch = batchOffset(at.batch, m_a.q.batch, m_a.batch);
        return eachRow(at.rows, [&](const Expr& row) {
            return inParts("k", m_a.size, kNestLanes, [&](const Expr& from, int64_t width) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    const Expr query = element(m_q, m_a.q, batch, at.first + row, from + lane);
                    return storeTo(m_queries, {row, from + lane}, m_a.scale == 1 ? query : query * real(m_a.scale));
                });
            });
        });
    }

    Stmt products(const Block& at, const Expr& first, int64_t count) const override
    {
        return inPanels(count, [&](const Expr& from, int64_t width) {
            return inParts("tile", at.rows, m_tileRows, [&](const Expr& top, int64_t rows) {
                return productTile(
                    rows, width, m_a.size, [](const Expr&, const Expr&) { return real(0); },
                    [&](const Expr& row, const Expr& k) { return ir::load(m_queries, {top + row, k}); },
                    [&](const Expr& k, const Expr& lane) {
                        return ir::load(m_packedKeys,
                                        {packedAt(packedMatrix(at.shared, m_a.size), m_a.size, first + from, width, k, lane)});
                    },
                    [&](const Expr& row, const Expr& lane, const Expr& sum) {
                        return storeTo(m_scores, {top + row, from + lane}, masked(at, top + row, first + from + lane, sum));
                    });
            });
        });
    }

    Stmt weightedSums(const Block& at, const Expr& first, int64_t count) const override
    {
        return inPanels(m_a.valueSize, [&](const Expr& column, int64_t width) {
            return inParts("tile", at.rows, m_tileRows, [&](const Expr& top, int64_t rows) {
                return productTile(
                    rows, width, count, [](const Expr&, const Expr&) { return real(0); },
                    [&](const Expr& row, const Expr& key) { return ir::load(m_scores, {top + row, key}); },
                    [&](const Expr& key, const Expr& lane) {
                        return ir::load(m_packedValues, {packedAt(packedMatrix(at.shared, m_a.valueSize), m_a.keys, column, width,
                                                                  first + key, lane)});
                    },
                    [&](const Expr& row, const Expr& lane, const Expr& sum) {
                        const Expr before = ir::load(m_sum, {top + row, column + lane});
                        return hasOneBlock()
                                 ? storeOutput(at, top + row, column + lane, sum)
                                 : storeTo(m_sum, {top + row, column + lane}, sum + before * ir::load(m_factor, {top + row}));
                    });
            });
        });
    }

    int64_t m_tileRows, m_tileColumns;
    Buffer m_packedKeys, m_packedValues;
    Buffer m_queries; ///< of a block
};

} // namespace

AttentionBlocks attentionBlocks(const Attention& attention, const MachineProfile& machine)
{
    constexpr int64_t mostKeys = 1024; // of bfloat16: scores and weights of 32 queries fill a tenth of the second cache
    const int64_t bfloatKeys = attention.keys <= mostKeys ? attention.keys : mostKeys / 2;
    if (attention.bfloats == BfloatUnits::MatrixTiles) {
        return {.queries = 2 * ir::kTileRows, .keys = bfloatKeys};
    }
    constexpr int64_t usualL1 = 32 << 10;
    AttentionBlocks blocks;
    if (machine.vectorBits > 0 && machine.vectorRegisters > 0) { // a quarter of the registers is left for factors
        constexpr int64_t bitsOfRow = 32 * kNestLanes;
        blocks.tileRows =
            std::clamp(machine.vectorRegisters * 3 / 4 * machine.vectorBits / bitsOfRow, int64_t{1}, 2 * kNestTileRows);
        // Twelve rows of one vector take more loads than multiply-adds, rows of two only half as many.
        const bool hasRoom = machine.vectorRegisters * machine.vectorBits >= 32 * bitsOfRow;
        blocks.tileColumns = hasRoom ? 2 * kNestLanes : kNestLanes;
    }
    if (attention.bfloats == BfloatUnits::DotProducts) {
        blocks.keys = bfloatKeys;
        return blocks;
    }
    const bool isCausal = attention.keysAhead.value_or(attention.keys) + 1 < attention.keys; // skips blocks of keys
    constexpr int64_t largeL2 = 1 << 20; // has room for scores: long blocks are rescaled less often
    const int64_t l1 = machine.l1Bytes > 0 ? machine.l1Bytes : usualL1;
    const int64_t scoreBytes = machine.l2Bytes >= largeL2 && !isCausal ? machine.l2Bytes / 8 : l1 / 4 * 3;
    blocks.keys = std::max(scoreBytes / 4 / blocks.queries / blocks.tileColumns, int64_t{2}) * blocks.tileColumns;
    if (attention.keys <= (isCausal ? 1 : 2) * blocks.keys) {
        blocks.keys = attention.keys; // rescaling costs more than a trip to the second cache
    }
    return blocks;
}

bool isFasterAsOneKernel(const Attention& attention)
{
    constexpr int64_t mostSize = 1024; // of rows of which a block is kept in the caches
    return std::max(attention.size, attention.valueSize) <= mostSize;
}

GroupKernel attentionKernel(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
{
    switch (attention.bfloats) {
    case BfloatUnits::MatrixTiles: return attentionKernelOfTiles(graph, attention, blocks);
    case BfloatUnits::DotProducts: return attentionKernelOfDots(graph, attention, blocks);
    case BfloatUnits::None: break;
    }
    return RegisterTiles(graph, attention, blocks).kernel();
}

double flopsOf(const Attention& attention)
{
    double scores = static_cast<double>(attention.queries * attention.keys);
    for (int64_t query = 0; query < attention.queries && attention.keysAhead; ++query) {
        const int64_t hidden = attention.keys - std::max(query + *attention.keysAhead + 1, int64_t{0});
        scores -= static_cast<double>(std::max(hidden, int64_t{0}));
    }
    scores = std::accumulate(attention.batch.begin(), attention.batch.end(), scores,
                             [](double all, int64_t extent) { return all * static_cast<double>(extent); });
    return scores * (2 * static_cast<double>(attention.size + attention.valueSize) + 4);
}

} // namespace knobscope
