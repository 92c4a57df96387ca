// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/knob.h"

#include "core/space/candidates.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace knobscope {

namespace {

Result<std::vector<KnobValue>> candidatesOf(const KnobDefinition& definition)
{
    if (const auto* split = std::get_if<SplitKnob>(&definition)) {
        return splitCandidates(*split);
    }
    if (const auto* reorder = std::get_if<ReorderKnob>(&definition)) {
        return reorderCandidates(*reorder);
    }
    if (const auto* annotate = std::get_if<AnnotateKnob>(&definition)) {
        return annotateCandidates(*annotate);
    }
    std::vector<KnobValue> out;
    for (const OtherValue& value : std::get<OtherKnob>(definition).candidates) {
        out.emplace_back(OtherEntity{value});
    }
    return out;
}

/// Whether two splits are equal except that one may write the outermost size as -1 and the other as the number.
bool sameSplit(const SplitEntity& a, const SplitEntity& b)
{
    return a.sizes.size() == b.sizes.size() && !a.sizes.empty()
        && std::equal(a.sizes.begin() + 1, a.sizes.end(), b.sizes.begin() + 1)
        && (a.sizes[0] == b.sizes[0] || a.sizes[0] == -1 || b.sizes[0] == -1);
}

} // namespace

Result<Knob> Knob::make(KnobName name, KnobDefinition definition)
{
    auto candidates = candidatesOf(definition);
    if (!candidates) {
        return fail(candidates.error().code, "Knob {}: {}", name.name, candidates.error());
    }
    Knob knob;
    knob.m_name = std::move(name);
    knob.m_definition = std::move(definition);
    knob.m_candidates = std::make_shared<const std::vector<KnobValue>>(std::move(*candidates));
    return knob;
}

std::optional<int64_t> Knob::indexOf(const KnobValue& value) const
{
    const auto found = std::ranges::find_if(candidates(), [&](const KnobValue& own) { return isEquivalent(own, value); });
    return found == candidates().end() ? std::nullopt : std::optional(found - candidates().begin());
}

bool isEquivalent(const KnobValue& a, const KnobValue& b)
{
    const auto* first = std::get_if<SplitEntity>(&a);
    const auto* second = std::get_if<SplitEntity>(&b);
    return first && second ? sameSplit(*first, *second) : a == b;
}

std::string Knob::text() const
{
    if (const auto* split = std::get_if<SplitKnob>(&m_definition)) {
        return fmt::format("Split(policy={}, product={}, num_outputs={}) len={}", policyName(split->policy), split->extent,
                           split->outputs, size());
    }
    if (!std::holds_alternative<OtherKnob>(m_definition)) {
        const char* kind = std::holds_alternative<ReorderKnob>(m_definition) ? "Reorder" : "Annotate";
        return fmt::format("{}(policy={}) len={}", kind, policy(), size());
    }
    return fmt::format("OtherOption([{}]) len={}", fmt::join(candidates() | std::views::transform(valueText), ", "), size());
}

const char* Knob::kind() const
{
    constexpr const char* kinds[] = {"split", "reorder", "annotate", "other"};
    return kinds[m_definition.index()];
}

std::string Knob::policy() const
{
    if (const auto* split = std::get_if<SplitKnob>(&m_definition)) {
        return std::string(policyName(split->policy));
    }
    if (std::holds_alternative<ReorderKnob>(m_definition)) {
        return "candidate";
    }
    const auto* annotate = std::get_if<AnnotateKnob>(&m_definition);
    return annotate ? annotate->policy : std::string();
}

Knob Knob::withCandidates(std::vector<KnobValue> candidates) const
{
    Knob knob = *this;
    knob.m_candidates = std::make_shared<const std::vector<KnobValue>>(std::move(candidates));
    return knob;
}

} // namespace knobscope
