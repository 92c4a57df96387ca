// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/integersasbytes.h"

#include "core/graph/uniquenames.h"

#include <algorithm>
#include <map>
#include <optional>

namespace knobscope {
namespace {

/// The values as 8-bit integers of one zero point; nullopt if none fits.
template<class T>
std::optional<std::pair<Tensor, int>> asBytes(const Tensor& integers)
{
    const auto from = integers.as<int16_t>();
    const auto [least, largest] = std::ranges::minmax(from);
    const int low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
    const int zero = std::is_signed_v<T> ? 0 : std::max(0, -least);
    if (least + zero < low || largest + zero > high || zero > high) {
        return std::nullopt;
    }
    Tensor bytes(TensorType{numberTypeOf<T>(), integers.shape()});
    std::ranges::transform(from, bytes.as<T>().begin(), [&](int16_t value) { return static_cast<T>(value + zero); });
    return std::pair(std::move(bytes), zero);
}

} // namespace

Graph withIntegersAsBytes(Graph graph)
{
    std::map<ValueId, std::pair<ValueId, ValueId>> bytes; // value and zero point, by the difference
    UniqueNames names(graph);
    std::vector<Node> nodes;
    for (Node& node : graph.nodes) {
        const auto from = node.inputs.empty() ? bytes.end() : bytes.find(node.inputs[0]);
        if (node.op == "SubtractZeroPoint") {
            bytes[node.outputs[0]] = {node.inputs[0], node.inputs[1]};
            continue;
        }
        if (node.op == "Reshape" && from != bytes.end()) { // before a fully connected layer
            node.inputs[0] = from->second.first;
            graph.value(node.outputs[0]).type->number = graph.value(node.inputs[0]).type->number;
            bytes[node.outputs[0]] = {node.outputs[0], from->second.second};
        }
        if (node.op == "DequantizeLinear" && from != bytes.end()) {
            node.inputs = {from->second.first, node.inputs[1], from->second.second};
        }
        if ((node.op == "ConvInteger" || node.op == "MatMulInteger") && from != bytes.end()) {
            const Value weights = graph.value(node.inputs[1]);
            auto made = asBytes<int8_t>(*weights.constant);
            made = made ? std::move(made) : asBytes<uint8_t>(*weights.constant);
            if (made) {
                const ValueId own = graph.addConstant(names.reserve(weights.name + " bytes"), std::move(made->first));
                node.inputs = {from->second.first, own, from->second.second};
                if (made->second != 0) {
                    node.inputs.push_back(graph.addConstant(names.reserve(weights.name + " zero"),
                                                            Tensor::of<uint8_t>({}, {static_cast<uint8_t>(made->second)})));
                }
            }
        }
        nodes.push_back(std::move(node));
    }
    graph.nodes = std::move(nodes);
    return graph;
}

} // namespace knobscope
