// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/attentionpattern.h"

#include "core/runtime/cutgroups.h"
#include "core/runtime/stridedview.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace knobscope {
namespace {

constexpr int kMostScoreSteps = 12; // operators between the first product and the softmax

/// Extents into which all of several shapes can be split, each without its last axis, outermost first. The innermost one divides
/// the last axis that is left of each shape.
class CommonAxes
{
public:
    void add(const Shape& shape)
    {
        int64_t inside = 1;
        for (size_t axis = shape.size() - 1; axis-- > 0;) {
            inside *= shape[axis];
            m_cuts.insert(inside);
        }
    }
    /// nullopt if the cuts of one shape are inside an axis of another that they do not divide.
    std::optional<std::vector<int64_t>> extents() const
    {
        std::vector<int64_t> extents;
        int64_t inside = 1;
        for (const int64_t cut : m_cuts) {
            if (cut % inside != 0) {
                return std::nullopt;
            }
            extents.insert(extents.begin(), cut / inside);
            inside = cut;
        }
        return extents;
    }

private:
    std::set<int64_t> m_cuts; ///< elements within an axis and those after it
};

/// Strides along common axes of a view whose axes, all but the last, are repeated to those of `whole`.
std::vector<int64_t> stridesAlong(const std::vector<int64_t>& extents, const StridedView& view, const Shape& whole)
{
    std::vector<int64_t> strides(extents.size(), 0);
    size_t at = extents.size();
    for (size_t axis = whole.size() - 1; axis-- > 0;) {
        const size_t missing = whole.size() - view.shape.size();
        const bool isRepeated = axis < missing || view.shape[axis - missing] == 1;
        int64_t stride = isRepeated ? 0 : view.strides[axis - missing];
        for (int64_t left = whole[axis]; left > 1; left /= extents[at]) {
            strides[--at] = stride;
            stride *= extents[at];
        }
    }
    return strides;
}

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

    std::optional<Attention> around(size_t softmax)
    {
        const Node& node = m_graph.nodes[softmax];
        m_found = {};
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
        return second && fill(m_graph.nodes[*first], *second) ? std::optional(m_found) : std::nullopt;
    }

private:
    const Shape& shapeOf(ValueId id) const { return m_graph.value(id).type->shape; }
    const Node* producerOf(ValueId id) const
    {
        const int n = m_producers[static_cast<size_t>(id)];
        return n < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(n)];
    }
    bool isReadOnce(ValueId id) const { return isFloat(m_graph.value(id)) && m_uses[static_cast<size_t>(id)] == 1; }

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
        } else if (const auto scaling = scalingOf(m_graph, *node)) {
            product = shapeOf(scaling->of).size() == shapeOf(scores).size()
                        ? productOf(scaling->of, factor * scaling->factor, depth + 1)
                        : std::nullopt;
        } else if (node->op == "Add") {
            for (size_t i = 0; i < 2 && !product; ++i) {
                const ValueId mask = node->inputs[1 - i];
                if (isFloat(m_graph.value(mask)) && shapeOf(node->inputs[i]) == shapeOf(scores)) {
                    m_masks.push_back({mask, shapeOf(scores), factor});
                    product = productOf(node->inputs[i], factor, depth + 1);
                    if (!product) {
                        m_masks.pop_back();
                    }
                }
            }
        }
        if (!product) {
            m_scores.pop_back();
        }
        return product;
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
        while (reader && isView(m_graph.nodes[*reader]) && m_graph.nodes[*reader].inputs[0] == weights) {
            weights = m_graph.nodes[*reader].outputs[0];
            reader = readerOf(weights);
        }
        m_scores.push_back(shapeOf(weights));
        const Node* node = reader ? &m_graph.nodes[*reader] : nullptr;
        const bool isProduct = node && node->op == "MatMul" && node->inputs[0] == weights && node->inputs[1] != weights
                            && shapeOf(weights).size() > 1 && shapeOf(node->inputs[1]).size() > 1
                            && shapeOf(weights).back() == m_found.keys && isFloat(m_graph.value(node->outputs[0]));
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

    /// An operand from a view whose last two axes are its rows and columns, repeated along the batch of a product.
    AttentionOperand matrixOf(const std::vector<int64_t>& extents, const StridedView& view, const Shape& product,
                              bool hasRowsOfProduct) const
    {
        StridedView left = view;
        if (!hasRowsOfProduct) { // one matrix for all rows
            left.shape[left.shape.size() - 2] = 1;
        }
        AttentionOperand operand{view.value, view.offset, stridesAlong(extents, left, product), 0, view.strides.back(), 1};
        operand.row = hasRowsOfProduct ? operand.batch.back() : view.strides[view.strides.size() - 2];
        operand.batch.pop_back();
        return operand;
    }

    /// Where the output is written: behind Transposes that alone read it, directly.
    StridedView written(ValueId output) const
    {
        StridedView best = wholeOf(m_graph, output);
        ValueId value = output;
        std::optional<size_t> reader = readerOf(value);
        while (reader && isView(m_graph.nodes[*reader]) && shapeOf(m_graph.nodes[*reader].outputs[0]).size() > 1
               && shapeOf(m_graph.nodes[*reader].outputs[0]).back() == m_found.valueSize) {
            value = m_graph.nodes[*reader].outputs[0];
            reader = readerOf(value);
        }
        if (!reader || m_graph.nodes[*reader].op != "Transpose") {
            return best;
        }
        const Node& node = m_graph.nodes[*reader];
        const std::vector<int64_t> order = transposeOrder(OperatorCall(m_graph, node));
        std::vector<int64_t> back(order.size());
        for (size_t i = 0; i < order.size(); ++i) {
            back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
        }
        return reordered(wholeOf(m_graph, node.outputs[0]), back);
    }

    bool fill(const Node& first, size_t second)
    {
        const Node& last = m_graph.nodes[second];
        const auto q = sourceOf(first.inputs[0]);
        const auto k = sourceOf(first.inputs[1]);
        const auto v = sourceOf(last.inputs[1]);
        if (!q || !k || !v || m_isInside[static_cast<size_t>(last.outputs[0])]) {
            return false;
        }
        m_found.anchor = second;
        m_found.size = q->shape.back();
        m_found.valueSize = v->shape.back();
        m_found.scale *= q->factor * k->factor;
        const StridedView output = written(last.outputs[0]);
        CommonAxes axes;
        std::ranges::for_each(m_scores, [&](const Shape& shape) { axes.add(shape); });
        axes.add(output.shape);
        const auto extents = axes.extents();
        if (!extents || v->factor != 1) {
            return false;
        }
        m_found.batch.assign(extents->begin(), extents->end() - 1);
        m_found.queries = extents->back();
        const Shape& scores = shapeOf(first.outputs[0]);
        const auto swapped = [](StridedView view) {
            std::swap(view.shape[view.shape.size() - 1], view.shape[view.shape.size() - 2]);
            std::swap(view.strides[view.strides.size() - 1], view.strides[view.strides.size() - 2]);
            return view;
        };
        m_found.q = matrixOf(*extents, *q, scores, true);
        m_found.k = matrixOf(*extents, swapped(*k), scores, false);
        m_found.v = matrixOf(*extents, *v, shapeOf(last.outputs[0]), false);
        m_found.output = matrixOf(*extents, output, output.shape, true);
        return std::ranges::all_of(m_masks, [&](const Mask& mask) { return addMask(*extents, mask); });
    }

    struct Mask {
        ValueId value = kNoValue;
        Shape scores; ///< that it is added to
        double factor = 1;
    };

    bool addMask(const std::vector<int64_t>& extents, const Mask& mask)
    {
        const auto& constant = m_graph.value(mask.value).constant;
        if (constant && std::ranges::all_of(constant->as<float>(), [](float x) { return x == 0; })) {
            return true;
        }
        auto view = sourceOf(mask.value);
        if (!view || view->shape.size() > mask.scores.size()) {
            return false;
        }
        if (view->shape.empty()) {
            view->shape = {1};
            view->strides = {0};
        }
        AttentionOperand operand{
            view->value, view->offset, stridesAlong(extents, *view, mask.scores), 0, 0, mask.factor * view->factor};
        operand.row = operand.batch.back();
        operand.batch.pop_back();
        operand.column = view->shape.back() == 1 ? 0 : view->strides.back();
        m_found.masks.push_back(std::move(operand));
        return true;
    }

    const Graph& m_graph;
    std::vector<int> m_producers;
    std::vector<int> m_uses;
    std::vector<std::vector<size_t>> m_readers; ///< by value
    std::vector<bool> m_isInside; ///< by value: only its group's kernel has it
    Attention m_found;
    std::vector<Shape> m_scores; ///< shapes that scores and weights have
    std::vector<Mask> m_masks;
};

} // namespace

std::vector<Attention> attentionsOf(const Graph& graph, const std::vector<Group>& groups)
{
    std::vector<Attention> all;
    std::optional<Search> search;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        if (node.op != "Softmax" || !node.unsupported.empty() || !isFloat(graph.value(node.inputs[0]))) {
            continue;
        }
        if (!search) {
            search.emplace(graph, groups);
        }
        if (auto found = search->around(n)) {
            all.push_back(*std::move(found));
        }
    }
    return all;
}

std::vector<Group> neededGroups(const Graph& graph, const std::vector<Group>& groups, const std::vector<Attention>& attentions)
{
    std::map<size_t, const Attention*> byAnchor;
    std::set<ValueId> written;
    for (const Attention& attention : attentions) {
        byAnchor[attention.anchor] = &attention;
        written.insert(attention.output.value);
    }
    std::set<ValueId> read(graph.outputs.begin(), graph.outputs.end());
    std::vector<Group> needed;
    for (size_t g = groups.size(); g-- > 0;) {
        const Group& group = groups[g];
        if (const auto found = byAnchor.find(group.anchor); found != byAnchor.end()) {
            const Attention& attention = *found->second;
            for (const ValueId input : {attention.q.value, attention.k.value, attention.v.value}) {
                read.insert(input);
            }
            for (const AttentionOperand& mask : attention.masks) {
                read.insert(mask.value);
            }
            needed.push_back(group);
            continue;
        }
        const auto isRead = [&](ValueId id) { return read.contains(id); };
        const bool isNeeded = (std::ranges::any_of(graph.nodes[group.anchor].outputs, isRead) || isRead(outputOf(graph, group)))
                           && !written.contains(outputOf(graph, group));
        for (const size_t n : isNeeded ? nodesOf(group) : std::vector<size_t>()) {
            for (const ValueId input : presentValues(graph.nodes[n].inputs)) {
                read.insert(input);
            }
        }
        if (isNeeded) {
            needed.push_back(group);
        }
    }
    std::ranges::reverse(needed);
    return needed;
}

} // namespace knobscope
