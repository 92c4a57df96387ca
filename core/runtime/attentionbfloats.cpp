// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionbfloats.h"

#include "core/ir/integerdivision.h"

#include <algorithm>

namespace knobscope {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

namespace {

constexpr int64_t kVector = 2 * kNestLanes; // elements of bfloat16 in a vector

Expr rounded(const Expr& value)
{
    return ir::cast(ir::bfloat16, value);
}

Expr zero()
{
    return ir::constant(0, ir::bfloat16);
}

} // namespace

BfloatAttention::BfloatAttention(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks, int64_t unit)
    : AttentionNest(graph, attention, {blocks.queries, ir::roundedUp(blocks.keys, kVector), blocks.tileRows})
    , m_unit(unit)
    , m_depth(ir::roundedUp(attention.size, unit))
    , m_columns(ir::roundedUp(attention.valueSize, kPanel))
    , m_allKeys(ir::roundedUp(attention.keys, std::max(unit, kPanel)))
    , m_scoresAreChanged(!attention.masks.empty() || attention.cap != 0)
{
    const int64_t rows = ir::roundedUp(m_rows, ir::kTileRows);
    const int64_t keys = ir::roundedUp(m_keys, std::max(unit, kPanel));
    m_packedKeys = scratch("keys", {m_packings * m_allKeys * m_depth}, ir::bfloat16);
    m_packedValues = scratch("values", {m_packings * m_allKeys * m_columns}, ir::bfloat16);
    m_queries = scratch("queries", {rows, m_depth + kVector}, ir::bfloat16);
    m_scores = scratch("scores", {rows, keys + kNestLanes}); // one more vector than needed, as for all attentions
    m_weights = scratch("weights", {rows, keys + kVector}, ir::bfloat16);
    m_part = scratch("part", {rows, m_columns + kNestLanes});
    m_sum = hasOneBlock() ? m_part : m_sum;
}

std::vector<Buffer> BfloatAttention::blockBuffers() const
{
    std::vector<Buffer> all{m_queries, m_scores, m_weights, m_part, m_sums, m_bound, m_factor};
    if (!hasOneBlock()) {
        all.push_back(m_sum);
    }
    return all;
}

Stmt BfloatAttention::pairs(const Buffer& to, const Expr& place, int64_t count,
                            const std::function<Expr(const Expr& column, const Expr& member)>& value)
{
    const Stmt own = vectorized("lane", kPair * count, [&](const Expr& lane) {
        return storeTo(to, {place + lane}, rounded(value(ir::floorDiv(lane, Expr(kPair)), ir::floorMod(lane, Expr(kPair)))));
    });
    return count == kPanel ? own : ir::block({own, zeros(to, place + kPair * count, kPair * (kPanel - count))});
}

Stmt BfloatAttention::zeros(const Buffer& to, const Expr& place, int64_t count)
{
    return vectorized("lane", count, [&](const Expr& lane) { return storeTo(to, {place + lane}, zero()); });
}

/// Panels of keys: pairs of elements of each key, side by side.
Stmt BfloatAttention::packedKeys(const PackedPart& part) const
{
    return inParts("panel", part.count, kPanel, [&](const Expr& from, int64_t width) {
        const Expr key = part.begin + from;
        const auto place = [&](const Expr& pair) { return keysAt(part.shared, key) + pair * (kPair * kPanel); };
        const auto value = [&](const Expr& pair) {
            return [&, pair](const Expr& lane, const Expr& member) {
                return element(m_k, m_a.k, part.keys, key + lane, pair * kPair + member);
            };
        };
        std::vector<Stmt> all;
        if (const int64_t whole = m_a.size / kPair; whole > 0) {
            all.push_back(
                loopOver("pair", whole, [&](const Expr& pair) { return pairs(m_packedKeys, place(pair), width, value(pair)); }));
        }
        if (m_a.size % kPair > 0) { // the last element and a zero
            const Expr pair(m_a.size / kPair);
            all.push_back(zeros(m_packedKeys, place(pair), kPair * kPanel));
            all.push_back(loopOver("lane", width, [&](const Expr& lane) {
                return storeTo(m_packedKeys, {place(pair) + lane * kPair}, rounded(value(pair)(lane, Expr(int64_t{0}))));
            }));
        }
        const int64_t begin = ir::roundedUp(m_a.size, kPair) / kPair;
        if (const int64_t rest = m_depth / kPair - begin; rest > 0) {
            all.push_back(loopOver("pair", rest,
                                   [&](const Expr& pair) { return zeros(m_packedKeys, place(pair + begin), kPair * kPanel); }));
        }
        return ir::block(std::move(all));
    });
}

/// Panels of columns: pairs of keys' elements of each column, side by side.
Stmt BfloatAttention::packedValues(const PackedPart& part) const
{
    return inParts("panel", m_a.valueSize, kPanel, [&](const Expr& column, int64_t width) {
        const auto place = [&](const Expr& pair) { return valuesAt(part.shared, column, part.begin) + pair * (kPair * kPanel); };
        const auto value = [&](const Expr& key) {
            return [&, key](const Expr& lane, const Expr& member) {
                return element(m_v, m_a.v, part.values, part.begin + key + member, column + lane);
            };
        };
        std::vector<Stmt> all;
        if (const int64_t whole = part.count / kPair; whole > 0) {
            all.push_back(loopOver(
                "pair", whole, [&](const Expr& pair) { return pairs(m_packedValues, place(pair), width, value(pair * kPair)); }));
        }
        if (part.count % kPair > 0) { // the last key and zeros
            const Expr pair(part.count / kPair);
            all.push_back(zeros(m_packedValues, place(pair), kPair * kPanel));
            all.push_back(loopOver("lane", width, [&](const Expr& lane) {
                return storeTo(m_packedValues, {place(pair) + lane * kPair},
                               rounded(value(Expr(part.count - 1))(lane, Expr(int64_t{0}))));
            }));
        }
        const int64_t begin = ir::roundedUp(part.count, kPair) / kPair;
        if (const int64_t rest = ir::roundedUp(part.count, m_unit) / kPair - begin; rest > 0) {
            all.push_back(loopOver("pair", rest,
                                   [&](const Expr& pair) { return zeros(m_packedValues, place(pair + begin), kPair * kPanel); }));
        }
        return ir::block(std::move(all));
    });
}

/// Place of the panel of keys from number `key` on, a multiple of a panel's.
Expr BfloatAttention::keysAt(const Expr& shared, const Expr& key) const
{
    return shared * (m_allKeys * m_depth) + key * m_depth;
}

/// Place of the panel of columns from number `column` on, a multiple of a panel's, at a key of even number.
Expr BfloatAttention::valuesAt(const Expr& shared, const Expr& column, const Expr& key) const
{
    return shared * (m_allKeys * m_columns) + column * m_allKeys + key * kPanel;
}

Stmt BfloatAttention::copiedQueries(const Block& at) const
{
    const Expr batch = batchOffset(at.batch, m_a.q.batch, m_a.batch);
    return eachRow(at.rows, [&](const Expr& row) {
        const Stmt copied = inParts("k", m_a.size, kVector, [&](const Expr& from, int64_t width) {
            return vectorized("lane", width, [&](const Expr& lane) {
                return storeTo(m_queries, {row, from + lane}, rounded(element(m_q, m_a.q, batch, at.first + row, from + lane)));
            });
        });
        return m_a.size == m_depth ? copied : ir::block({copied, filledUp(m_queries, row, m_a.size, m_depth)});
    });
}

Stmt BfloatAttention::filledUp(const Buffer& of, const Expr& row, int64_t begin, int64_t end)
{
    return vectorized("lane", end - begin, [&](const Expr& lane) { return storeTo(of, {row, lane + begin}, zero()); });
}

Stmt BfloatAttention::products(const Block& at, const Expr& first, int64_t count) const
{
    const Stmt sums =
        product(at.rows, count, m_depth,
                {m_scores, m_queries, m_packedKeys, [&](const Expr& column) { return keysAt(at.shared, first + column); }});
    if (!m_scoresAreChanged) {
        return sums;
    }
    const Stmt changed = eachRow(at.rows, [&](const Expr& row) {
        return inParts("panel", count, kNestLanes, [&](const Expr& from, int64_t width) {
            return vectorized("lane", width, [&](const Expr& lane) {
                return storeTo(m_scores, {row, from + lane}, masked(at, row, first + from + lane, scaled(row, from + lane)));
            });
        });
    });
    return ir::block({sums, changed});
}

Expr BfloatAttention::scaled(const Expr& row, const Expr& key) const
{
    const Expr score = ir::load(m_scores, {row, key});
    return m_a.scale == 1 ? score : score * real(m_a.scale);
}

Expr BfloatAttention::scoreAt(const Expr& row, const Expr& key) const
{
    return m_scoresAreChanged ? ir::load(m_scores, {row, key}) : scaled(row, key);
}

Stmt BfloatAttention::copiedWeight(const Expr& row, const Expr& key) const
{
    return storeTo(m_weights, {row, key}, rounded(ir::load(m_scores, {row, key})));
}

Stmt BfloatAttention::weightedSums(const Block& at, const Expr& first, int64_t count) const
{
    const int64_t keys = ir::roundedUp(count, m_unit);
    std::vector<Stmt> all;
    if (keys > count) {
        all.push_back(eachRow(at.rows, [&](const Expr& row) { return filledUp(m_weights, row, count, keys); }));
    }
    all.push_back(product(at.rows, m_columns, keys, {m_part, m_weights, m_packedValues, [&](const Expr& column) {
                                                         return valuesAt(at.shared, column, first);
                                                     }}));
    if (!hasOneBlock()) {
        all.push_back(eachRow(at.rows, [&](const Expr& row) {
            return inParts("column", m_a.valueSize, kNestLanes, [&](const Expr& from, int64_t width) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    const Expr before = ir::load(m_sum, {row, from + lane});
                    return storeTo(m_sum, {row, from + lane},
                                   ir::load(m_part, {row, from + lane}) + before * ir::load(m_factor, {row}));
                });
            });
        }));
    }
    return ir::block(std::move(all));
}

} // namespace knobscope
