// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/networkboxes.h"

#include "core/graph/onnx/dynamictail.h"
#include "core/network/graphworkloads.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <variant>

namespace knobscope {
namespace {

constexpr size_t kLongestBlock = 100;

std::string windowOf(const Graph& graph, const Node& node)
{
    Shape kernel;
    if (const auto found = node.attributes.find("kernel_shape"); found != node.attributes.end()) {
        if (const auto* extents = std::get_if<std::vector<int64_t>>(&found->second)) {
            kernel = *extents;
        }
    } else if (node.op == "Conv" && node.inputs.size() > 1 && node.inputs[1] != kNoValue) { // in another domain it may have none
        const auto& weights = graph.value(node.inputs[1]).type;
        if (weights && weights->shape.size() > 2) {
            kernel.assign(weights->shape.begin() + 2, weights->shape.end());
        }
    }
    return kernel.empty() ? "" : fmt::format(" {}", fmt::join(kernel, "x"));
}

/// "strides 2, 2"
std::string attributeText(const std::string& name, const Attribute& attribute)
{
    return std::visit(
        [&name](const auto& value) {
            using T = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
                return fmt::format("{} {}", name, value);
            } else {
                return fmt::format("{} {}", name, fmt::join(value, ", "));
            }
        },
        attribute);
}

/// Builds a network's boxes.
class Boxing
{
public:
    explicit Boxing(const ModelNetwork& model)
        : m_model(model)
        , m_graph(model.imported.graph)
        , m_madeBy(m_graph.values.size(), -1)
    {
    }

    NetworkBoxes run() &&
    {
        for (const ValueId input : m_graph.inputs) {
            m_madeBy[static_cast<size_t>(input)] = static_cast<int>(m_result.boxes.size());
            const Value& value = m_graph.value(input);
            m_result.boxes.push_back({value.name, value.type ? value.type->text() : "", {}, {}, -1, "input"});
        }
        for (const Group& group : m_model.groups) {
            add(group);
        }
        if (m_model.imported.tail) {
            add(*m_model.imported.tail);
        }
        return std::move(m_result);
    }

private:
    void add(const Group& group)
    {
        const Node& anchor = m_graph.nodes[group.anchor];
        NetworkBox box;
        box.title = anchor.op + windowOf(m_graph, anchor);
        box.workload = positionOf(anchor);
        addNode(anchor, box);
        for (const size_t n : group.epilogue) {
            box.title += " + " + m_graph.nodes[n].op;
            addNode(m_graph.nodes[n], box);
        }
        const Node& last = group.epilogue.empty() ? anchor : m_graph.nodes[group.epilogue.back()];
        // An unsupported node may lack its first output.
        const auto made = last.outputs[0] == kNoValue ? std::nullopt : m_graph.value(last.outputs[0]).type;
        box.likeness = box.title;
        if (made) {
            // Channels distinguish layers with weights; other nodes' channels grow in networks that concatenate, so they are
            // ignored.
            Shape shape = made->shape;
            if (box.workload < 0 && shape.size() > 1) {
                shape[1] = 0;
            }
            box.likeness += shapeText(shape);
        }
        box.shape = box.workload >= 0 ? m_model.network.workloads[static_cast<size_t>(box.workload)].text()
                  : made              ? made->text()
                                      : "";
        m_result.boxes.push_back(std::move(box));
    }

    /// One box for all nodes whose shapes depend on data.
    void add(const DynamicTail& tail)
    {
        NetworkBox box;
        box.title = box.likeness = tail.summary;
        box.nodes.push_back(tail.cause);
        for (const auto& [op, count] : tail.operators) {
            box.details.push_back(fmt::format("{}: {}", op, count));
        }
        for (const auto& [name, output] : tail.inputs) {
            addEdge(m_madeBy[static_cast<size_t>(m_graph.outputs.at(output))]);
        }
        m_result.boxes.push_back(std::move(box));
    }

    /// Adds an edge to the box that is being made; none from -1, or if it is there.
    void addEdge(int from)
    {
        const std::pair<size_t, size_t> edge(static_cast<size_t>(from), m_result.boxes.size());
        if (from >= 0 && edge.first != edge.second && std::ranges::count(m_result.edges, edge) == 0) {
            m_result.edges.push_back(edge);
        }
    }

    int positionOf(const Node& node) const
    {
        const auto own = workloadOf(m_graph, node);
        const auto& all = m_model.network.workloads;
        const auto found =
            std::ranges::find_if(all, [&](const NetworkWorkload& workload) { return own && workload.shape == own->shape; });
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }

    void addNode(const Node& node, NetworkBox& box)
    {
        const size_t here = m_result.boxes.size();
        box.nodes.push_back(nameOf(m_graph, node));
        std::string attributes;
        for (const auto& [name, attribute] : node.attributes) {
            attributes += (attributes.empty() ? node.op + ": " : "; ") + attributeText(name, attribute);
        }
        if (!attributes.empty()) {
            box.details.push_back(std::move(attributes));
        }
        for (const ValueId input : node.inputs) {
            const int from = input == kNoValue ? -1 : m_madeBy[static_cast<size_t>(input)];
            addEdge(from);
            if (from < 0 && input != kNoValue && m_graph.value(input).type) { // weights
                box.details.push_back(fmt::format("{}: {}", m_graph.value(input).name, m_graph.value(input).type->text()));
            }
        }
        for (const ValueId output : node.outputs) {
            if (output != kNoValue) {
                m_madeBy[static_cast<size_t>(output)] = static_cast<int>(here);
            }
        }
    }

    const ModelNetwork& m_model;
    const Graph& m_graph;
    std::vector<int> m_madeBy; ///< by value: the box that produces it
    NetworkBoxes m_result;
};

/// Counts the boxes whose results are read across each gap before a box: a block begins best where the count is 1.
std::vector<size_t> cutsOf(const NetworkBoxes& network)
{
    std::vector<size_t> last(network.boxes.size(), 0), cuts(network.boxes.size() + 1, 0);
    for (const auto& [from, to] : network.edges) {
        last[from] = std::max(last[from], to);
    }
    for (size_t box = 0; box < last.size(); ++box) {
        for (size_t gap = box + 1; gap <= last[box]; ++gap) {
            ++cuts[gap];
        }
    }
    return cuts;
}

/// Returns the block of `length` boxes that begins at or soon after `first` and has the fewest tensors crossing into it.
RepeatedBlock blockAt(const NetworkBoxes& network, const std::vector<size_t>& cuts, size_t first, size_t length)
{
    const auto& boxes = network.boxes;
    size_t end = first;
    while (end + length < boxes.size() && boxes[end].likeness == boxes[end + length].likeness) {
        ++end;
    }
    const auto copiesFrom = [&](size_t begin) { return (end + length - begin) / length; };
    RepeatedBlock best{first, length, copiesFrom(first)};
    for (size_t begin = first + 1; begin < first + length && copiesFrom(begin) > 1; ++begin) {
        if (cuts[begin] < cuts[best.first]) {
            best = {begin, length, copiesFrom(begin)};
        }
    }
    return best;
}

/// Returns blocks that save at least two boxes when folded; from the top, the largest savings first.
std::vector<RepeatedBlock> blocksOf(const NetworkBoxes& network)
{
    const std::vector<size_t> cuts = cutsOf(network);
    const auto spared = [](const RepeatedBlock& block) { return block.length * (block.copies - 1); };
    std::vector<RepeatedBlock> blocks;
    for (size_t first = 0; first < network.boxes.size();) {
        RepeatedBlock best{first, 1, 1};
        for (size_t length = 1; length <= std::min(kLongestBlock, (network.boxes.size() - first) / 2); ++length) {
            const RepeatedBlock block = blockAt(network, cuts, first, length);
            if (block.copies > 1 && spared(block) > spared(best)) {
                best = block;
            }
        }
        if (spared(best) < 2) {
            ++first;
            continue;
        }
        blocks.push_back(best);
        first = best.first + best.length * best.copies;
    }
    return blocks;
}

} // namespace

NetworkBoxes boxesOf(const ModelNetwork& model)
{
    NetworkBoxes network = Boxing(model).run();
    network.blocks = blocksOf(network);
    return network;
}

ShownBoxes shownOf(const NetworkBoxes& network, const std::set<size_t>& unfolded)
{
    ShownBoxes shown;
    std::vector<size_t> shownAs(network.boxes.size());
    shown.blocks.resize(network.blocks.size());
    size_t next = 0; // index of a block
    for (size_t box = 0; box < network.boxes.size(); ++box) {
        while (next < network.blocks.size()
               && box >= network.blocks[next].first + network.blocks[next].length * network.blocks[next].copies) {
            ++next;
        }
        const bool isInBlock = next < network.blocks.size() && box >= network.blocks[next].first;
        const size_t length = isInBlock ? network.blocks[next].length : 0;
        if (isInBlock && !unfolded.contains(next) && box >= network.blocks[next].first + length) {
            shownAs[box] = shownAs[box - length];
        } else {
            shownAs[box] = shown.boxes.size();
            shown.boxes.emplace_back();
            if (isInBlock) {
                shown.blocks[next].push_back(shownAs[box]);
            }
        }
        shown.boxes[shownAs[box]].push_back(box);
    }
    std::set<std::pair<size_t, size_t>> edges;
    for (const auto& [from, to] : network.edges) {
        if (shownAs[from] < shownAs[to]) { // skips edges from one copy of a block to the next
            edges.emplace(shownAs[from], shownAs[to]);
        }
    }
    shown.edges.assign(edges.begin(), edges.end());
    return shown;
}

} // namespace knobscope
