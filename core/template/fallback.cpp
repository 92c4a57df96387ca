// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/template.h"

#include <algorithm>

namespace knobscope {

std::vector<int64_t> fallbackSplit(int64_t extent, std::span<const int64_t> limits)
{
    std::vector<int64_t> sizes(limits.size(), -1);
    for (size_t i = limits.size(); i-- > 1;) {
        int64_t best = 1;
        for (int64_t d = 1; d <= extent; ++d) {
            best = extent % d == 0 && (limits[i] < 0 || d <= limits[i]) ? d : best;
        }
        sizes[i] = best;
        extent /= best;
    }
    return sizes;
}

ConfigEntity configWith(const ConfigSpace& space, std::span<const std::pair<std::string, KnobValue>> values)
{
    ConfigEntity entity;
    for (const Knob& knob : space.knobs()) {
        const auto given = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == knob.name(); });
        entity.values.emplace_back(knob.name(), given == values.end() ? knob.at(0) : given->second);
    }
    if (const auto index = space.indexOf(entity); index && space.isValid(*index)) {
        entity.index = *index;
    }
    return entity;
}

ConfigEntity firstCandidates(const ConfigSpace& space, const TargetTraits&)
{
    return configWith(space, {});
}

} // namespace knobscope
