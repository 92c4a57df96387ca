// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/blockedconv.h"

namespace knobscope {

void defineChannelBlock(TemplateContext& cfg, const std::string& knob, int64_t channels)
{
    cfg.defineSplit(knob, channels, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
}

void padWithin(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis, const std::string& knob)
{
    if (e.padded == e.data) {
        return;
    }
    StageRef pad = s[e.padded];
    pad.computeAt(consumer, axis);
    pad.by(knob).vectorize(pad.axis(4));
}

void cutBorders(Schedule& s, const Conv2dExpression& e)
{
    if (e.padded != e.data) {
        s[e.padded].computeInline();
    }
}

} // namespace knobscope
