// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layerpairs.h"

#include <algorithm>
#include <optional>

namespace knobscope {

namespace {

nlohmann::json floatTensor(std::initializer_list<int64_t> shape)
{
    return {"TENSOR", shape, "float32"};
}

/// Kernel, strides, padding and dilation of a convolution.
nlohmann::json windowOf(const ConvWorkload& conv)
{
    return {floatTensor({conv.k, conv.depthwise ? 1 : conv.c, conv.r, conv.s}), conv.stride, conv.pad, conv.dilation};
}

/// Returns the convolution if the pair template supports it: ungrouped, or depthwise with one output for each channel.
std::optional<ConvWorkload> convAt(const Graph& graph, const Group& group)
{
    const auto workload = workloadOf(graph, graph.nodes[group.anchor]);
    const auto* conv = workload ? std::get_if<ConvWorkload>(&workload->shape) : nullptr;
    const bool fits = conv && conv->type == ir::float32 && (conv->groups == 1 || (conv->depthwise && conv->k == conv->c));
    return fits ? std::optional(*conv) : std::nullopt;
}

bool isRectifier(const Node& node)
{
    return node.op == "Relu" || node.op == "Clip";
}

/// Returns the group whose anchor is the only reader of a value, as its data input; null if there is none.
const Group* onlyReader(const Graph& graph, const std::vector<Group>& groups, ValueId value)
{
    const auto reader = std::ranges::find_if(groups, [&](const Group& group) {
        const Node& anchor = graph.nodes[group.anchor];
        return !anchor.inputs.empty() && anchor.inputs[0] == value;
    });
    return usesOf(graph)[static_cast<size_t>(value)] == 1 && reader != groups.end() ? &*reader : nullptr;
}

} // namespace

std::vector<LayerPair> layerPairs(const Graph& graph, const std::vector<Group>& groups)
{
    std::vector<LayerPair> pairs;
    for (const Group& group : groups) {
        const bool isPlain =
            group.epilogue.empty() || (group.epilogue.size() == 1 && isRectifier(graph.nodes[group.epilogue[0]]));
        const auto first = isPlain ? convAt(graph, group) : std::nullopt;
        const Group* next = first ? onlyReader(graph, groups, outputOf(graph, group)) : nullptr;
        const auto second = next ? convAt(graph, *next) : std::nullopt;
        if (!second) {
            continue;
        }
        // array() is required: clang treats braces around a single tensor as the list itself.
        nlohmann::json args = nlohmann::json::array({floatTensor({first->n, first->c, first->h, first->w})});
        for (const ConvWorkload* layer : {&*first, &*second}) {
            for (nlohmann::json& part : windowOf(*layer)) {
                args.push_back(std::move(part));
            }
        }
        args.push_back(group.epilogue.empty() ? nlohmann::json() : nlohmann::json("relu"));
        pairs.push_back({nameOf(graph, graph.nodes[group.anchor]), nameOf(graph, graph.nodes[next->anchor]),
                         "conv2d_pair_NCHWc.x86", std::move(args), first->text() + " | " + second->text(),
                         int64_t{4} * first->n * first->k * first->oh() * first->ow()});
    }
    return pairs;
}

const std::vector<std::string>& middlePlaces()
{
    static const std::vector<std::string> places{"apart", "part", "row", "tile"};
    return places;
}

} // namespace knobscope
