// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of bfloat16 in matrix tiles (ir/matrixtile.h). All tiles are whole: keys, queries and the depths of both products are
// filled up, with zeros where they meet other numbers in a sum.
#include "core/runtime/attentionnest.h"

#include "core/ir/integerdivision.h"
#include "core/ir/matrixtile.h"

#include <algorithm>

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

constexpr int64_t kPair = 2; // elements of a word
constexpr int64_t kDepth = kPair * ir::kTileColumns; // of a tile's factors
constexpr int64_t kVector = kDepth; // elements of bfloat16 in a vector

class MatrixTiles : public AttentionNest
{
public:
    MatrixTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
        : AttentionNest(graph, attention, {blocks.queries, ir::roundedUp(blocks.keys, kDepth), blocks.tileRows})
        , m_depth(ir::roundedUp(attention.size, kDepth))
        , m_columns(ir::roundedUp(attention.valueSize, ir::kTileColumns))
        , m_allKeys(ir::roundedUp(attention.keys, kDepth))
        , m_scoresAreChanged(!attention.masks.empty() || attention.cap != 0)
    {
        const int64_t rows = ir::roundedUp(m_rows, ir::kTileRows);
        const int64_t keys = ir::roundedUp(m_keys, kDepth);
        m_packedKeys = scratch("keys", {m_packings * m_allKeys * m_depth}, ir::bfloat16);
        m_packedValues = scratch("values", {m_packings * m_allKeys * m_columns}, ir::bfloat16);
        m_queries = scratch("queries", {rows, m_depth + kVector}, ir::bfloat16);
        m_scores = scratch("scores", {rows, keys + kNestLanes}); // one more vector than needed, as for all attentions
        m_weights = scratch("weights", {rows, keys + kVector}, ir::bfloat16);
        m_part = scratch("part", {rows, m_columns + kNestLanes});
        m_sum = hasOneBlock() ? m_part : m_sum;
    }

private:
    std::vector<Buffer> packedBuffers() const override { return {m_packedKeys, m_packedValues}; }
    std::vector<Buffer> blockBuffers() const override
    {
        std::vector<Buffer> all{m_queries, m_scores, m_weights, m_part, m_sums, m_bound, m_factor};
        if (!hasOneBlock()) {
            all.push_back(m_sum);
        }
        return all;
    }
    bool writesOutputAtOnce() const override { return false; }
    static Expr rounded(const Expr& value) { return ir::cast(ir::bfloat16, value); }
    static Expr zero() { return ir::constant(0, ir::bfloat16); }

    // ---- packing ----

    /// Stores whole vectors of pairs: `count` pairs, and zeros for others of a tile's columns.
    static Stmt pairs(const Buffer& to, const Expr& place, int64_t count,
                      const std::function<Expr(const Expr& column, const Expr& member)>& value)
    {
        const Stmt own = vectorized("lane", kPair * count, [&](const Expr& lane) {
            return storeTo(to, {place + lane}, rounded(value(ir::floorDiv(lane, Expr(kPair)), ir::floorMod(lane, Expr(kPair)))));
        });
        return count == ir::kTileColumns ? own
                                         : ir::block({own, zeros(to, place + kPair * count, kPair * (ir::kTileColumns - count))});
    }
    static Stmt zeros(const Buffer& to, const Expr& place, int64_t count)
    {
        return vectorized("lane", count, [&](const Expr& lane) { return storeTo(to, {place + lane}, zero()); });
    }

    Stmt packed(const PackedPart& part) const override { return ir::block({packedKeys(part), packedValues(part)}); }

    /// Panels of 16 keys: pairs of elements of each key, side by side.
    Stmt packedKeys(const PackedPart& part) const
    {
        return inParts("panel", part.count, ir::kTileColumns, [&](const Expr& from, int64_t width) {
            const Expr key = part.begin + from;
            const auto place = [&](const Expr& pair) { return keysAt(part.shared, key) + pair * (kPair * ir::kTileColumns); };
            const auto value = [&](const Expr& pair) {
                return [&, pair](const Expr& lane, const Expr& member) {
                    return element(m_k, m_a.k, part.keys, key + lane, pair * kPair + member);
                };
            };
            std::vector<Stmt> all;
            if (const int64_t whole = m_a.size / kPair; whole > 0) {
                all.push_back(loopOver("pair", whole,
                                       [&](const Expr& pair) { return pairs(m_packedKeys, place(pair), width, value(pair)); }));
            }
            if (m_a.size % kPair > 0) { // the last element and a zero
                const Expr pair(m_a.size / kPair);
                all.push_back(zeros(m_packedKeys, place(pair), kPair * ir::kTileColumns));
                all.push_back(loopOver("lane", width, [&](const Expr& lane) {
                    return storeTo(m_packedKeys, {place(pair) + lane * kPair}, rounded(value(pair)(lane, Expr(int64_t{0}))));
                }));
            }
            const int64_t begin = ir::roundedUp(m_a.size, kPair) / kPair;
            if (const int64_t rest = m_depth / kPair - begin; rest > 0) {
                all.push_back(loopOver("pair", rest, [&](const Expr& pair) {
                    return zeros(m_packedKeys, place(pair + begin), kPair * ir::kTileColumns);
                }));
            }
            return ir::block(std::move(all));
        });
    }

    /// Panels of 16 columns: pairs of keys' elements of each column, side by side.
    Stmt packedValues(const PackedPart& part) const
    {
        return inParts("panel", m_a.valueSize, ir::kTileColumns, [&](const Expr& column, int64_t width) {
            const auto place = [&](const Expr& pair) {
                return valuesAt(part.shared, column, part.begin) + pair * (kPair * ir::kTileColumns);
            };
            const auto value = [&](const Expr& key) {
                return [&, key](const Expr& lane, const Expr& member) {
                    return element(m_v, m_a.v, part.values, part.begin + key + member, column + lane);
                };
            };
            std::vector<Stmt> all;
            if (const int64_t whole = part.count / kPair; whole > 0) {
                all.push_back(loopOver("pair", whole, [&](const Expr& pair) {
                    return pairs(m_packedValues, place(pair), width, value(pair * kPair));
                }));
            }
            if (part.count % kPair > 0) { // the last key and zeros
                const Expr pair(part.count / kPair);
                all.push_back(zeros(m_packedValues, place(pair), kPair * ir::kTileColumns));
                all.push_back(loopOver("lane", width, [&](const Expr& lane) {
                    return storeTo(m_packedValues, {place(pair) + lane * kPair},
                                   rounded(value(Expr(part.count - 1))(lane, Expr(int64_t{0}))));
                }));
            }
            const int64_t begin = ir::roundedUp(part.count, kPair) / kPair;
            if (const int64_t rest = ir::roundedUp(part.count, kDepth) / kPair - begin; rest > 0) {
                all.push_back(loopOver("pair", rest, [&](const Expr& pair) {
                    return zeros(m_packedValues, place(pair + begin), kPair * ir::kTileColumns);
                }));
            }
            return ir::block(std::move(all));
        });
    }
    /// Place of the panel of keys from number `key` on, a multiple of 16.
    Expr keysAt(const Expr& shared, const Expr& key) const { return shared * (m_allKeys * m_depth) + key * m_depth; }
    /// Place of the panel of columns from number `column` on, a multiple of 16, at a key of even number.
    Expr valuesAt(const Expr& shared, const Expr& column, const Expr& key) const
    {
        return shared * (m_allKeys * m_columns) + column * m_allKeys + key * ir::kTileColumns;
    }

    Stmt copiedQueries(const Block& at) const override
    {
        const Expr batch = batchOffset(at.batch, m_a.q.batch, m_a.batch);
        return eachRow(at.rows, [&](const Expr& row) {
            const Stmt copied = inParts("k", m_a.size, kVector, [&](const Expr& from, int64_t width) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    return storeTo(m_queries, {row, from + lane},
                                   rounded(element(m_q, m_a.q, batch, at.first + row, from + lane)));
                });
            });
            return m_a.size == m_depth ? copied : ir::block({copied, filledUp(m_queries, row, m_a.size, m_depth)});
        });
    }
    static Stmt filledUp(const Buffer& of, const Expr& row, int64_t begin, int64_t end)
    {
        return vectorized("lane", end - begin, [&](const Expr& lane) { return storeTo(of, {row, lane + begin}, zero()); });
    }

    // ---- products ----

    using Place = std::function<std::vector<Expr>(const Expr& row, const Expr& column)>;

    /// The sums of up to two by two tiles over `steps` tiles of the depth, in registers. `a`: of a row and an element of the
    /// depth; `b`: of a word of the depth and an element of it.
    static Stmt tileSums(int64_t tall, int64_t wide, int64_t steps, const Buffer& sums, const Place& sumAt, const Buffer& left,
                         const Place& a, const Buffer& right, const std::function<Place(int64_t tile)>& b)
    {
        std::vector<Stmt> all;
        const auto eachTile = [&](const std::function<Stmt(int64_t top, int64_t tile)>& body) {
            std::vector<Stmt> tiles;
            for (int64_t y = 0; y < tall; ++y) {
                for (int64_t x = 0; x < wide; ++x) {
                    tiles.push_back(body(y * ir::kTileRows, x));
                }
            }
            return ir::block(std::move(tiles));
        };
        const Stmt cleared = eachTile([&](int64_t top, int64_t tile) {
            return tensorized([&](const Expr& row) {
                return loopOver("column", ir::kTileColumns, [&](const Expr& column) {
                    return storeTo(sums, sumAt(row + top, column + tile * ir::kTileColumns), real(0));
                });
            });
        });
        const auto product = [&](const Expr& step, int64_t top, int64_t tile) {
            return tensorized([&](const Expr& row) {
                return loopOver("column", ir::kTileColumns, [&](const Expr& column) {
                    return loopOver("word", ir::kTileColumns, [&](const Expr& word) {
                        return loopOver("member", kPair, [&](const Expr& member) {
                            const auto at = sumAt(row + top, column + tile * ir::kTileColumns);
                            const Expr x = ir::load(left, a(row + top, step * kDepth + word * kPair + member));
                            const Expr y = ir::load(right, b(tile)(step * ir::kTileColumns + word, column * kPair + member));
                            return storeTo(sums, at, ir::load(sums, at) + ir::cast(ir::float32, x) * ir::cast(ir::float32, y));
                        });
                    });
                });
            });
        };
        return ir::block({cleared, loopOver("step", steps, [&](const Expr& step) {
                              return eachTile([&](int64_t top, int64_t tile) { return product(step, top, tile); });
                          })});
    }
    static Stmt tensorized(const std::function<Stmt(const Expr& row)>& body)
    {
        const ir::Var row("row");
        return ir::makeStmt(ir::For{.var = row,
                                    .extent = ir::kTileRows,
                                    .kind = ir::ForKind::Tensorized,
                                    .threadTag = ir::kTileOperation,
                                    .body = body(row)});
    }
    /// `body` for two rows of tiles and two columns of tiles at a time.
    static Stmt inTiles(int64_t rows, int64_t columns,
                        const std::function<Stmt(const Expr& top, int64_t tall, const Expr& left, int64_t wide)>& body)
    {
        return inParts("columns", ir::roundedUp(columns, ir::kTileColumns), 2 * ir::kTileColumns,
                       [&](const Expr& left, int64_t width) {
                           return inParts("rows", ir::roundedUp(rows, ir::kTileRows), 2 * ir::kTileRows,
                                          [&](const Expr& top, int64_t height) {
                                              return body(top, height / ir::kTileRows, left, width / ir::kTileColumns);
                                          });
                       });
    }

    Stmt products(const Block& at, const Expr& first, int64_t count) const override
    {
        const Stmt sums = inTiles(at.rows, count, [&](const Expr& top, int64_t tall, const Expr& left, int64_t wide) {
            return tileSums(
                tall, wide, m_depth / kDepth, m_scores,
                [&](const Expr& row, const Expr& column) { return std::vector{top + row, left + column}; }, m_queries,
                [&](const Expr& row, const Expr& k) { return std::vector{top + row, k}; }, m_packedKeys,
                [&](int64_t tile) {
                    return [&, tile](const Expr& word, const Expr& element) {
                        return std::vector{keysAt(at.shared, first + left + tile * ir::kTileColumns)
                                           + word * (kPair * ir::kTileColumns) + element};
                    };
                });
        });
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
    Expr scaled(const Expr& row, const Expr& key) const
    {
        const Expr score = ir::load(m_scores, {row, key});
        return m_a.scale == 1 ? score : score * real(m_a.scale);
    }
    Expr scoreAt(const Expr& row, const Expr& key) const override
    {
        return m_scoresAreChanged ? ir::load(m_scores, {row, key}) : scaled(row, key);
    }
    Stmt copiedWeight(const Expr& row, const Expr& key) const override
    {
        return storeTo(m_weights, {row, key}, rounded(ir::load(m_scores, {row, key})));
    }

    Stmt weightedSums(const Block& at, const Expr& first, int64_t count) const override
    {
        const int64_t keys = ir::roundedUp(count, kDepth);
        std::vector<Stmt> all;
        if (keys > count) {
            all.push_back(eachRow(at.rows, [&](const Expr& row) { return filledUp(m_weights, row, count, keys); }));
        }
        all.push_back(inTiles(at.rows, m_columns, [&](const Expr& top, int64_t tall, const Expr& left, int64_t wide) {
            return tileSums(
                tall, wide, keys / kDepth, m_part,
                [&](const Expr& row, const Expr& column) { return std::vector{top + row, left + column}; }, m_weights,
                [&](const Expr& row, const Expr& key) { return std::vector{top + row, key}; }, m_packedValues,
                [&](int64_t tile) {
                    return [&, tile](const Expr& word, const Expr& element) {
                        return std::vector{valuesAt(at.shared, left + tile * ir::kTileColumns, first)
                                           + word * (kPair * ir::kTileColumns) + element};
                    };
                });
        }));
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

    int64_t m_depth; ///< of the first product, in whole tiles
    int64_t m_columns; ///< of V, in whole tiles
    int64_t m_allKeys; ///< in whole tiles
    bool m_scoresAreChanged; ///< by masks or a cap
    Buffer m_packedKeys, m_packedValues;
    Buffer m_queries, m_weights, m_part; ///< of a block of queries
};

} // namespace

GroupKernel attentionKernelOfTiles(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
{
    return MatrixTiles(graph, attention, blocks).kernel();
}

} // namespace knobscope
