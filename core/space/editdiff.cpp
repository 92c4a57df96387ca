// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/editdiff.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostTexts = 1000;

/// A text in which a split's outermost size, -1 or the quotient, reads the same.
std::string comparable(const KnobValue& value)
{
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        SplitEntity open = *split;
        if (!open.sizes.empty()) {
            open.sizes[0] = -1;
        }
        return valueText(open);
    }
    return valueText(value);
}

std::set<std::string> comparableTexts(const Knob& knob)
{
    std::set<std::string> texts;
    for (const KnobValue& value : knob.candidates()) {
        texts.insert(comparable(value));
    }
    return texts;
}

std::vector<std::string> missingIn(const std::set<std::string>& other, const Knob& knob)
{
    std::vector<std::string> out;
    for (const KnobValue& value : knob.candidates()) {
        if (out.size() < mostTexts && !other.contains(comparable(value))) {
            out.push_back(valueText(value));
        }
    }
    return out;
}

std::string definitionText(const Knob& knob)
{
    std::string text = knob.policy();
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition())) {
        text += split->maxFactor ? fmt::format(", max_factor {}", *split->maxFactor) : "";
        text += split->filter ? ", " + filterText(*split->filter) : "";
    }
    return text;
}

std::vector<std::string> constraintsMissingIn(const ConfigSpace& other, const ConfigSpace& space)
{
    std::vector<std::string> out;
    for (const Constraint& constraint : space.constraints()) {
        const bool isThere = std::any_of(other.constraints().begin(), other.constraints().end(),
                                         [&](const Constraint& c) { return c.text() == constraint.text(); });
        if (!isThere) {
            out.push_back(constraint.text());
        }
    }
    return out;
}

} // namespace

VariantDifference compareSpaces(const ConfigSpace& a, const ConfigSpace& b)
{
    VariantDifference out;
    for (const Knob& knob : a.knobs()) {
        const Knob* other = b.find(knob.name());
        if (!other) {
            continue; // two spaces of one template have the same knobs
        }
        KnobEditDifference difference{knob.name(),
                                      missingIn(comparableTexts(*other), knob),
                                      missingIn(comparableTexts(knob), *other),
                                      knob.size(),
                                      other->size(),
                                      definitionText(knob),
                                      definitionText(*other)};
        if (difference.policyA == difference.policyB) {
            difference.policyA.clear();
            difference.policyB.clear();
        }
        if (!difference.onlyInA.empty() || !difference.onlyInB.empty() || !difference.policyA.empty()
            || !difference.policyB.empty()) {
            out.knobs.push_back(std::move(difference));
        }
    }
    out.constraintsOnlyInA = constraintsMissingIn(b, a);
    out.constraintsOnlyInB = constraintsMissingIn(a, b);
    return out;
}

} // namespace knobscope
