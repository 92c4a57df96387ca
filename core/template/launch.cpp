// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/launch.h"

#include <array>

namespace knobscope {

Sentence KnobFactor::text() const
{
    if (position < 0) {
        return Sentence(knob);
    }
    const std::array ordinals{phrase("first"),  phrase("second"), phrase("third"),
                              phrase("fourth"), phrase("fifth"),  phrase("sixth")};
    const auto place = static_cast<size_t>(position);
    return phrase("{}'s {} factor", knob, place < ordinals.size() ? ordinals[place] : phrase("last"));
}

const std::vector<int64_t>* splitSizes(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* split = value ? std::get_if<SplitEntity>(value) : nullptr;
    return split && split->sizes.size() >= 2 ? &split->sizes : nullptr;
}

int64_t integerValue(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* other = value ? std::get_if<OtherEntity>(value) : nullptr;
    const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr;
    return number ? *number : 1;
}

int64_t innerExtent(const std::vector<int64_t>& sizes)
{
    int64_t product = 1;
    for (size_t i = 1; i < sizes.size(); ++i) {
        product *= sizes[i];
    }
    return product;
}

KnobLaunch splitLaunch(const LaunchQuery& question, const std::vector<std::string>& knobs, int virtualThread, int thread)
{
    KnobLaunch out;
    out.isKnown = true;
    out.blocks = 1;
    for (const std::string& knob : knobs) {
        const auto* sizes = splitSizes(question.entity, knob);
        const Knob* declared = question.space.find(knob);
        const auto* split = declared ? std::get_if<SplitKnob>(&declared->definition()) : nullptr;
        if (!sizes || !split || sizes->size() <= static_cast<size_t>(thread)) {
            return {};
        }
        out.threadFactors.push_back({knob, thread, (*sizes)[static_cast<size_t>(thread)]});
        out.threads *= out.threadFactors.back().value;
        out.virtualThreads *= virtualThread < 0 ? 1 : (*sizes)[static_cast<size_t>(virtualThread)];
        out.perThread *= innerExtent(*sizes) / (*sizes)[static_cast<size_t>(thread)];
        out.blocks *= (split->extent + innerExtent(*sizes) - 1) / innerExtent(*sizes);
    }
    return out;
}

} // namespace knobscope
