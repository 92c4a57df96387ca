// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/candidates.h"

#include <algorithm>
#include <numeric>

namespace knobscope {

Result<std::vector<KnobValue>> reorderCandidates(const ReorderKnob& knob)
{
    if (knob.axes < 1 || knob.axes > 64) {
        return fail(ErrorCode::InvalidArgument, "a reorder has 1 to 64 axes, not {}", knob.axes);
    }
    std::vector<int64_t> identity(static_cast<size_t>(knob.axes));
    std::iota(identity.begin(), identity.end(), 0);
    std::vector<KnobValue> out;
    for (const auto& order : knob.candidates) {
        if (!std::ranges::is_permutation(order, identity)) {
            return fail(ErrorCode::InvalidArgument, "a listed order is not a permutation of {} axes", knob.axes);
        }
        out.emplace_back(ReorderEntity{order});
    }
    return out;
}

} // namespace knobscope
