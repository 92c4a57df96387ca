// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// A list of edits sorted by what they change, so that an editor can take one back or replace it. list() gives an equal space
/// with the knobs' edits before the constraints, each that has no effect left out.
class EditSet
{
public:
    /// What is changed of one knob. A policy, max_factor or filter lists the candidates anew, so they come first.
    struct OfKnob {
        std::string knob;
        std::map<SpaceEdit::Kind, SpaceEdit> definition; ///< Policy, MaxFactor and Filter
        std::vector<SpaceEdit> candidates;               ///< Fix, Add and Remove, in order
        bool isEmpty() const { return definition.empty() && candidates.empty(); }
        friend bool operator==(const OfKnob&, const OfKnob&) = default;
    };

    EditSet() = default;
    explicit EditSet(std::span<const SpaceEdit> edits);
    std::vector<SpaceEdit> list() const;

    /// Null when nothing is changed of the knob.
    const OfKnob* of(std::string_view knob) const;
    /// The knob as its policy, max_factor and filter make it, before candidates are ticked or added.
    Result<Knob> definedKnob(const Knob& templateKnob) const;

    /// Ticks a candidate: takes its removal back, or adds it. Nothing happens when it is there.
    void keep(const Knob& templateKnob, const KnobValue& value);
    /// Unticks a candidate: takes its addition back, or removes it.
    void drop(const Knob& templateKnob, const KnobValue& value);
    /// Only this value.
    void fix(const std::string& knob, const KnobValue& value);
    /// Sets or, with null, takes back a Policy, MaxFactor or Filter (SpaceEdit::value). Ticks that mean nothing any more are left
    /// out.
    void define(const Knob& templateKnob, SpaceEdit::Kind kind, const nlohmann::json& value);
    /// Back to the template.
    void reset(std::string_view knob);

    std::vector<std::string>& constraints() { return m_constraints; }
    const std::vector<std::string>& constraints() const { return m_constraints; }

    friend bool operator==(const EditSet&, const EditSet&) = default;

private:
    OfKnob& ofKnob(const std::string& knob);
    void prune(const Knob& templateKnob);
    std::vector<OfKnob> m_knobs;
    std::vector<std::string> m_constraints;
};

/// A candidate as an editor shows it.
struct Candidate {
    enum class State : uint8_t { Kept, Removed, Added };
    KnobValue value;
    State state = State::Kept;
};

/// A knob's candidates with those that were removed in their places and those that were added at the end. `first` at most of
/// the former, all of the latter; `total` gets how many there are.
std::vector<Candidate> candidatesOf(const Knob& definedKnob, const EditSet::OfKnob* edits, int64_t first,
                                    int64_t* total = nullptr);

} // namespace knobscope
