// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/edit.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace knobscope {

namespace {

/// Only a number may be added to a knob of numbers, and so on, so that features and records keep their types.
bool sameKindAsOthers(const Knob& knob, const KnobValue& value)
{
    const auto* added = std::get_if<OtherEntity>(&value);
    if (!added || knob.size() == 0) {
        return true;
    }
    const auto* first = std::get_if<OtherEntity>(&knob.at(0));
    return first && first->value.index() == added->value.index();
}

/// Whether a value is negative although all candidates are counts (steps, bytes, bits).
bool isBelowCounts(const Knob& knob, const KnobValue& value)
{
    const auto number = [](const KnobValue& candidate) {
        const auto* other = std::get_if<OtherEntity>(&candidate);
        return other ? std::get_if<int64_t>(&other->value) : nullptr;
    };
    const auto isCount = [&](const KnobValue& candidate) { return number(candidate) && *number(candidate) >= 0; };
    return number(value) && *number(value) < 0 && std::all_of(knob.candidates().begin(), knob.candidates().end(), isCount);
}

Result<Knob> editedCandidates(const Knob& knob, const SpaceEdit& edit)
{
    const auto value = TRY(parseCandidate(knob, edit.value));
    if (isBelowCounts(knob, value)) {
        return fail(ErrorCode::InvalidArgument, "Knob {}: {} is below 0, but its candidates ({}) are counts", knob.name(),
                    valueText(value), knob.text());
    }
    const auto present = knob.indexOf(value);
    std::vector<KnobValue> candidates(knob.candidates().begin(), knob.candidates().end());
    if (edit.kind == SpaceEdit::Kind::Fix) {
        // A value that the template does not list is allowed, so that users can try it.
        return knob.withCandidates({present ? candidates[static_cast<size_t>(*present)] : value});
    }
    if (edit.kind == SpaceEdit::Kind::Add) {
        if (present) {
            return fail(ErrorCode::InvalidArgument, "Knob {} already has the candidate {}", knob.name(), valueText(value));
        }
        if (!sameKindAsOthers(knob, value)) {
            return fail(ErrorCode::InvalidArgument, "Knob {}: {} is not of the same kind as its candidates ({})", knob.name(),
                        valueText(value), knob.text());
        }
        candidates.push_back(value);
        return knob.withCandidates(std::move(candidates));
    }
    if (!present) {
        return fail(ErrorCode::NotFound, "Knob {} has no candidate {} to remove", knob.name(), valueText(value));
    }
    if (candidates.size() == 1) {
        return fail(ErrorCode::InvalidArgument, "{} is the last candidate of knob {}; without it the space would be empty",
                    valueText(value), knob.name());
    }
    candidates.erase(candidates.begin() + *present);
    return knob.withCandidates(std::move(candidates));
}

Result<Knob> editedDefinition(const Knob& knob, const SpaceEdit& edit)
{
    const auto* split = std::get_if<SplitKnob>(&knob.definition());
    if (!split) {
        return fail(ErrorCode::InvalidArgument, "Knob {} is not a split; policy, max_factor and filter apply to splits",
                    knob.name());
    }
    SplitKnob changed = *split;
    if (edit.kind == SpaceEdit::Kind::Policy) {
        const auto policy = splitPolicy(edit.value.get<std::string>());
        if (!policy || (*policy == SplitKnob::Policy::Candidate && split->candidates.empty())) {
            return fail(ErrorCode::InvalidArgument, "Knob {}: '{}' is not a policy; use factors, power2 or verbose", knob.name(),
                        edit.value.get<std::string>());
        }
        changed.policy = *policy;
        changed.noTail.reset();
    } else if (edit.kind == SpaceEdit::Kind::MaxFactor) {
        if (edit.value.get<int64_t>() < 1) {
            return fail(ErrorCode::InvalidArgument, "Knob {}: max_factor must be at least 1", knob.name());
        }
        changed.maxFactor = edit.value.get<int64_t>();
    } else {
        changed.filter = TRY(filterFromJson(edit.value));
    }
    return Knob::make({knob.name(), knob.meaning()}, std::move(changed));
}

Result<void> applyOne(ConfigSpace& space, const SpaceEdit& edit)
{
    if (edit.kind == SpaceEdit::Kind::Constrain) {
        auto condition = TRY(Expression::parse(edit.value.get<std::string>()));
        return space.constrain(Constraint(std::move(condition)));
    }
    const Knob* knob = space.find(edit.knob);
    if (!knob) {
        const std::string names = fmt::format("{}", fmt::join(space.knobs() | std::views::transform(&Knob::name), ", "));
        return fail(ErrorCode::NotFound, "This space has no knob '{}'; it has {}", edit.knob, names.empty() ? "none" : names);
    }
    auto changed = TRY(applyEdit(*knob, edit));
    return space.define(std::move(changed));
}

} // namespace

Result<KnobValue> parseCandidate(const Knob& knob, const nlohmann::json& json)
{
    const auto wrong = [&](const char* expected) {
        return fail(ErrorCode::InvalidArgument, "Knob {}: expected {}, not '{}'", knob.name(), expected, json.dump());
    };
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition())) {
        const auto isSize = [](const nlohmann::json& s) { return s.is_number_integer() && (s > 0 || s == -1); };
        if (!json.is_array() || static_cast<int64_t>(json.size()) != split->outputs
            || !std::all_of(json.begin(), json.end(), isSize)) {
            return wrong(fmt::format("a list of {} sizes (-1 first: the rest)", split->outputs).c_str());
        }
        auto sizes = json.get<std::vector<int64_t>>();
        int64_t inside = 1;
        for (size_t i = 1; i < sizes.size(); ++i) {
            if (sizes[i] < 1 || __builtin_mul_overflow(inside, sizes[i], &inside) || inside > split->extent) {
                return fail(ErrorCode::InvalidArgument, "Knob {}: the sizes of {} do not fit into {}", knob.name(), json.dump(),
                            split->extent);
            }
        }
        return SplitEntity{std::move(sizes)};
    }
    if (std::holds_alternative<OtherKnob>(knob.definition())) {
        auto other = otherFromJson(json);
        return other ? Result<KnobValue>(OtherEntity{std::move(*other)}) : wrong("a number, text or truth value");
    }
    const char* kind = std::holds_alternative<ReorderKnob>(knob.definition()) ? "re" : "an";
    auto entity = TRY(entityFromJson(nlohmann::json::array({nlohmann::json::array({knob.name(), kind, json})})));
    return entity.values.front().second;
}

Result<KnobValue> parseUserCandidate(const Knob& knob, const nlohmann::json& json)
{
    auto value = TRY(parseCandidate(knob, json));
    // AutoTVM derives the loops from the other sizes and ignores the first: a wrong one would be displayed without effect.
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition())) {
        const auto& sizes = std::get<SplitEntity>(value).sizes;
        int64_t rest = split->extent;
        for (size_t i = 1; i < sizes.size(); ++i) {
            rest = (rest - 1) / sizes[i] + 1;
        }
        if (sizes[0] != -1 && sizes[0] != rest && std::ranges::find(knob.candidates(), value) == knob.candidates().end()) {
            return fail(ErrorCode::InvalidArgument, "Knob {}: the first size of {} is the rest of {}, which is {}; write -1",
                        knob.name(), json.dump(), split->extent, rest);
        }
    }
    return value;
}

Result<void> checkUserEdits(const ConfigSpace& base, std::span<const SpaceEdit> edits)
{
    for (const SpaceEdit& edit : edits) {
        const Knob* knob = edit.isCandidateEdit() ? base.find(edit.knob) : nullptr;
        if (knob) {
            TRY(parseUserCandidate(*knob, edit.value));
        }
    }
    return {};
}

Result<Knob> applyEdit(const Knob& knob, const SpaceEdit& edit)
{
    auto changed = edit.isCandidateEdit() ? editedCandidates(knob, edit) : editedDefinition(knob, edit);
    if (changed && changed->size() == 0) {
        return fail(ErrorCode::InvalidArgument, "'{}' would leave knob {} without a candidate", editText(edit), edit.knob);
    }
    return changed;
}

Result<ConfigSpace> applyEdits(const ConfigSpace& base, std::span<const SpaceEdit> edits)
{
    ConfigSpace space = base;
    for (const SpaceEdit& edit : edits) {
        TRY(applyOne(space, edit));
        if (!space.hasValidPoint()) {
            return fail(ErrorCode::InvalidArgument, "'{}' would exclude all points of the space", editText(edit));
        }
    }
    return space;
}

} // namespace knobscope
