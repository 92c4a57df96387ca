// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layoutquestion.h"

#include "core/runtime/cutgroups.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

/// Layouts that a node of the problem reads and writes, for each candidate.
struct Variable {
    std::vector<ValueLayout> data;
    std::vector<ValueLayout> output;
};

/// An edge from one group to another: the layout that each of the reader's candidates needs.
struct EdgeCost {
    size_t from = 0, to = 0;
    Shape shape;
    std::vector<ValueLayout> wanted;
};

/// Builds the problem; follows the rules for assembling programs (runtime/valueplaces, runtime/groupkernel).
class ProblemBuilder
{
public:
    ProblemBuilder(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates)
        : m_graph(graph)
        , m_candidates(candidates)
        , m_node(graph.values.size(), -1)
    {
        addFixed("inputs");
        for (const ValueId input : graph.inputs) {
            m_node[static_cast<size_t>(input)] = 0;
        }
        for (const Group& group : cutGroups(graph, groups, [&](size_t anchor) { return candidates.contains(anchor); })) {
            add(group);
        }
        // Outputs must be row-major.
        const size_t end = addFixed("outputs");
        for (const ValueId output : graph.outputs) {
            addEdge(output, end, {ValueLayout{}});
        }
    }

    LayoutQuestion result;
    std::vector<EdgeCost> edges;
    std::vector<Variable> variables; ///< by node of the problem

private:
    size_t addFixed(std::string name)
    {
        variables.push_back({{ValueLayout{}}, {ValueLayout{}}});
        return result.problem.addNode(std::move(name), {0});
    }

    void add(const Group& group)
    {
        const Node& node = m_graph.nodes[group.anchor];
        const auto candidates = m_candidates.find(group.anchor);
        const size_t at = candidates != m_candidates.end() ? addChosen(group, candidates->second) : addFollowing(node);
        const bool isChosen = candidates != m_candidates.end();
        const Shape& shape = m_graph.value(node.outputs[0]).type ? m_graph.value(node.outputs[0]).type->shape : Shape{};
        for (const size_t n : nodesOf(group)) {
            const bool readsAny = n == group.anchor && !isChosen && readsAnyLayout(node);
            for (const ValueId input : presentValues(m_graph.nodes[n].inputs)) {
                if (!readsAny) {
                    read(input, at, isChosen && n == group.anchor, shape);
                }
            }
            for (const ValueId output : presentValues(m_graph.nodes[n].outputs)) {
                m_node[static_cast<size_t>(output)] = static_cast<int>(at);
            }
        }
    }

    void read(ValueId input, size_t at, bool isData, const Shape& output)
    {
        const auto& type = m_graph.value(input).type;
        if (!type || m_graph.value(input).constant || m_node[static_cast<size_t>(input)] == static_cast<int>(at)) {
            return;
        }
        const Variable& own = variables[at];
        const bool keeps = type->shape.size() == output.size() && isImage(output) && type->shape[0] == output[0];
        std::vector<ValueLayout> wanted;
        for (size_t c = 0; c < own.output.size(); ++c) {
            wanted.push_back(isData                                              ? own.data[c]
                             : keeps && isCompatible(own.output[c], type->shape) ? own.output[c]
                                                                                 : ValueLayout{});
        }
        addEdge(input, at, std::move(wanted));
    }

    void addEdge(ValueId value, size_t to, std::vector<ValueLayout> wanted)
    {
        const int from = m_node[static_cast<size_t>(value)];
        if (from >= 0 && m_graph.value(value).type) {
            edges.push_back({static_cast<size_t>(from), to, m_graph.value(value).type->shape, std::move(wanted)});
        }
    }

    size_t addChosen(const Group& group, const std::vector<KernelCandidate>& candidates)
    {
        Variable variable;
        std::vector<double> seconds;
        for (const KernelCandidate& one : candidates) {
            variable.data.push_back(one.layouts.data);
            variable.output.push_back(one.layouts.output);
            seconds.push_back(one.choice.seconds);
        }
        variables.push_back(std::move(variable));
        const size_t at = result.problem.addNode(nameOf(m_graph, m_graph.nodes[group.anchor]), std::move(seconds));
        result.anchors.emplace_back(at, group.anchor);
        return at;
    }

    /// Adds an operator: it follows its largest input's layout if it keeps or concatenates channels, else reads row-major values.
    size_t addFollowing(const Node& node)
    {
        const auto& output = m_graph.value(node.outputs[0]).type;
        const bool follows = output && isImage(output->shape) && (keepsChannels(m_graph, node) || joinsChannels(m_graph, node));
        int largest = -1;
        int64_t most = 0;
        for (const ValueId input : presentValues(node.inputs)) {
            const auto& type = m_graph.value(input).type;
            const bool isData = type && type->shape.size() == output->shape.size() && !m_graph.value(input).constant;
            if (follows && isData && elementsOf(type->shape) > most) {
                most = elementsOf(type->shape);
                largest = m_node[static_cast<size_t>(input)];
            }
        }
        if (largest < 0) {
            return addFixed(node.op);
        }
        Variable variable = variables[static_cast<size_t>(largest)];
        for (ValueLayout& layout : variable.output) {
            const bool fits = std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId input) {
                return node.op != "Concat" || isCompatible(layout, m_graph.value(input).type->shape);
            });
            layout = fits && isCompatible(layout, output->shape) ? layout : ValueLayout{};
        }
        variable.data = variable.output;
        variables.push_back(std::move(variable));
        return result.problem.addTied(node.op, static_cast<size_t>(largest));
    }

    const Graph& m_graph;
    const KernelCandidates& m_candidates;
    std::vector<int> m_node; ///< by value: the problem's node that produces it
};

} // namespace

LayoutQuestion buildLayoutProblem(const Graph& graph, const std::vector<Group>& groups, const KernelCandidates& candidates,
                                  const TransformSeconds& transform)
{
    ProblemBuilder question(graph, groups, candidates);
    for (const EdgeCost& edge : question.edges) {
        const std::vector<ValueLayout>& made = question.variables[edge.from].output;
        question.result.problem.addEdge(edge.from, edge.to, [&](size_t i, size_t j) {
            return hasSameMemoryLayout(edge.shape, made[i], edge.wanted[j]) ? 0.0
                                                                            : transform(edge.shape, made[i], edge.wanted[j]);
        });
    }
    return std::move(question.result);
}

KernelChoices kernelsOf(const LayoutQuestion& question, const KernelCandidates& candidates, const LayoutChoice& choice)
{
    KernelChoices choices;
    for (const auto& [node, anchor] : question.anchors) {
        choices.emplace(anchor, candidates.at(anchor)[choice.candidates[node]].choice);
    }
    return choices;
}

std::vector<TimedTransform> transformsFor(const Graph& graph, const std::vector<Group>& groups,
                                          const KernelCandidates& candidates)
{
    const ProblemBuilder question(graph, groups, candidates);
    std::set<LayoutTransform> all;
    for (const EdgeCost& edge : question.edges) {
        for (const ValueLayout from : question.variables[edge.from].output) {
            for (const ValueLayout to : edge.wanted) {
                if (!hasSameMemoryLayout(edge.shape, from, to)) {
                    all.insert({edge.shape, from, to});
                }
            }
        }
    }
    std::vector<TimedTransform> list;
    for (const LayoutTransform& one : all) {
        list.push_back({one, 0});
    }
    return list;
}

TransformSeconds secondsOf(const std::vector<TimedTransform>& timed)
{
    std::map<LayoutTransform, double> known;
    for (const TimedTransform& one : timed) {
        known.emplace(one, one.seconds);
    }
    return [known = std::move(known)](const Shape& shape, ValueLayout from, ValueLayout to) {
        constexpr double kBytesASecond = 8e9; // reads plus writes, from the last-level cache
        const auto found = known.find({shape, from, to});
        return found != known.end() ? found->second : static_cast<double>(elementsOf(shape)) * 8 / kBytesASecond;
    };
}

} // namespace knobscope
