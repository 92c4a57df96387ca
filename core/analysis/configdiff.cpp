// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/configdiff.h"

#include <algorithm>

namespace knobscope {

std::vector<KnobDifference> diffConfigs(std::span<const ConfigEntity> configs)
{
    std::vector<KnobDifference> knobs;
    for (const ConfigEntity& config : configs) {
        for (const auto& [name, value] : config.values) {
            if (std::none_of(knobs.begin(), knobs.end(), [&](const KnobDifference& knob) { return knob.knob == name; })) {
                knobs.push_back({name, {}, false});
            }
        }
    }
    for (KnobDifference& knob : knobs) {
        for (const ConfigEntity& config : configs) {
            const KnobValue* value = config.find(knob.knob);
            knob.values.push_back(value ? valueText(*value) : std::string());
        }
        knob.differs =
            std::any_of(knob.values.begin(), knob.values.end(), [&](const std::string& v) { return v != knob.values.front(); });
    }
    return knobs;
}

} // namespace knobscope
