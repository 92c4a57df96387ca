// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionkernel.h"

#include "core/ir/integerdivision.h"
#include "core/runtime/nestparts.h"
#include "core/target/machineprofile.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace knobscope {
namespace {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

constexpr int64_t kPackedTogether = 4 * kNestLanes; // keys that one iteration packs
constexpr int64_t kPowersTogether = 2 * kNestLanes; // four of AVX2's vectors, whose instructions overlap

Expr real(double value)
{
    return ir::constant(value, ir::float32);
}

/// The larger one; b if a is NaN. One instruction, other than ir::max.
Expr larger(const Expr& a, const Expr& b)
{
    return ir::select(a > b, a, b);
}

Stmt vectorized(const char* name, int64_t extent, const std::function<Stmt(const Expr& lane)>& body)
{
    return loopOver(name, extent, body, ir::ForKind::Vectorized);
}

int64_t product(const std::vector<int64_t>& extents)
{
    int64_t all = 1;
    for (const int64_t extent : extents) {
        all *= extent;
    }
    return all;
}

class AttentionNest
{
public:
    AttentionNest(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
        : m_graph(graph)
        , m_a(attention)
        , m_rows(std::min(blocks.queries, attention.queries))
        , m_keys(std::min(ir::roundedUp(blocks.keys, kNestLanes), attention.keys))
        , m_tileRows(blocks.tileRows)
        , m_shared(attention.batch.size(), 0)
    {
        for (size_t axis = m_shared.size(); axis-- > 0;) {
            if (m_a.k.batch[axis] != 0 || m_a.v.batch[axis] != 0) {
                m_shared[axis] = m_packings;
                m_packings *= m_a.batch[axis];
            }
        }
        m_q = parameter(m_a.q.value);
        m_k = parameter(m_a.k.value);
        m_v = parameter(m_a.v.value);
        for (const AttentionMask& mask : m_a.masks) {
            m_masks.push_back(parameter(mask.value));
        }
        m_output = buffer("out0", {elementsOf(m_graph.value(m_a.output.value).type->shape)}, ir::Scope::Argument);
        m_packedKeys = scratch("keys", {m_packings * m_a.keys * m_a.size});
        m_packedValues = scratch("values", {m_packings * m_a.keys * m_a.valueSize});
        m_queries = scratch("queries", {m_rows, m_a.size});
        // One more vector than needed, so that rows do not share the same sets of the cache.
        m_scores = scratch("scores", {m_rows, ir::roundedUp(m_keys, kNestLanes) + kNestLanes});
        m_sums = scratch("sums", {m_rows});
        m_bound = scratch("bound", {m_rows});
        m_factor = scratch("factor", {m_rows});
        m_sum = scratch("weighted", {m_rows, m_a.valueSize});
    }

    GroupKernel kernel() const
    {
        GroupKernel kernel;
        kernel.nest.name = "attention";
        kernel.nest.parameters = m_parameters;
        kernel.nest.inputs = m_parameters.size();
        kernel.nest.parameters.push_back(m_output);
        kernel.nest.provenance.emplace_back();
        kernel.nest.body = allocated({m_packedKeys, m_packedValues}, ir::block({packing(), attention()}));
        for (const ValueId value : m_values) {
            kernel.inputs.push_back({value, {}, false, {}});
        }
        kernel.outputs = {m_a.output.value};
        return kernel;
    }

private:
    static Buffer buffer(std::string name, std::vector<int64_t> shape, ir::Scope scope)
    {
        return ir::makeBuffer(std::move(name), std::move(shape), ir::float32, scope);
    }
    static Buffer scratch(const char* name, std::vector<int64_t> shape)
    {
        return buffer(name, std::move(shape), ir::Scope::Workspace);
    }
    /// A condition is read as the byte that it is.
    Buffer parameter(ValueId value)
    {
        const auto known = std::ranges::find(m_values, value);
        if (known != m_values.end()) {
            return m_parameters[static_cast<size_t>(known - m_values.begin())];
        }
        m_values.push_back(value);
        const TensorType& type = *m_graph.value(value).type;
        m_parameters.push_back(ir::makeBuffer(fmt::format("in{}", m_parameters.size()), {elementsOf(type.shape)},
                                              type.number.isBool() ? ir::uint8 : ir::float32, ir::Scope::Argument));
        return m_parameters.back();
    }

    /// Sum of index * stride over the axes of the batch, for the combination of indices `batch`. `extents`: those counted by it.
    Expr batchOffset(const Expr& batch, const std::vector<int64_t>& strides, const std::vector<int64_t>& extents) const
    {
        Expr offset(int64_t{0});
        int64_t inside = 1;
        for (size_t axis = extents.size(); axis-- > 0;) {
            if (extents[axis] > 1 && strides[axis] != 0) {
                const Expr rest = inside == 1 ? batch : ir::floorDiv(batch, Expr(inside));
                const bool isOutermost = inside * extents[axis] == product(extents);
                offset = offset + (isOutermost ? rest : ir::floorMod(rest, Expr(extents[axis]))) * strides[axis];
            }
            inside *= extents[axis];
        }
        return offset;
    }
    static Expr element(const Buffer& of, const AttentionOperand& operand, const Expr& batch, const Expr& row, const Expr& column)
    {
        return ir::load(of, {batch + row * operand.row + column * operand.column + operand.offset});
    }

    // ---- packing ----

    /// Places in a packed matrix: panels of up to 16 columns (keys of K, columns of V), each with its rows one after the other.
    static Expr packedAt(const Expr& matrix, int64_t rows, const Expr& panel, int64_t width, const Expr& row, const Expr& lane)
    {
        return matrix + panel * rows + row * width + lane;
    }
    Expr packedMatrix(const Expr& shared, int64_t columns) const { return shared * (m_a.keys * columns); }

    Stmt packing() const
    {
        std::vector<int64_t> extents = m_a.batch;
        for (size_t axis = 0; axis < extents.size(); ++axis) {
            extents[axis] = m_a.k.batch[axis] != 0 || m_a.v.batch[axis] != 0 ? extents[axis] : 1;
        }
        const int64_t parts = ir::roundedUp(m_a.keys, kPackedTogether) / kPackedTogether;
        const int64_t last = m_a.keys - (parts - 1) * kPackedTogether;
        return loopOver(
            "part", m_packings * parts,
            [&](const Expr& part) {
                const Expr shared = parts == 1 ? part : ir::floorDiv(part, Expr(parts));
                const Expr number = parts == 1 ? Expr(int64_t{0}) : ir::floorMod(part, Expr(parts));
                const auto packed = [&](int64_t count) {
                    const Expr begin = number * kPackedTogether;
                    return ir::block({packedKeys(shared, batchOffset(shared, m_a.k.batch, extents), begin, count),
                                      packedValues(shared, batchOffset(shared, m_a.v.batch, extents), begin, count)});
                };
                return last == kPackedTogether || parts == 1
                         ? packed(last)
                         : ir::makeStmt(ir::IfThen{number < Expr(parts - 1), packed(kPackedTogether), packed(last)});
            },
            ir::ForKind::Parallel);
    }
    Stmt packedKeys(const Expr& shared, const Expr& batch, const Expr& begin, int64_t count) const
    {
        return inParts("panel", count, kNestLanes, [&](const Expr& from, int64_t width) {
            return loopOver("k", m_a.size, [&](const Expr& k) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    return storeTo(m_packedKeys,
                                   {packedAt(packedMatrix(shared, m_a.size), m_a.size, begin + from, width, k, lane)},
                                   element(m_k, m_a.k, batch, begin + from + lane, k));
                });
            });
        });
    }
    Stmt packedValues(const Expr& shared, const Expr& batch, const Expr& begin, int64_t count) const
    {
        return inParts("panel", m_a.valueSize, kNestLanes, [&](const Expr& from, int64_t width) {
            return loopOver("key", count, [&](const Expr& key) {
                return vectorized("lane", width, [&](const Expr& lane) {
                    return storeTo(m_packedValues,
                                   {packedAt(packedMatrix(shared, m_a.valueSize), m_a.keys, from, width, begin + key, lane)},
                                   element(m_v, m_a.v, batch, begin + key, from + lane));
                });
            });
        });
    }

    // ---- blocks of queries ----

    /// Memory that a block of queries reads and writes.
    struct Block {
        Expr batch;
        Expr shared; ///< number of the packed matrices
        Expr first; ///< query
        int64_t rows = 0;
    };

    Stmt attention() const
    {
        const int64_t batches = product(m_a.batch);
        const int64_t blocks = ir::roundedUp(m_a.queries, m_rows) / m_rows;
        const int64_t last = m_a.queries - (blocks - 1) * m_rows;
        return loopOver(
            "block", batches * blocks,
            [&](const Expr& i) {
                const Expr batch = blocks == 1 ? i : ir::floorDiv(i, Expr(blocks));
                const Expr number = blocks == 1 ? Expr(int64_t{0}) : ir::floorMod(i, Expr(blocks));
                const Expr shared = batchOffset(batch, m_shared, m_a.batch);
                const auto computed = [&](int64_t rows) { return block({batch, shared, number * m_rows, rows}); };
                const Stmt body = last == m_rows || blocks == 1
                                    ? computed(last)
                                    : ir::makeStmt(ir::IfThen{number < Expr(blocks - 1), computed(m_rows), computed(last)});
                return allocated({m_queries, m_scores, m_sums, m_bound, m_factor, m_sum}, body);
            },
            ir::ForKind::Parallel);
    }
    bool hasOneBlock() const { return m_keys == m_a.keys; }

    Stmt block(const Block& at) const
    {
        std::vector<Stmt> all{scaledQueries(at)};
        if (!hasOneBlock()) {
            all.push_back(cleared(at.rows));
        }
        all.push_back(inParts("from", m_a.keys, m_keys, [&](const Expr& from, int64_t count) {
            const Stmt body = ir::block({products(at, from, count), exponentials(at, count), weightedSums(at, from, count)});
            // A block that the mask hides from all of these queries would add zeros.
            return hasOneBlock() || !m_a.keysAhead
                     ? body
                     : ir::makeStmt(ir::IfThen{from <= at.first + (at.rows - 1 + *m_a.keysAhead), body, {}});
        }));
        if (!hasOneBlock()) {
            all.push_back(eachRow(at.rows, [&](const Expr& row) { return inverseOfSum(row, ir::load(m_sums, {row})); }));
            all.push_back(eachRow(at.rows, [&](const Expr& row) {
                return inParts("column", m_a.valueSize, kNestLanes, [&](const Expr& from, int64_t width) {
                    return vectorized("lane", width, [&](const Expr& lane) {
                        return storeOutput(at, row, from + lane, ir::load(m_sum, {row, from + lane}));
                    });
                });
            }));
        }
        return ir::block(std::move(all));
    }
    static Stmt eachRow(int64_t rows, const std::function<Stmt(const Expr& row)>& body) { return loopOver("row", rows, body); }

    Stmt scaledQueries(const Block& at) const
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

    /// The state before the first block of keys.
    Stmt cleared(int64_t rows) const
    {
        return eachRow(rows, [&](const Expr& row) {
            const Stmt zeros = inParts("column", m_a.valueSize, kNestLanes, [&](const Expr& from, int64_t width) {
                return vectorized("lane", width, [&](const Expr& lane) { return storeTo(m_sum, {row, from + lane}, real(0)); });
            });
            return ir::block({storeTo(m_bound, {row}, real(-std::numeric_limits<double>::infinity())),
                              storeTo(m_sums, {row}, real(0)), zeros});
        });
    }

    /// scores = Q K^T + masks of a block of keys.
    Stmt products(const Block& at, const Expr& first, int64_t count) const
    {
        return inParts("panel", count, kNestLanes, [&](const Expr& from, int64_t width) {
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
    Expr masked(const Block& at, const Expr& row, const Expr& key, Expr score) const
    {
        score = m_a.cap == 0 ? score : ir::tanh(score) * real(m_a.cap);
        for (size_t i = 0; i < m_masks.size(); ++i) {
            const AttentionMask& mask = m_a.masks[i];
            const Expr added = element(m_masks[i], mask, batchOffset(at.batch, mask.batch, m_a.batch), at.first + row, key);
            if (mask.changes) {
                const auto changed = [&](const AttentionMask::Change& change) {
                    return !change.keeps ? real(change.number) : change.number == 0 ? score : score + real(change.number);
                };
                score =
                    ir::select(ir::cast(ir::float32, added) > real(0), changed((*mask.changes)[1]), changed((*mask.changes)[0]));
            } else {
                score = score + (mask.factor == 1 ? added : added * real(mask.factor));
            }
        }
        return score;
    }

    /// Combines lanes of `of` into the first one, half by half.
    static Stmt acrossLanes(const Buffer& of, const std::function<Expr(const Expr&, const Expr&)>& combined)
    {
        std::vector<Stmt> halves;
        for (int64_t half = of->shape[0] / 2; half > 0; half /= 2) {
            halves.push_back(vectorized("lane", half, [&](const Expr& lane) {
                return storeTo(of, {lane}, combined(ir::load(of, {lane}), ir::load(of, {lane + half})));
            }));
        }
        return ir::block(std::move(halves));
    }

    /// Turns the scores of a block of keys into exponentials, less the row's largest score so far, and adds them up in each lane.
    Stmt exponentials(const Block& at, int64_t count) const
    {
        const Expr first(int64_t{0});
        return eachRow(at.rows, [&](const Expr& row) {
            const Buffer shift = buffer("shift", {1}, ir::Scope::Local);
            const Buffer largest = buffer("largest", {kNestLanes}, ir::Scope::Local);
            const Buffer total = buffer("total", {kPowersTogether}, ir::Scope::Local);
            const auto eachLane = [](const Buffer& of, const Expr& value) {
                return vectorized("lane", of->shape[0], [&](const Expr& lane) { return storeTo(of, {lane}, value); });
            };
            const auto eachScore = [&](int64_t lanes,
                                       const std::function<Stmt(const Expr& score, const Expr& key, const Expr& lane)>& body) {
                return inParts("panel", count, lanes, [&](const Expr& from, int64_t width) {
                    return vectorized("lane", width, [&](const Expr& lane) {
                        return body(ir::load(m_scores, {row, from + lane}), from + lane, lane);
                    });
                });
            };
            std::vector<Stmt> all{eachLane(largest, real(-std::numeric_limits<double>::infinity())),
                                  eachScore(kNestLanes,
                                            [&](const Expr& score, const Expr&, const Expr& lane) {
                                                return storeTo(largest, {lane}, larger(score, ir::load(largest, {lane})));
                                            }),
                                  acrossLanes(largest, larger)};
            const Expr ofRow = ir::load(largest, {first});
            all.push_back(hasOneBlock() ? storeTo(shift, {first}, ofRow) : rescaling(row, shift, ofRow));
            all.push_back(eachLane(total, real(0)));
            all.push_back(eachScore(kPowersTogether, [&](const Expr& score, const Expr& key, const Expr& lane) {
                const Expr below =
                    ir::min(score - ir::load(shift, {first}), real(0)); // as it is; exp is cheaper if that is known
                return ir::block(
                    {storeTo(m_scores, {row, key}, ir::exp(below)), storeTo(total, {lane}, ir::load(total, {lane}) + score)});
            }));
            all.push_back(acrossLanes(total, [](const Expr& a, const Expr& b) { return a + b; }));
            const Expr sum = ir::load(total, {first});
            all.push_back(hasOneBlock() ? inverseOfSum(row, sum)
                                        : storeTo(m_sums, {row}, ir::load(m_sums, {row}) * ir::load(m_factor, {row}) + sum));
            return allocated({shift, largest, total}, ir::block(std::move(all)));
        });
    }
    /// The new bound of a row, and the factor for what was summed below the old one. As long as all scores are -inf the shift is
    /// 0, so that later scores count.
    Stmt rescaling(const Expr& row, const Buffer& shift, const Expr& largest) const
    {
        const Expr bound = ir::load(m_bound, {row});
        const Expr infinite = real(-std::numeric_limits<double>::infinity());
        const Expr next = larger(largest, bound);
        const Expr shifted = ir::load(shift, {Expr(int64_t{0})});
        return ir::block({storeTo(shift, {Expr(int64_t{0})}, ir::select(next > infinite, next, real(0))),
                          storeTo(m_factor, {row}, ir::exp(bound - shifted)), storeTo(m_bound, {row}, next)});
    }
    /// factor = 1 / the row's sum; 0 if that is not positive and such rows count as zeros.
    Stmt inverseOfSum(const Expr& row, const Expr& sum) const
    {
        const Expr inverse = real(1) / sum;
        return storeTo(m_factor, {row}, m_a.areNanWeightsZero ? ir::select(sum > real(0), inverse, real(0)) : inverse);
    }

    /// Exponentials times V: the output if one block has all keys, else added to the rescaled sums of the blocks before.
    Stmt weightedSums(const Block& at, const Expr& first, int64_t count) const
    {
        return inParts("column", m_a.valueSize, kNestLanes, [&](const Expr& column, int64_t width) {
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
    Stmt storeOutput(const Block& at, const Expr& row, const Expr& column, const Expr& sum) const
    {
        const AttentionOperand& to = m_a.output;
        const Expr inverse = ir::load(m_factor, {row});
        const Expr value = sum * inverse;
        return storeTo(m_output,
                       {batchOffset(at.batch, to.batch, m_a.batch) + (at.first + row) * to.row + column * to.column + to.offset},
                       m_a.areNanWeightsZero ? ir::select(inverse > real(0), value, real(0)) : value);
    }

    const Graph& m_graph;
    const Attention& m_a;
    int64_t m_rows; ///< queries of a block
    int64_t m_keys; ///< keys of a block
    int64_t m_tileRows;
    std::vector<int64_t> m_shared; ///< strides of the batch in the packed matrices
    int64_t m_packings = 1; ///< number of different keys and values
    std::vector<ValueId> m_values; ///< of m_parameters
    std::vector<Buffer> m_parameters;
    Buffer m_q, m_k, m_v, m_output;
    std::vector<Buffer> m_masks;
    Buffer m_packedKeys, m_packedValues;
    Buffer m_queries, m_scores, m_sums, m_bound, m_factor, m_sum; ///< of a block of queries
};

} // namespace

AttentionBlocks attentionBlocks(const Attention& attention, const MachineProfile& machine)
{
    constexpr int64_t usualL1 = 32 << 10;
    AttentionBlocks blocks;
    if (machine.vectorBits > 0 && machine.vectorRegisters > 0) { // a quarter of the registers is left for factors
        constexpr int64_t bitsOfRow = 32 * kNestLanes;
        blocks.tileRows =
            std::clamp(machine.vectorRegisters * 3 / 4 * machine.vectorBits / bitsOfRow, int64_t{1}, 2 * kNestTileRows);
    }
    const int64_t scoreBytes = (machine.l1Bytes > 0 ? machine.l1Bytes : usualL1) / 4 * 3;
    blocks.keys = std::max(scoreBytes / 4 / blocks.queries / kNestLanes, int64_t{4}) * kNestLanes;
    const bool isCausal = attention.keysAhead.value_or(attention.keys) + 1 < attention.keys; // skips blocks of keys
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
    return AttentionNest(graph, attention, blocks).kernel();
}

double flopsOf(const Attention& attention)
{
    double scores = static_cast<double>(attention.queries * attention.keys);
    for (int64_t query = 0; query < attention.queries && attention.keysAhead; ++query) {
        const int64_t hidden = attention.keys - std::max(query + *attention.keysAhead + 1, int64_t{0});
        scores -= static_cast<double>(std::max(hidden, int64_t{0}));
    }
    scores *= static_cast<double>(product(attention.batch));
    return scores * (2 * static_cast<double>(attention.size + attention.valueSize) + 4);
}

} // namespace knobscope
