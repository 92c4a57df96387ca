// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"
#include "core/study/failuregroups.h"

namespace knobscope {

namespace {

/// Whole percent, but 100 % only for all and 0 % only for none.
std::string percentText(double share)
{
    const double percent = 100 * share;
    const bool isNearEnd = (percent > 0 && percent < 1) || (percent > 99 && percent < 100);
    return fmt::format("{:.{}f}", percent, isNearEnd ? 1 : 0);
}

Sentence placeSentence(const KnobCondition& condition)
{
    const std::string& knob = condition.knob;
    return !condition.position                        ? Sentence(knob)
         : *condition.position == 0                   ? phrase("{} outer", knob)
         : *condition.position == condition.parts - 1 ? phrase("{} inner", knob)
                                                      : phrase("{} part {}", knob, *condition.position + 1);
}

} // namespace

Sentence conditionSentence(const KnobCondition& condition)
{
    const Sentence place = placeSentence(condition);
    const std::string value = condition.number ? groupedNumber(*condition.number) : filterValueText(condition.value);
    switch (condition.relation) {
    case KnobCondition::Relation::AtLeast: return phrase("{} ≥ {}", place, value);
    case KnobCondition::Relation::AtMost: return phrase("{} ≤ {}", place, value);
    case KnobCondition::Relation::Equal: break;
    }
    return phrase("{} = {}", place, value);
}

Sentence briefExplanation(const FailureGroup& group)
{
    return group.explanation ? phrase("{} ({} %, others {} %)", conditionSentence(group.explanation->condition),
                                      percentText(group.explanation->groupShare()), percentText(group.explanation->othersShare()))
                             : phrase("no single knob");
}

Sentence explanationSentence(const FailureGroup& group)
{
    return group.explanation
             ? phrase("{} % of these trials have {}, compared with {} % of the others.",
                      percentText(group.explanation->groupShare()), conditionSentence(group.explanation->condition),
                      percentText(group.explanation->othersShare()))
             : phrase("No single knob distinguishes these trials from the others.");
}

} // namespace knobscope
