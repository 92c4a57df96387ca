// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/trialtimer.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

/// All but the status, which statusMessage() writes.
void visitMembers(MaybeConst<RunOutcome> auto& o, const auto& visit)
{
    visit("costs", o.costs);
    visit("timing", o.timing);
    visit("is_best", o.isBest);
    visit("restart", o.mustRestart);
    visit("stages", o.stages);
}

void visitMembers(MaybeConst<RankedKernel> auto& k, const auto& visit)
{
    visit("timing", k.timing);
    visit("is_significantly_faster", k.isSignificantlyFaster);
}

} // namespace knobscope
