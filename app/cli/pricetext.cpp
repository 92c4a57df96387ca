// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pricetext.h"

#include "core/base/numbertext.h"

#include <cmath>

namespace knobscope::cli {

namespace {

std::string signedText(int64_t number)
{
    return number < 0 ? "\u2212" + groupedNumber(-number) : "+" + groupedNumber(number);
}

} // namespace

std::string priceText(const SpacePrice& price)
{
    const bool exact = price.moreLow == price.moreHigh;
    std::string text =
        exact ? phrase("{} (config|configs)", signedText(price.moreLow)).message
              : fmt::format("between {} and {} configs (estimated)", signedText(price.moreLow), signedText(price.moreHigh));
    if (exact && price.moreLow == 0) {
        text = "same number of configs";
    }
    if (!price.rate) {
        text += "; the time is unknown, because no finished run has measured a rate on this machine yet";
    } else if (price.rate->isGuessed) {
        text += fmt::format("; no finished run has measured such kernels on this machine yet; at about {:.2g} trials/s (from the "
                            "bound) a full grid takes about {}",
                            price.rate->trialsPerSecond, durationText(price.gridSeconds));
    } else {
        text += fmt::format("; at the {:.3g} trials/s measured on this machine a full grid takes ", price.rate->trialsPerSecond);
        const double more = price.gridSecondsMore;
        const std::string about = exact ? "" : "about ";
        if (exact && price.moreLow == 0) {
            text += durationText(price.gridSeconds).message + " as before";
        } else {
            text += about + durationText(std::abs(more)).message + (more < 0 ? " less" : " longer");
        }
    }
    if (price.searchIsUnchanged) {
        text += phrase("; a GA of {} (trial|trials) takes as long as before", groupedNumber(price.kSearchTrials)).message;
    } else if (price.trialsForFullGrid() > 0) {
        text +=
            phrase("; {} (trial is|trials are) enough to visit every config", groupedNumber(price.trialsForFullGrid())).message;
    } else {
        text += phrase("; {} (trial|trials) {} visit every config", groupedNumber(price.kSearchTrials),
                       price.isPartial() ? "cannot" : "may not")
                    .message;
    }
    return text;
}

} // namespace knobscope::cli
