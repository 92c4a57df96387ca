// SPDX-License-Identifier: GPL-3.0-or-later
// Which groups attentions leave over.
#include "core/runtime/attentionkernel.h"
#include "core/runtime/attentionpattern.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace knobscope {

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
            for (const AttentionMask& mask : attention.masks) {
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

std::set<size_t> partsOfAttentions(const Graph& graph, const std::vector<Group>& groups, BfloatUnits units)
{
    std::vector<Attention> attentions = attentionsOf(graph, groups, units);
    std::erase_if(attentions, [](const Attention& one) { return !isFasterAsOneKernel(one); });
    std::set<size_t> parts;
    if (!attentions.empty()) {
        std::ranges::transform(groups, std::inserter(parts, parts.end()), &Group::anchor);
        for (const Group& group : neededGroups(graph, groups, attentions)) {
            parts.erase(group.anchor);
        }
        std::ranges::transform(attentions, std::inserter(parts, parts.end()), &Attention::anchor);
    }
    return parts;
}

} // namespace knobscope
