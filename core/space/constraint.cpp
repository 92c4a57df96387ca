// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/constraint.h"

namespace knobscope {

namespace {

std::optional<int64_t> splitNumber(const SplitEntity& split, const SplitKnob& knob, int64_t position)
{
    const auto size = elementAt(split.sizes, position);
    if (size != -1) {
        return size;
    }
    int64_t inside = 1;
    for (const int64_t s : split.sizes) {
        if (s != -1 && __builtin_mul_overflow(inside, s, &inside)) {
            return std::nullopt;
        }
    }
    return inside < 1 ? std::nullopt : std::optional((knob.extent - 1) / inside + 1);
}

} // namespace

std::optional<int64_t> numberIn(const KnobValue& value, const KnobDefinition& definition, std::optional<int64_t> position)
{
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        const auto* knob = std::get_if<SplitKnob>(&definition);
        return knob && position ? splitNumber(*split, *knob, *position) : std::nullopt;
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        return position ? elementAt(reorder->order, *position) : std::nullopt;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return position && annotate->isAnchors ? elementAt(annotate->anchors, *position) : std::nullopt;
    }
    const OtherValue& other = std::get<OtherEntity>(value).value;
    if (const auto* number = std::get_if<int64_t>(&other)) {
        return *number;
    }
    const auto* truth = std::get_if<bool>(&other);
    return truth ? std::optional<int64_t>(*truth ? 1 : 0) : std::nullopt;
}

std::optional<int64_t> Constraint::number(const KnobValue& value, const KnobDefinition& definition,
                                          std::optional<int64_t> position) const
{
    const auto* split = std::get_if<SplitEntity>(&value);
    return split && m_sizes == Sizes::Literal ? elementAt(split->sizes, position.value_or(0))
                                              : numberIn(value, definition, position);
}

} // namespace knobscope
