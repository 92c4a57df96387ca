// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/price.h"

#include "core/base/numbertext.h"

#include <cmath>

namespace knobscope {

namespace {

std::string signedText(int64_t number)
{
    return (number < 0 ? "-" : "+") + groupedNumber(std::abs(number));
}

Sentence changeSentence(const SpacePrice& price, bool isEdited)
{
    if (!isEdited) {
        return phrase("The space of the template");
    }
    if (price.moreLow != price.moreHigh) {
        return phrase("between {} and {} configs (estimated)", signedText(price.moreLow), signedText(price.moreHigh));
    }
    return price.moreLow == 0 ? phrase("Same number of configs") : phrase("{} (config|configs)", signedText(price.moreLow));
}

Sentence gridSentence(const SpacePrice& price, bool isEdited)
{
    const std::string rate = fmt::format("{:.{}g}", price.rate->trialsPerSecond, price.rate->isGuessed ? 2 : 3);
    if (price.rate->isGuessed) {
        return phrase("not measured here yet: at an estimated {} trials/s, a full grid takes about {}", rate,
                      durationText(price.gridSeconds));
    }
    if (!isEdited || (price.moreLow == 0 && price.moreHigh == 0)) {
        return phrase("at the {} trials/s measured here, a full grid takes {}", rate, durationText(price.gridSeconds));
    }
    const Sentence more = durationText(std::abs(price.gridSecondsMore));
    const bool isLess = price.gridSecondsMore < 0;
    if (price.moreLow == price.moreHigh) {
        return isLess ? phrase("at the {} trials/s measured here, a full grid takes {} less", rate, more)
                      : phrase("at the {} trials/s measured here, a full grid takes {} longer", rate, more);
    }
    return isLess ? phrase("at the {} trials/s measured here, a full grid takes about {} less", rate, more)
                  : phrase("at the {} trials/s measured here, a full grid takes about {} longer", rate, more);
}

Sentence timeSentence(const SpacePrice& price, bool isEdited)
{
    return price.rate ? gridSentence(price, isEdited) : phrase("the time is unknown because no run has measured a rate here yet");
}

/// Whether a search visits every config; empty if the template's price is unknown.
Sentence searchSentence(const SpacePrice& price, bool isEdited)
{
    const std::string search = groupedNumber(price.kSearchTrials);
    if (price.trialsForFullGrid() > 0) {
        return phrase("{} (trial is|trials are) enough to visit every config", groupedNumber(price.trialsForFullGrid()));
    }
    if (price.searchIsUnchanged) {
        return isEdited ? phrase("a GA of {} (trial|trials) takes as long as before", search) : Sentence();
    }
    return price.isPartial() ? phrase("{} (trial|trials) cannot visit every config", search)
                             : phrase("{} (trial|trials) may not visit every config", search);
}

Sentence countSentence(const SpaceCount& count)
{
    return count.exact ? Sentence(groupedNumber(count.low))
                       : phrase("{} to {} (estimated)", groupedNumber(count.low), groupedNumber(count.high));
}

Sentence configsSentence(const SpaceCount& count)
{
    return count.exact ? phrase("{} (config|configs)", groupedNumber(count.low))
                       : phrase("{} to {} configs (estimated)", groupedNumber(count.low), groupedNumber(count.high));
}

} // namespace

Sentence priceSentence(const SpacePrice& price, bool isEdited)
{
    return joined(joined(changeSentence(price, isEdited), timeSentence(price, isEdited)), searchSentence(price, isEdited));
}

Sentence costSentence(const SpacePrice& price, bool isEdited)
{
    if (isEdited) {
        return priceSentence(price, isEdited);
    }
    const Sentence time = timeSentence(price, isEdited);
    return price.trialsForFullGrid() > 0 ? time : joined(time, searchSentence(price, isEdited));
}

Sentence sizeSentence(const SpacePrice& price, bool isEdited)
{
    const Sentence configs = configsSentence(price.after);
    return isEdited ? phrase("{}, {} in the template (×{:.4g})", configs, countSentence(price.before), price.factor) : configs;
}

Sentence rateSourceSentence(const std::optional<MeasuredRate>& rate, const std::string& when)
{
    if (!rate || rate->isGuessed) {
        return {};
    }
    const Sentence run = phrase("run {} of {} ({}, {} (trial|trials)), {}", rate->run, rate->label, rate->tuner,
                                groupedNumber(rate->trials), when);
    return rate->sameTask
             ? phrase("{:.3g} trials/s: {}", rate->trialsPerSecond, run)
             : phrase("{:.3g} trials/s: {}, of a similar task; this task has no finished run yet", rate->trialsPerSecond, run);
}

} // namespace knobscope
