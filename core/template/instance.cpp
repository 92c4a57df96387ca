// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/template.h"

#include <algorithm>

namespace knobscope {

Result<TemplateInstance> instance(TemplateContext& cfg, Schedule s, double autotvmFlops, double plainFlops,
                                  std::optional<OperatorDefinition> definition)
{
    TRY(cfg.check());
    return TemplateInstance{std::move(s), autotvmFlops, plainFlops, std::move(definition)};
}

std::vector<int64_t> fallbackSplit(int64_t extent, const std::vector<int64_t>& limits)
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

int64_t extentOf(const ConfigSpace& space, std::string_view knob)
{
    return std::get<SplitKnob>(space.find(knob)->definition()).extent;
}

ConfigEntity configWith(const ConfigSpace& space, const std::vector<std::pair<std::string, KnobValue>>& values)
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

int64_t integerValue(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* other = value ? std::get_if<OtherEntity>(value) : nullptr;
    const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr;
    return number ? *number : 1;
}

ConfigEntity firstCandidates(const ConfigSpace& space, const TargetTraits&)
{
    return configWith(space, {});
}

} // namespace knobscope
