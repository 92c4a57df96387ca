// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionpattern.h"

#include "core/runtime/commonaxes.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/stridedview.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace knobscope {
namespace {

bool hasFloats(const Value& value)
{
    return value.type && value.type->number == ir::float32;
}

constexpr int kMostScoreSteps = 8; // operators between the first product and the softmax

class Search
{
public:
    Search(const Graph& graph, const std::vector<Group>& groups)
        : m_graph(graph)
        , m_producers(producersOf(graph))
        , m_uses(usesOf(graph))
        , m_readers(graph.values.size())
        , m_isInside(graph.values.size())
    {
        for (size_t n = 0; n < graph.nodes.size(); ++n) {
            for (const ValueId input : presentValues(graph.nodes[n].inputs)) {
                m_readers[static_cast<size_t>(input)].push_back(n);
            }
        }
        for (const Group& group : groups) {
            for (const size_t n : nodesOf(group)) {
                m_isInside[static_cast<size_t>(graph.nodes[n].outputs[0])] = graph.nodes[n].outputs[0] != outputOf(graph, group);
            }
        }
    }

    std::optional<Attention> around(size_t softmax, BfloatUnits units)
    {
        const Node& node = m_graph.nodes[softmax];
        m_found = {};
        m_isRounded = false;
        m_scores.clear();
        m_masks.clear();
        const OperatorCall call(m_graph, node);
        const Shape& shape = shapeOf(node.inputs[0]);
        if (shape.size() < 2 || call.axisAttribute("axis", -1, shape.size()) + 1 != shape.size() || elementsOf(shape) == 0) {
            return std::nullopt;
        }
        m_found.keys = shape.back();
        const auto first = productOf(node.inputs[0], 1, 0);
        const auto second = first ? productReading(node.outputs[0]) : std::nullopt;
        if (!second || (m_isRounded && units == BfloatUnits::None) || !fill(m_graph.nodes[*first], *second)) {
            return std::nullopt;
        }
        m_found.bfloats = m_isRounded ? units : BfloatUnits::None;
        return m_found;
    }

private:
    const Shape& shapeOf(ValueId id) const { return m_graph.value(id).type->shape; }
    const Node* producerOf(ValueId id) const
    {
        const int n = m_producers[static_cast<size_t>(id)];
        return n < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(n)];
    }
    bool isReadOnce(ValueId id) const { return hasFloats(m_graph.value(id)) && m_uses[static_cast<size_t>(id)] == 1; }

    /// The product from which scores come, through scales, masks and reshapes. `factor`: what later steps multiply by.
    std::optional<size_t> productOf(ValueId scores, double factor, int depth)
    {
        const Node* node = producerOf(scores);
        if (!node || !isReadOnce(scores) || depth > kMostScoreSteps || shapeOf(scores).size() < 2
            || shapeOf(scores).back() != m_found.keys) {
            return std::nullopt;
        }
        m_scores.push_back(shapeOf(scores));
        std::optional<size_t> product;
        if (node->op == "MatMul" && shapeOf(node->inputs[0]).size() > 1 && shapeOf(node->inputs[1]).size() > 1) {
            m_found.scale = factor;
            product = static_cast<size_t>(m_producers[static_cast<size_t>(scores)]);
        } else if (isView(*node) || node->op == "Identity") {
            product = productOf(node->inputs[0], factor, depth + 1);
        } else if (const auto scaled = scaledValueOf(m_graph, *node)) {
            product = shapeOf(scaled->of).size() == shapeOf(scores).size()
                        ? productOf(scaled->of, factor * scaled->factor, depth + 1)
                        : std::nullopt;
        } else if (node->op == "Add") {
            for (size_t i = 0; i < 2 && !product; ++i) {
                product = productBehindMask(node->inputs[i], node->inputs[1 - i], shapeOf(scores), factor, depth);
            }
        } else if (node->op == "Where") {
            product = productBehindChoice(*node, shapeOf(scores), factor, depth);
        } else if (node->op == "Tanh" && m_found.cap == 0) {
            m_found.cap = factor;
            product = productOf(node->inputs[0], 1, depth + 1);
            m_found.cap = product ? factor : 0;
        }
        if (!product) {
            m_scores.pop_back();
        }
        return product;
    }

    /// The same behind an addition of `value` to the scores, whose sum is of the shape `whole`.
    std::optional<size_t> productBehindMask(ValueId scores, ValueId value, const Shape& whole, double factor, int depth)
    {
        if (!hasFloats(m_graph.value(value)) || !hasFloats(m_graph.value(scores)) || shapeOf(scores) != whole
            || m_found.cap != 0) {
            return std::nullopt;
        }
        const auto mask = isZero(value) ? std::nullopt : maskOf(value, whole, factor);
        if (!mask && !isZero(value)) {
            return std::nullopt;
        }
        if (mask) {
            m_masks.push_back(*mask);
        }
        const auto product = productOf(scores, factor, depth + 1);
        if (!product && mask) {
            m_masks.pop_back();
        }
        return product;
    }

    /// The same behind a Where that puts a number in place of some scores.
    std::optional<size_t> productBehindChoice(const Node& node, const Shape& whole, double factor, int depth)
    {
        const size_t kept = numberOf(node.inputs[2]) ? 1 : 2; // the input that has the scores
        const auto number = numberOf(node.inputs[3 - kept]);
        const ValueId scores = node.inputs[kept];
        auto mask = number ? conditionOf(node.inputs[0], whole) : std::nullopt;
        if (!mask || !hasFloats(m_graph.value(scores)) || shapeOf(scores) != whole || m_found.cap != 0) {
            return std::nullopt;
        }
        std::array<AttentionMask::Change, 2> changes{};
        changes[kept == 1 ? 0 : 1] = {false, *number * factor};
        mask->changes = changes;
        m_masks.push_back(*std::move(mask));
        const auto product = productOf(scores, factor, depth + 1);
        if (!product) {
            m_masks.pop_back();
        }
        return product;
    }

    /// The only element of a constant of floats.
    std::optional<double> numberOf(ValueId value) const
    {
        const auto& constant = m_graph.value(value).constant;
        return constant && hasFloats(m_graph.value(value)) && constant->size() == 1 ? std::optional(constant->reals()[0])
                                                                                    : std::nullopt;
    }

    /// The single reader of a value, if it is no output.
    std::optional<size_t> readerOf(ValueId value) const
    {
        const auto& readers = m_readers[static_cast<size_t>(value)];
        return m_uses[static_cast<size_t>(value)] == 1 && readers.size() == 1 ? std::optional(readers[0]) : std::nullopt;
    }

    /// The value that replaces weights which are NaN by zeros; kNoValue if none does.
    ValueId guarded(ValueId weights) const
    {
        const auto& readers = m_readers[static_cast<size_t>(weights)];
        if (m_uses[static_cast<size_t>(weights)] != 2 || readers.size() != 2) {
            return kNoValue;
        }
        const Node& test = m_graph.nodes[readers[0]];
        const Node& choice = m_graph.nodes[readers[1]];
        if (test.op != "IsNaN" || choice.op != "Where" || choice.inputs[0] != test.outputs[0] || choice.inputs[2] != weights
            || m_uses[static_cast<size_t>(test.outputs[0])] != 1) {
            return kNoValue;
        }
        const auto& zero = m_graph.value(choice.inputs[1]).constant;
        const bool isZero = zero && zero->size() == 1 && zero->reals()[0] == 0;
        return isZero && shapeOf(choice.outputs[0]) == shapeOf(weights) ? choice.outputs[0] : kNoValue;
    }

    /// The product that reads the softmax's output, which may be guarded and reshaped, as its left factor.
    std::optional<size_t> productReading(ValueId weights)
    {
        if (const ValueId safe = guarded(weights); safe != kNoValue) {
            m_found.areNanWeightsZero = true;
            weights = safe;
        }
        auto reader = readerOf(weights);
        if (reader && isRoundingToBfloat16(m_graph.nodes[*reader])) {
            m_isRounded = true;
            weights = m_graph.nodes[*reader].outputs[0];
            reader = readerOf(weights);
        }
        while (reader && isView(m_graph.nodes[*reader]) && m_graph.nodes[*reader].inputs[0] == weights) {
            weights = m_graph.nodes[*reader].outputs[0];
            reader = readerOf(weights);
        }
        m_scores.push_back(shapeOf(weights));
        const Node* node = reader ? &m_graph.nodes[*reader] : nullptr;
        const bool isProduct = node && node->op == "MatMul" && node->inputs[0] == weights && node->inputs[1] != weights
                            && shapeOf(weights).size() > 1 && shapeOf(node->inputs[1]).size() > 1
                            && shapeOf(weights).back() == m_found.keys && hasFloats(m_graph.value(node->outputs[0]));
        return isProduct ? reader : std::nullopt;
    }

    /// The view furthest back that reads a value which kernels leave in memory.
    std::optional<StridedView> sourceOf(ValueId value) const
    {
        for (StridedView& view : viewsOf(m_graph, m_producers, value)) {
            if (!m_isInside[static_cast<size_t>(view.value)]) {
                return std::move(view);
            }
        }
        return std::nullopt;
    }

    /// The facts about an operand before the common axes are known.
    struct Operand {
        StridedView view;
        std::vector<Digit> parts; ///< along rows of scores
        Digit row, column; ///< of K and V, whose matrices all rows share
    };

    /// `whole`: shape of the product. nullopt if rows or columns of a matrix have no stride.
    std::optional<Operand> operandOf(StridedView view, const Shape& whole, bool hasRowsOfScores) const
    {
        Operand made;
        const auto row = joined(view.axes[view.axes.size() - 2]);
        const auto column = joined(view.axes.back());
        if (!column || (!hasRowsOfScores && !row)) {
            return std::nullopt;
        }
        made.column = *column;
        if (!hasRowsOfScores) {
            made.row = *row;
            view.axes[view.axes.size() - 2].clear();
        }
        made.parts = partsOf(view, whole);
        made.view = std::move(view);
        return made;
    }
    static AttentionOperand placed(const Operand& operand, const std::vector<int64_t>& extents, bool hasRowsOfScores)
    {
        AttentionOperand made{operand.view.value, operand.view.offset,   stridesAlong(extents, operand.parts),
                              operand.row.stride, operand.column.stride, 1};
        made.row = hasRowsOfScores ? made.batch.back() : made.row;
        made.batch.pop_back();
        return made;
    }

    /// Where the output is written: behind Transposes that are its only readers, directly.
    std::optional<Operand> writtenAs(ValueId output) const
    {
        ValueId value = output;
        std::optional<size_t> reader = readerOf(value);
        while (reader && isView(m_graph.nodes[*reader]) && shapeOf(m_graph.nodes[*reader].outputs[0]).size() > 1
               && shapeOf(m_graph.nodes[*reader].outputs[0]).back() == m_found.valueSize) {
            value = m_graph.nodes[*reader].outputs[0];
            reader = readerOf(value);
        }
        if (!reader || m_graph.nodes[*reader].op != "Transpose") {
            return operandOf(wholeOf(m_graph, output), shapeOf(output), true);
        }
        const Node& node = m_graph.nodes[*reader];
        const std::vector<int64_t> order = transposeOrder(OperatorCall(m_graph, node));
        std::vector<int64_t> back(order.size());
        for (size_t i = 0; i < order.size(); ++i) {
            back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
        }
        return operandOf(reordered(wholeOf(m_graph, node.outputs[0]), back), shapeOf(node.inputs[0]), true);
    }

    bool fill(const Node& first, size_t second)
    {
        const Node& last = m_graph.nodes[second];
        ValueId output = last.outputs[0];
        const auto isPassed = [&](const Node& node) { // an Identity names an output
            return node.op == "Identity" || isRoundingToBfloat16(node);
        };
        for (auto reader = readerOf(output); reader && isPassed(m_graph.nodes[*reader]); reader = readerOf(output)) {
            output = m_graph.nodes[*reader].outputs[0];
        }
        const Shape& scores = shapeOf(first.outputs[0]);
        auto q = sourceOf(first.inputs[0]);
        auto k = sourceOf(first.inputs[1]);
        auto v = sourceOf(last.inputs[1]);
        if (!q || !k || !v || v->factor != 1 || m_isInside[static_cast<size_t>(output)]) {
            return false;
        }
        m_found.anchor = second;
        m_found.size = shapeOf(first.inputs[0]).back();
        m_found.valueSize = shapeOf(output).back();
        m_found.scale *= q->factor * k->factor;
        std::swap(k->axes[k->axes.size() - 1], k->axes[k->axes.size() - 2]);
        const auto queries = operandOf(*std::move(q), scores, true);
        const auto keys = operandOf(*std::move(k), scores, false);
        const auto values = operandOf(*std::move(v), shapeOf(output), false);
        const auto made = writtenAs(output);
        if (!queries || !keys || !values || !made) {
            return false;
        }
        CommonAxes axes;
        std::ranges::for_each(m_scores, [&](const Shape& shape) { axes.add(shape); });
        std::ranges::reverse(m_masks); // they were found from the last one on
        std::ranges::for_each(m_masks, [&](const Mask& mask) { axes.add(mask.parts); });
        for (const auto& operand : {queries, keys, values, made}) {
            axes.add(operand->parts);
        }
        const auto extents = axes.extents();
        if (!extents) {
            return false;
        }
        m_found.batch.assign(extents->begin(), extents->end() - 1);
        m_found.queries = extents->back();
        m_found.q = placed(*queries, *extents, true);
        m_found.k = placed(*keys, *extents, false);
        m_found.v = placed(*values, *extents, false);
        m_found.output = placed(*made, *extents, true);
        for (const Mask& mask : m_masks) {
            m_found.masks.push_back({placed({mask.view, mask.parts, {}, mask.column}, *extents, true), mask.changes});
            m_found.masks.back().factor = mask.view.factor;
            const int64_t ahead = keysAhead(m_found.masks.back());
            m_found.keysAhead = std::min(m_found.keysAhead.value_or(ahead), ahead);
        }
        return true;
    }

    /// The most keys after a query's own number that a mask does not hide, if it is one constant for the whole batch.
    int64_t keysAhead(const AttentionMask& mask) const
    {
        const auto& constant = m_graph.value(mask.value).constant;
        const bool isShared = std::ranges::all_of(mask.batch, [](int64_t stride) { return stride == 0; });
        if (!constant || !isShared || mask.factor <= 0 || mask.changes) {
            return m_found.keys;
        }
        const std::span<const float> elements = constant->as<float>();
        int64_t most = -m_found.queries;
        for (int64_t query = 0; query < m_found.queries; ++query) {
            int64_t key = m_found.keys - 1;
            while (key >= 0
                   && elements[static_cast<size_t>(mask.offset + query * mask.row + key * mask.column)]
                          == -std::numeric_limits<float>::infinity()) {
                --key;
            }
            most = std::max(most, key - query);
        }
        return most;
    }

    struct Mask {
        StridedView view; ///< whose factor is that of the mask
        std::vector<Digit> parts;
        Digit column;
        decltype(AttentionMask::changes) changes;
    };

    /// A computed condition for scores of the shape `whole`; kernels read no constant ones.
    std::optional<Mask> conditionOf(ValueId value, const Shape& whole) const
    {
        auto mask =
            m_graph.value(value).type && m_graph.value(value).type->number.isBool() ? maskOf(value, whole, 1) : std::nullopt;
        return mask && !m_graph.value(mask->view.value).constant ? mask : std::nullopt;
    }

    /// The choice between two numbers, as exporters write masks of conditions: nullopt for another value.
    std::optional<Mask> chosenNumbers(ValueId value, const Shape& whole, double factor) const
    {
        const Node* node = producerOf(value);
        const bool isChoice = node && node->op == "Where" && numberOf(node->inputs[1]) && numberOf(node->inputs[2]);
        auto mask = isChoice ? conditionOf(node->inputs[0], whole) : std::nullopt;
        if (mask) {
            mask->changes = std::array<AttentionMask::Change, 2>{
                {{true, *numberOf(node->inputs[2]) * factor}, {true, *numberOf(node->inputs[1]) * factor}}};
        }
        return mask;
    }

    /// A value that is added to scores of the shape `whole`, which later steps multiply by `factor`. nullopt if it has no
    /// strides.
    std::optional<Mask> maskOf(ValueId value, const Shape& whole, double factor) const
    {
        if (auto chosen = chosenNumbers(value, whole, factor)) {
            return chosen;
        }
        auto view = sourceOf(value);
        if (!view || view->axes.size() > whole.size()) {
            return std::nullopt;
        }
        if (view->axes.empty()) {
            view->axes.emplace_back();
        }
        const auto column = joined(view->axes.back());
        if (!column) {
            return std::nullopt;
        }
        view->factor *= factor;
        auto parts = partsOf(*view, whole);
        return Mask{*std::move(view), std::move(parts), *column, {}};
    }
    bool isZero(ValueId value) const
    {
        const auto& constant = m_graph.value(value).constant;
        return constant && std::ranges::all_of(constant->as<float>(), [](float x) { return x == 0; });
    }

    const Graph& m_graph;
    std::vector<int> m_producers;
    std::vector<int> m_uses;
    std::vector<std::vector<size_t>> m_readers; ///< by value
    std::vector<bool> m_isInside; ///< by value: only its group's kernel has it
    Attention m_found;
    bool m_isRounded = false; ///< its weights are rounded to bfloat16
    std::vector<Shape> m_scores; ///< shapes that scores and weights have
    std::vector<Mask> m_masks;
};

} // namespace

std::vector<Attention> attentionsOf(const Graph& graph, const std::vector<Group>& groups, BfloatUnits units)
{
    std::vector<Attention> all;
    std::optional<Search> search;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        if (node.op != "Softmax" || !node.unsupported.empty() || !hasFloats(graph.value(node.inputs[0]))) {
            continue;
        }
        if (!search) {
            search.emplace(graph, groups);
        }
        if (auto found = search->around(n, units)) {
            all.push_back(*std::move(found));
        }
    }
    return all;
}

} // namespace knobscope
