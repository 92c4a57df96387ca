// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// A list of edits grouped by what they change, so that an editor can revert or replace one. list() gives an equivalent space:
/// edits of knobs first, then constraints, without edits that have no effect.
class EditSet
{
public:
    /// Edits of one knob. A policy, max_factor or filter enumerates the candidates again, so they come first.
    struct KnobEdits {
        std::string knob;
        std::map<SpaceEdit::Kind, SpaceEdit> definition; ///< Policy, MaxFactor and Filter
        std::vector<SpaceEdit> candidates;               ///< Fix, Add and Remove, in order
        bool isEmpty() const { return definition.empty() && candidates.empty(); }
        friend bool operator==(const KnobEdits&, const KnobEdits&) = default;
    };

    EditSet() = default;
    explicit EditSet(std::span<const SpaceEdit> edits);
    std::vector<SpaceEdit> list() const;

    /// Null if the knob has no edits.
    const KnobEdits* find(std::string_view knob) const;
    /// The knob with its policy, max_factor and filter applied, but not the edits of candidates.
    Result<Knob> definedKnob(const Knob& templateKnob) const;

    /// Ticks a candidate: reverts its removal, or adds it. Does nothing if it is present.
    void keep(const Knob& templateKnob, const KnobValue& value);
    /// Unticks a candidate: reverts its addition, or removes it.
    void drop(const Knob& templateKnob, const KnobValue& value);
    /// Keeps only this value.
    void fix(const std::string& knob, const KnobValue& value);
    /// Sets or, with null, reverts a Policy, MaxFactor or Filter (SpaceEdit::value). Drops candidate edits that no longer apply.
    void define(const Knob& templateKnob, SpaceEdit::Kind kind, const nlohmann::json& value);
    /// Removes all edits of the knob.
    void reset(std::string_view knob);

    std::vector<std::string>& constraints() { return m_constraints; }
    const std::vector<std::string>& constraints() const { return m_constraints; }

    friend bool operator==(const EditSet&, const EditSet&) = default;

private:
    KnobEdits& findOrAdd(const std::string& knob);
    void prune(const Knob& templateKnob);
    std::vector<KnobEdits> m_knobs;
    std::vector<std::string> m_constraints;
};

/// A candidate in an editor.
struct Candidate {
    enum class State : uint8_t { Kept, Removed, Added };
    KnobValue value;
    State state = State::Kept;
};

/// A knob's candidates, including removed ones in their places and added ones at the end: at most `first` of the former, all of
/// the latter; `total` receives their number.
std::vector<Candidate> candidatesOf(const Knob& definedKnob, const EditSet::KnobEdits* edits, int64_t first,
                                    int64_t* total = nullptr);

} // namespace knobscope
