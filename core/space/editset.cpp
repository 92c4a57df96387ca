// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/editset.h"

#include <algorithm>

namespace knobscope {

namespace {

using EditKind = SpaceEdit::Kind;

/// Effect of the last edit that concerns a value: kept, removed, or nullopt (as defined by the knob).
struct Verdict {
    std::optional<bool> isKept;
    std::optional<size_t> at; ///< index of that edit
};

Verdict verdictOn(const Knob& knob, const std::vector<SpaceEdit>& candidates, const KnobValue& value)
{
    Verdict verdict;
    for (size_t i = 0; i < candidates.size(); ++i) {
        const auto own = parseCandidate(knob, candidates[i].value);
        const bool same = own && isEquivalent(*own, value);
        if (candidates[i].kind == EditKind::Fix || same) {
            verdict = {same && candidates[i].kind != EditKind::Remove, i};
        }
    }
    return verdict;
}

} // namespace

EditSet::EditSet(std::span<const SpaceEdit> edits)
{
    for (const SpaceEdit& edit : edits) {
        if (edit.kind == EditKind::Constrain) {
            m_constraints.push_back(edit.value.get<std::string>());
            continue;
        }
        KnobEdits& own = findOrAdd(edit.knob);
        if (!edit.isCandidateEdit() || edit.kind == EditKind::Fix) {
            own.candidates.clear();
        }
        if (!edit.isCandidateEdit()) {
            own.definition.insert_or_assign(edit.kind, edit);
        } else if (edit.kind == EditKind::Remove && !own.candidates.empty()
                   && own.candidates.back() == SpaceEdit{EditKind::Add, edit.knob, edit.value}) {
            own.candidates.pop_back(); // reverts an addition
        } else {
            own.candidates.push_back(edit);
        }
    }
    std::erase_if(m_knobs, [](const KnobEdits& own) { return own.isEmpty(); });
}

std::vector<SpaceEdit> EditSet::list() const
{
    std::vector<SpaceEdit> edits;
    for (const KnobEdits& own : m_knobs) {
        for (const auto& [kind, edit] : own.definition) {
            edits.push_back(edit);
        }
        edits.insert(edits.end(), own.candidates.begin(), own.candidates.end());
    }
    for (const std::string& text : m_constraints) {
        edits.push_back({EditKind::Constrain, {}, text});
    }
    return edits;
}

const EditSet::KnobEdits* EditSet::find(std::string_view knob) const
{
    const auto found = std::find_if(m_knobs.begin(), m_knobs.end(), [&](const KnobEdits& own) { return own.knob == knob; });
    return found == m_knobs.end() || found->isEmpty() ? nullptr : &*found;
}

EditSet::KnobEdits& EditSet::findOrAdd(const std::string& knob)
{
    const auto found = std::find_if(m_knobs.begin(), m_knobs.end(), [&](const KnobEdits& own) { return own.knob == knob; });
    if (found != m_knobs.end()) {
        return *found;
    }
    m_knobs.push_back({knob, {}, {}});
    return m_knobs.back();
}

Result<Knob> EditSet::definedKnob(const Knob& templateKnob) const
{
    Knob knob = templateKnob;
    if (const KnobEdits* own = find(templateKnob.name())) {
        for (const auto& [kind, edit] : own->definition) {
            knob = TRY(applyEdit(knob, edit));
        }
    }
    return knob;
}

void EditSet::keep(const Knob& templateKnob, const KnobValue& value)
{
    KnobEdits& own = findOrAdd(templateKnob.name());
    const Verdict verdict = verdictOn(templateKnob, own.candidates, value);
    if (verdict.isKept.value_or(false)) {
        return;
    }
    if (verdict.at && own.candidates[*verdict.at].kind == EditKind::Remove) {
        own.candidates.erase(own.candidates.begin() + static_cast<std::ptrdiff_t>(*verdict.at));
        return;
    }
    const auto defined = definedKnob(templateKnob);
    if (!verdict.at && defined && defined->indexOf(value)) {
        return;
    }
    own.candidates.push_back({EditKind::Add, templateKnob.name(), valueToJson(value)});
}

void EditSet::drop(const Knob& templateKnob, const KnobValue& value)
{
    KnobEdits& own = findOrAdd(templateKnob.name());
    const Verdict verdict = verdictOn(templateKnob, own.candidates, value);
    if (verdict.isKept && !*verdict.isKept) {
        return;
    }
    if (verdict.at && own.candidates[*verdict.at].kind == EditKind::Add) {
        own.candidates.erase(own.candidates.begin() + static_cast<std::ptrdiff_t>(*verdict.at));
        return;
    }
    own.candidates.push_back({EditKind::Remove, templateKnob.name(), valueToJson(value)});
}

void EditSet::fix(const std::string& knob, const KnobValue& value)
{
    findOrAdd(knob).candidates = {{EditKind::Fix, knob, valueToJson(value)}};
}

void EditSet::define(const Knob& templateKnob, EditKind kind, const nlohmann::json& value)
{
    auto& definition = findOrAdd(templateKnob.name()).definition;
    const bool isTemplates = kind == EditKind::Policy && value == templateKnob.policy();
    if (value.is_null() || isTemplates) {
        definition.erase(kind);
    } else {
        definition.insert_or_assign(kind, SpaceEdit{kind, templateKnob.name(), value});
    }
    prune(templateKnob);
}

void EditSet::reset(std::string_view knob)
{
    std::erase_if(m_knobs, [&](const KnobEdits& own) { return own.knob == knob; });
}

/// Removes candidate edits that no longer apply: the value is no longer listed, or is now listed without being added.
void EditSet::prune(const Knob& templateKnob)
{
    KnobEdits& own = findOrAdd(templateKnob.name());
    auto knob = definedKnob(templateKnob);
    if (!knob) {
        return; // applyEdits reports the error
    }
    std::vector<SpaceEdit> kept;
    for (const SpaceEdit& edit : own.candidates) {
        if (auto next = applyEdit(*knob, edit)) {
            knob = std::move(next);
            kept.push_back(edit);
        }
    }
    own.candidates = std::move(kept);
}

std::vector<Candidate> candidatesOf(const Knob& definedKnob, const EditSet::KnobEdits* edits, int64_t first, int64_t* total)
{
    bool keptByDefault = true;
    std::map<int64_t, bool> kept; // by digit, for digits with an edit
    std::vector<KnobValue> added;
    for (const SpaceEdit& change : edits ? edits->candidates : std::vector<SpaceEdit>{}) {
        const auto value = parseCandidate(definedKnob, change.value);
        if (!value) {
            continue; // applyEdits rejects it
        }
        if (change.kind == EditKind::Fix) {
            keptByDefault = false;
            kept.clear();
            added.clear();
        }
        if (const auto digit = definedKnob.indexOf(*value)) {
            kept[*digit] = change.kind != EditKind::Remove;
        } else if (change.kind == EditKind::Remove) {
            std::erase_if(added, [&](const KnobValue& other) { return isEquivalent(other, *value); });
        } else {
            added.push_back(*value);
        }
    }
    std::vector<Candidate> out;
    for (int64_t i = 0; i < std::min(first, definedKnob.size()); ++i) {
        const auto decision = kept.find(i);
        const bool isKept = decision == kept.end() ? keptByDefault : decision->second;
        out.push_back({definedKnob.at(i), isKept ? Candidate::State::Kept : Candidate::State::Removed});
    }
    for (KnobValue& value : added) {
        out.push_back({std::move(value), Candidate::State::Added});
    }
    if (total) {
        *total = definedKnob.size() + static_cast<int64_t>(added.size());
    }
    return out;
}

} // namespace knobscope
