// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialfilter.h"

#include <cstdint>

/// Trials whose knob has this value, or all others.
inline knobscope::TrialFilter knobIs(const std::string& knob, const nlohmann::json& value, bool isExcluded = false)
{
    knobscope::TrialFilter filter;
    filter.kind = knobscope::TrialFilter::Kind::Knob;
    filter.knob = knob;
    filter.value = value;
    filter.isExcluded = isExcluded;
    return filter;
}

/// A filter that needs no more than its kind.
inline knobscope::TrialFilter plain(knobscope::TrialFilter::Kind kind, int64_t run = 0)
{
    knobscope::TrialFilter filter;
    filter.kind = kind;
    filter.run = run;
    return filter;
}
