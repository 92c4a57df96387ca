// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionnest.h"

#include "core/ir/integerdivision.h"
#include "core/runtime/cutgroups.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace knobscope {

using ir::Buffer;
using ir::Expr;
using ir::Stmt;

namespace {

constexpr int64_t kPackedTogether = 4 * kNestLanes; // keys that one iteration packs
constexpr int64_t kPowersTogether = 2 * kNestLanes; // four of AVX2's vectors, whose instructions overlap

/// The larger one; b if a is NaN. One instruction, other than ir::max.
Expr larger(const Expr& a, const Expr& b)
{
    return ir::select(a > b, a, b);
}

int64_t product(const std::vector<int64_t>& extents)
{
    int64_t all = 1;
    for (const int64_t extent : extents) {
        all *= extent;
    }
    return all;
}

/// Combines lanes of `of` into the first one, half by half.
Stmt acrossLanes(const Buffer& of, const std::function<Expr(const Expr&, const Expr&)>& combined)
{
    std::vector<Stmt> halves;
    for (int64_t half = of->shape[0] / 2; half > 0; half /= 2) {
        halves.push_back(loopOver(
            "lane", half,
            [&](const Expr& lane) { return storeTo(of, {lane}, combined(ir::load(of, {lane}), ir::load(of, {lane + half}))); },
            ir::ForKind::Vectorized));
    }
    return ir::block(std::move(halves));
}

} // namespace

AttentionNest::AttentionNest(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks)
    : m_graph(graph)
    , m_a(attention)
    , m_rows(std::min(blocks.queries, attention.queries))
    , m_keys(std::min(ir::roundedUp(blocks.keys, kNestLanes), attention.keys))
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
    const Value& output = m_graph.value(m_a.output.value);
    m_output = ir::makeBuffer("out0", {elementsOf(output.type->shape)}, keptType(output), ir::Scope::Argument);
    // One more vector than needed, so that rows do not share the same sets of the cache.
    m_scores = scratch("scores", {m_rows, ir::roundedUp(m_keys, kNestLanes) + kNestLanes});
    m_sums = scratch("sums", {m_rows});
    m_bound = scratch("bound", {m_rows});
    m_factor = scratch("factor", {m_rows});
    m_sum = scratch("weighted", {m_rows, m_a.valueSize});
}

GroupKernel AttentionNest::kernel() const
{
    GroupKernel kernel;
    kernel.nest.name = "attention";
    kernel.nest.parameters = m_parameters;
    kernel.nest.inputs = m_parameters.size();
    kernel.nest.parameters.push_back(m_output);
    kernel.nest.provenance.emplace_back();
    kernel.nest.body = allocated(packedBuffers(), ir::block({packing(), attention()}));
    for (const ValueId value : m_values) {
        kernel.inputs.push_back({value, {}, false, {}});
    }
    kernel.outputs = {m_a.output.value};
    return kernel;
}

Buffer AttentionNest::scratch(const char* name, std::vector<int64_t> shape, ir::DataType number)
{
    return ir::makeBuffer(name, std::move(shape), number, ir::Scope::Workspace);
}

Stmt AttentionNest::vectorized(const char* name, int64_t extent, const std::function<Stmt(const Expr& lane)>& body)
{
    return loopOver(name, extent, body, ir::ForKind::Vectorized);
}

Stmt AttentionNest::eachRow(int64_t rows, const std::function<Stmt(const Expr& row)>& body)
{
    return loopOver("row", rows, body);
}

/// A condition is read as the byte that it is.
Buffer AttentionNest::parameter(ValueId value)
{
    const auto known = std::ranges::find(m_values, value);
    if (known != m_values.end()) {
        return m_parameters[static_cast<size_t>(known - m_values.begin())];
    }
    m_values.push_back(value);
    const Value& of = m_graph.value(value);
    m_parameters.push_back(ir::makeBuffer(fmt::format("in{}", m_parameters.size()), {elementsOf(of.type->shape)},
                                          of.type->number.isBool() ? ir::uint8 : keptType(of), ir::Scope::Argument));
    return m_parameters.back();
}

Expr AttentionNest::batchOffset(const Expr& batch, const std::vector<int64_t>& strides, const std::vector<int64_t>& extents) const
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

Expr AttentionNest::element(const Buffer& of, const AttentionOperand& operand, const Expr& batch, const Expr& row,
                            const Expr& column)
{
    return ir::load(of, {batch + row * operand.row + column * operand.column + operand.offset});
}

Expr AttentionNest::packedAt(const Expr& matrix, int64_t rows, const Expr& panel, int64_t width, const Expr& row,
                             const Expr& lane)
{
    return matrix + panel * rows + row * width + lane;
}

Stmt AttentionNest::packing() const
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
            const auto from = [&](int64_t count) {
                return packed({shared, batchOffset(shared, m_a.k.batch, extents), batchOffset(shared, m_a.v.batch, extents),
                               number * kPackedTogether, count});
            };
            return last == kPackedTogether || parts == 1
                     ? from(last)
                     : ir::makeStmt(ir::IfThen{number < Expr(parts - 1), from(kPackedTogether), from(last)});
        },
        ir::ForKind::Parallel);
}

Stmt AttentionNest::attention() const
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
            return allocated(blockBuffers(), body);
        },
        ir::ForKind::Parallel);
}

Stmt AttentionNest::block(const Block& at) const
{
    std::vector<Stmt> all{copiedQueries(at)};
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
    }
    if (!writesOutputAtOnce()) {
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

/// The state before the first block of keys.
Stmt AttentionNest::cleared(int64_t rows) const
{
    return eachRow(rows, [&](const Expr& row) {
        const Stmt zeros = inParts("column", m_a.valueSize, kNestLanes, [&](const Expr& from, int64_t width) {
            return vectorized("lane", width, [&](const Expr& lane) { return storeTo(m_sum, {row, from + lane}, real(0)); });
        });
        return ir::block(
            {storeTo(m_bound, {row}, real(-std::numeric_limits<double>::infinity())), storeTo(m_sums, {row}, real(0)), zeros});
    });
}

Expr AttentionNest::masked(const Block& at, const Expr& row, const Expr& key, Expr score) const
{
    score = m_a.cap == 0 ? score : ir::tanh(score) * real(m_a.cap);
    for (size_t i = 0; i < m_masks.size(); ++i) {
        const AttentionMask& mask = m_a.masks[i];
        const Expr added =
            ir::cast(ir::float32, element(m_masks[i], mask, batchOffset(at.batch, mask.batch, m_a.batch), at.first + row, key));
        if (mask.changes) {
            const auto changed = [&](const AttentionMask::Change& change) {
                return !change.keeps ? real(change.number) : change.number == 0 ? score : score + real(change.number);
            };
            score = ir::select(added > real(0), changed((*mask.changes)[1]), changed((*mask.changes)[0]));
        } else {
            score = score + (mask.factor == 1 ? added : added * real(mask.factor));
        }
    }
    return score;
}

/// Turns the scores of a block of keys into exponentials, less the row's largest score so far, and adds them up in each lane.
Stmt AttentionNest::exponentials(const Block& at, int64_t count) const
{
    const Expr first(int64_t{0});
    return eachRow(at.rows, [&](const Expr& row) {
        const Buffer shift = ir::makeBuffer("shift", {1}, ir::float32, ir::Scope::Local);
        const Buffer largest = ir::makeBuffer("largest", {kPowersTogether}, ir::float32, ir::Scope::Local);
        const Buffer total = ir::makeBuffer("total", {kPowersTogether}, ir::float32, ir::Scope::Local);
        const auto eachLane = [](const Buffer& of, const Expr& value) {
            return vectorized("lane", of->shape[0], [&](const Expr& lane) { return storeTo(of, {lane}, value); });
        };
        const auto eachScore = [&](int64_t lanes,
                                   const std::function<Stmt(const Expr& score, const Expr& key, const Expr& lane)>& body) {
            return inParts("panel", count, lanes, [&](const Expr& from, int64_t width) {
                return vectorized("lane", width,
                                  [&](const Expr& lane) { return body(scoreAt(row, from + lane), from + lane, lane); });
            });
        };
        std::vector<Stmt> all{eachLane(largest, real(-std::numeric_limits<double>::infinity())),
                              eachScore(kPowersTogether,
                                        [&](const Expr& score, const Expr&, const Expr& lane) {
                                            return storeTo(largest, {lane}, larger(score, ir::load(largest, {lane})));
                                        }),
                              acrossLanes(largest, larger)};
        const Expr ofRow = ir::load(largest, {first});
        all.push_back(hasOneBlock() ? storeTo(shift, {first}, ofRow) : rescaling(row, shift, ofRow));
        all.push_back(eachLane(total, real(0)));
        all.push_back(eachScore(kPowersTogether, [&](const Expr& score, const Expr& key, const Expr& lane) {
            const Expr below = ir::min(score - ir::load(shift, {first}), real(0)); // as it is; exp is cheaper if that is known
            const Expr weight = ir::load(m_scores, {row, key});
            return ir::block({storeTo(m_scores, {row, key}, ir::exp(below)),
                              storeTo(total, {lane}, ir::load(total, {lane}) + weight), copiedWeight(row, key)});
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
Stmt AttentionNest::rescaling(const Expr& row, const Buffer& shift, const Expr& largest) const
{
    const Expr bound = ir::load(m_bound, {row});
    const Expr infinite = real(-std::numeric_limits<double>::infinity());
    const Expr next = larger(largest, bound);
    const Expr shifted = ir::load(shift, {Expr(int64_t{0})});
    return ir::block({storeTo(shift, {Expr(int64_t{0})}, ir::select(next > infinite, next, real(0))),
                      storeTo(m_factor, {row}, ir::exp(bound - shifted)), storeTo(m_bound, {row}, next)});
}

/// factor = 1 / the row's sum; 0 if that is not positive and such rows count as zeros.
Stmt AttentionNest::inverseOfSum(const Expr& row, const Expr& sum) const
{
    const Expr inverse = real(1) / sum;
    return storeTo(m_factor, {row}, m_a.areNanWeightsZero ? ir::select(sum > real(0), inverse, real(0)) : inverse);
}

Stmt AttentionNest::storeOutput(const Block& at, const Expr& row, const Expr& column, const Expr& sum) const
{
    const AttentionOperand& to = m_a.output;
    const Expr inverse = ir::load(m_factor, {row});
    const Expr value = sum * inverse;
    return storeTo(m_output,
                   {batchOffset(at.batch, to.batch, m_a.batch) + (at.first + row) * to.row + column * to.column + to.offset},
                   ir::cast(m_output->type, m_a.areNanWeightsZero ? ir::select(inverse > real(0), value, real(0)) : value));
}

} // namespace knobscope
