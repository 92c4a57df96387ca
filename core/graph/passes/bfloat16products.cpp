// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/halfnumbers.h"
#include "core/graph/operator.h"
#include "core/graph/parallelfor.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace knobscope {
namespace {

constexpr const char* kBfloat16Name = "bfloat16";

/// Operators that only move elements of their first input, or choose among them.
constexpr std::array<std::string_view, 13> kMoveOrChoose{"Reshape",      "Flatten",      "Squeeze", "Unsqueeze", "Identity",
                                                         "Transpose",    "Split",        "Slice",   "Gather",    "Expand",
                                                         "DepthToSpace", "SpaceToDepth", "MaxPool"};

bool isFloat(const Graph& graph, ValueId id)
{
    return id != kNoValue && graph.value(id).type && graph.value(id).type->number == ir::float32;
}

bool isProduct(const Graph& graph, const Node& node)
{
    return (node.op == "Conv" || node.op == "ConvTranspose" || node.op == "Gemm" || node.op == "MatMul")
        && node.unsupported.empty() && isFloat(graph, node.inputs[0]) && isFloat(graph, node.inputs[1]);
}

/// The inputs whose elements a node only moves; empty unless all are computed float32 numbers, and only these are its outputs.
std::vector<ValueId> movedInputs(const Graph& graph, const Node& node)
{
    std::vector<ValueId> moved;
    if (node.op == "Concat") {
        moved = node.inputs;
    } else if (std::ranges::find(kMoveOrChoose, node.op) != kMoveOrChoose.end() && !node.inputs.empty()) {
        moved = {node.inputs[0]};
    }
    const bool isWhole = node.unsupported.empty()
                      && std::ranges::all_of(moved, [&](ValueId id) { return isFloat(graph, id) && !graph.value(id).constant; })
                      && std::ranges::all_of(presentValues(node.outputs), [&](ValueId id) { return isFloat(graph, id); });
    return isWhole ? moved : std::vector<ValueId>();
}

Tensor rounded(const Tensor& from)
{
    Tensor to(from.type());
    const std::span<const float> values = from.as<float>();
    parallelForRanges(values.size(), [&](size_t begin, size_t end) {
        std::transform(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end),
                       to.as<float>().begin() + static_cast<std::ptrdiff_t>(begin),
                       [](float value) { return roundedTo(kBfloat16, static_cast<double>(value)); });
    });
    return to;
}

/// Rounds values where they are computed.
class ProductRounding
{
public:
    explicit ProductRounding(Graph& graph)
        : m_graph(graph)
        , m_names(graph)
        , m_isNeeded(graph.values.size())
    {
    }

    PassReport run()
    {
        PassReport report{"bfloat16", {}};
        findNeeded();
        std::vector<Node> before = std::move(m_graph.nodes);
        m_graph.nodes.clear();
        for (const ValueId input : m_graph.inputs) {
            roundIfNeeded(input);
        }
        for (Node& node : before) {
            readRounded(node);
            if (isProduct(m_graph, node)) {
                report.lines.push_back(fmt::format("{} multiplies bfloat16", nodeText(m_graph, node)));
            }
            add(std::move(node));
        }
        return report;
    }

private:
    bool isNeeded(ValueId id) const { return id != kNoValue && m_isNeeded[static_cast<size_t>(id)]; }

    /// Finds the computed values that products read, also through operators that only move elements.
    void findNeeded()
    {
        for (auto node = m_graph.nodes.rbegin(); node != m_graph.nodes.rend(); ++node) {
            const bool areMovedNeeded = std::ranges::any_of(node->outputs, [&](ValueId id) { return isNeeded(id); });
            const std::vector<ValueId> read = isProduct(m_graph, *node) ? std::vector{node->inputs[0], node->inputs[1]}
                                            : areMovedNeeded            ? movedInputs(m_graph, *node)
                                                                        : std::vector<ValueId>();
            for (const ValueId id : read) {
                m_isNeeded[static_cast<size_t>(id)] = !m_graph.value(id).constant;
            }
        }
    }

    /// Adds the rounding of a computed value, whose other readers read the rounded numbers as well.
    void roundIfNeeded(ValueId id)
    {
        if (isNeeded(id) && !m_graph.value(id).isBfloat16) {
            const ValueId to = addValue(id, nullptr);
            m_rounded[id] = to;
            m_graph.nodes.push_back({"Cast", m_graph.value(to).name, {{"to", std::string(kBfloat16Name)}}, {id}, {to}, {}});
        }
    }

    ValueId addValue(ValueId from, std::shared_ptr<const Tensor> constant)
    {
        const Value& value = m_graph.value(from);
        return m_graph.add({m_names.reserve(value.name + " bfloat16"), value.type, std::move(constant), true});
    }

    void readRounded(Node& node)
    {
        for (size_t i = 0; i < (isProduct(m_graph, node) ? 2 : 0); ++i) {
            const auto constant = m_graph.value(node.inputs[i]).constant;
            if (constant && !m_graph.value(node.inputs[i]).isBfloat16 && !m_rounded.contains(node.inputs[i])) {
                m_roundedConstants.try_emplace(node.inputs[i], kNoValue);
                ValueId& to = m_roundedConstants[node.inputs[i]];
                to = to == kNoValue ? addValue(node.inputs[i], std::make_shared<const Tensor>(rounded(*constant))) : to;
                node.inputs[i] = to;
            }
        }
        for (ValueId& input : node.inputs) {
            const auto found = m_rounded.find(input);
            input = found == m_rounded.end() ? input : found->second;
        }
    }

    /// Adds a node; its outputs are rounded, or are so because it only moves rounded numbers.
    void add(Node node)
    {
        const std::vector<ValueId> moved = movedInputs(m_graph, node);
        const bool isOfRounded = isRoundingToBfloat16(node) && isFloat(m_graph, node.inputs[0]);
        const bool movesRounded =
            !moved.empty() && std::ranges::all_of(moved, [&](ValueId id) { return m_graph.value(id).isBfloat16; });
        const std::vector<ValueId> outputs = node.outputs;
        m_graph.nodes.push_back(std::move(node));
        for (const ValueId output : presentValues(outputs)) {
            m_graph.value(output).isBfloat16 = m_graph.value(output).isBfloat16 || isOfRounded || movesRounded;
            roundIfNeeded(output);
        }
    }

    Graph& m_graph;
    UniqueNames m_names;
    std::vector<bool> m_isNeeded;                   ///< by value of the graph as it was
    std::map<ValueId, ValueId> m_rounded;           ///< the rounded numbers of computed values
    std::map<ValueId, ValueId> m_roundedConstants;  ///< of constants; products alone read these
};

} // namespace

bool isRoundingToBfloat16(const Node& node)
{
    const auto to = node.attributes.find("to");
    return node.op == "Cast" && to != node.attributes.end() && to->second == Attribute(std::string(kBfloat16Name));
}

Result<PassReport> roundProductsToBfloat16(Graph& graph)
{
    return ProductRounding(graph).run();
}

} // namespace knobscope
