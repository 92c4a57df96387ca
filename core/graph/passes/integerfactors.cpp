// SPDX-License-Identifier: GPL-3.0-or-later
// Products of two computed matrices between DequantizeLinear and QuantizeLinear as products of integers.
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/quantization.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace knobscope {
namespace {

class IntegerFactors
{
public:
    explicit IntegerFactors(Graph& graph)
        : m_graph(graph)
        , m_producers(producersOf(graph))
        , m_units(graph)
        , m_names(graph)
    {
    }

    PassReport run() &&
    {
        PassReport report{"integer factors", {}};
        for (size_t n = 0; n < m_graph.nodes.size(); ++n) {
            const auto scale = scaleOf(m_graph.nodes[n]);
            if (scale && areIntegers(m_graph.nodes[n])) {
                m_made.push_back(m_graph.nodes[n]);
                m_graph.value(m_made.back().inputs[0]).isBfloat16 = m_graph.value(m_made.back().inputs[1]).isBfloat16 = true;
            } else if (scale) {
                report.lines.push_back(fmt::format("{} multiplies integers", nodeText(m_graph, m_graph.nodes[n])));
                multiply(m_graph.nodes[n], *scale);
            } else {
                m_made.push_back(m_graph.nodes[n]);
            }
        }
        m_graph.nodes = std::move(m_made);
        return report;
    }

private:
    /// The node that makes float32 numbers of computed bytes with one scale; null if something else makes the value.
    const Node* dequantizerOf(ValueId value) const
    {
        const int producer = m_producers[static_cast<size_t>(value)];
        const Node* found = producer < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(producer)];
        if (!found || found->op != "DequantizeLinear" || constantOf(m_graph, *found, 0)) {
            return nullptr;
        }
        const auto& from = m_graph.value(found->inputs[0]).type;
        const auto scaling = scalingOf(m_graph, *found, -1);
        const bool isByte = from && (from->number == ir::uint8 || from->number == ir::int8);
        return isByte && scaling && scaling->scales.size() == 1 ? found : nullptr;
    }

    /// The scale of a product's sums; nullopt unless both factors are such numbers.
    std::optional<double> scaleOf(const Node& node) const
    {
        if (node.op != "MatMul" || !node.unsupported.empty()) {
            return std::nullopt;
        }
        double scale = 1;
        for (const ValueId factor : {node.inputs[0], node.inputs[1]}) {
            const Node* from = dequantizerOf(factor);
            if (!from || m_graph.value(factor).type->shape.size() < 2) {
                return std::nullopt;
            }
            scale *= scalingOf(m_graph, *from, -1)->scales[0];
        }
        return std::isnormal(static_cast<float>(scale)) ? std::optional(scale) : std::nullopt;
    }

    /// Whether both factors of such a product have the scale 1, as in a file that was written after this pass.
    bool areIntegers(const Node& node) const
    {
        return std::ranges::all_of(std::array{node.inputs[0], node.inputs[1]}, [this](ValueId factor) {
            return scalingOf(m_graph, *dequantizerOf(factor), -1)->scales[0] == 1;
        });
    }

    /// The integers without their zero point, up to 255, which bfloat16 has exactly.
    ValueId integersOf(ValueId factor)
    {
        const auto [found, isNew] = m_integers.try_emplace(factor, kNoValue);
        if (isNew) {
            Node from = *dequantizerOf(factor);
            from.name = m_names.reserve(m_graph.value(factor).name + " integers");
            from.inputs[1] = m_graph.addConstant(m_names.reserve(from.name + " unit"),
                                                 Tensor::of<float>(constantOf(m_graph, from, 1)->shape(), {1}));
            found->second = m_graph.add({from.name, m_graph.value(factor).type, nullptr, true});
            from.outputs = {found->second};
            m_made.push_back(std::move(from));
        }
        return found->second;
    }

    void multiply(Node node, double scale)
    {
        const ValueId output = node.outputs[0];
        const std::string name = nameOf(m_graph, node);
        const double unit = m_units.takeUnit(m_graph, m_graph.nodes, output).value_or(1);
        const ValueId by =
            m_graph.addConstant(m_names.reserve(name + " scale"), Tensor::of<float>({}, {static_cast<float>(scale / unit)}));
        const ValueId sums = m_graph.add({m_names.reserve(name + " sums"), m_graph.value(output).type, nullptr});
        node.inputs = {integersOf(node.inputs[0]), integersOf(node.inputs[1])};
        node.outputs = {sums};
        m_made.push_back(std::move(node));
        m_made.push_back({"Mul", m_names.reserve(name + " scaled"), {}, {sums, by}, {output}, {}});
    }

    Graph& m_graph;
    std::vector<int> m_producers;
    QuantizerUnits m_units;
    UniqueNames m_names;
    std::map<ValueId, ValueId> m_integers; ///< by the dequantized value
    std::vector<Node> m_made;
};

} // namespace

Result<PassReport> integerFactors(Graph& graph)
{
    return IntegerFactors(graph).run();
}

} // namespace knobscope
