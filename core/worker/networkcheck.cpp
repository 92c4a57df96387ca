// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkcheck.h"

#include "core/timing/answercheck.h"

#include <algorithm>

namespace knobscope {

NetworkCheck differenceOfAll(std::span<const std::vector<double>> actual, std::span<const std::vector<double>> expected)
{
    NetworkCheck all;
    for (size_t i = 0; i < expected.size(); ++i) {
        const ValueDifference one = differenceOf(actual[i], expected[i]);
        all.error = std::max(all.error, one.error);
        all.mismatched += one.mismatched;
    }
    return all;
}

Result<void> checkCorrect(const NetworkCheck& check)
{
    if (check.isCorrect()) {
        return {};
    }
    if (check.mismatched > 0) {
        return fail(ErrorCode::Internal,
                    "The network's results are incorrect, {} of them NaN or infinite where they should not be, or the reverse; "
                    "its time is meaningless",
                    check.mismatched);
    }
    return fail(ErrorCode::Internal,
                "The network's results are incorrect (max. error {:.1e} of the largest output); its time is meaningless",
                check.error);
}

} // namespace knobscope
