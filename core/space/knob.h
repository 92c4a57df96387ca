// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/entity.h"
#include "core/space/splitfilter.h"

#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// AutoTVM's define_split (autotvm: SplitSpace).
struct SplitKnob {
    enum class Policy : uint8_t { Factors, Power2, Verbose, Candidate };
    int64_t extent = 0;
    int64_t outputs = 0;
    Policy policy = Policy::Factors;
    std::optional<int64_t> maxFactor;      ///< limits each factor except the outermost one
    std::optional<bool> noTail;            ///< nullopt: true for Factors, false for Power2 and Verbose
    std::optional<SplitFilter> filter;
    std::vector<std::vector<int64_t>> candidates; ///< Policy::Candidate only
};
/// AutoTVM's define_reorder with its policy "candidate".
struct ReorderKnob {
    int64_t axes = 0;
    std::vector<std::vector<int64_t>> candidates;
};
/// AutoTVM's define_annotate.
struct AnnotateKnob {
    int64_t axes = 0;
    std::string policy; ///< annotations joined by '_'
};
/// AutoTVM's define_knob.
struct OtherKnob {
    std::vector<OtherValue> candidates;
    bool isLater = false; ///< added to a template that already has records: a config without it uses the first candidate
};
using KnobDefinition = std::variant<SplitKnob, ReorderKnob, AnnotateKnob, OtherKnob>;

/// The name of a knob in configs and records, and for people what it splits or controls: "tile_ic", "input channels".
struct KnobName {
    KnobName(std::string text = {}, Sentence meant = {})
        : name(std::move(text))
        , meaning(std::move(meant))
    {
    }
    KnobName(const char* text, Sentence meant = {})
        : KnobName(std::string(text), std::move(meant))
    {
    }

    std::string name;
    Sentence meaning; ///< empty: not stated
};

/// A tunable with its candidates in AutoTVM's order. Cheap to copy: copies share the candidates.
class Knob
{
public:
    /// Enumerates the candidates. Rejects an extent below 1, an unknown policy, and more than kMaxCandidates values. An empty
    /// list is allowed (AutoTVM registers such knobs too); ConfigSpace::define rejects it.
    static Result<Knob> make(KnobName name, KnobDefinition definition);
    static constexpr int64_t kMaxCandidates = 4'000'000;

    const std::string& name() const { return m_name.name; }
    const Sentence& meaning() const { return m_name.meaning; }
    const KnobDefinition& definition() const { return m_definition; }
    int64_t size() const { return static_cast<int64_t>(m_candidates->size()); }
    const KnobValue& at(int64_t digit) const { return (*m_candidates)[static_cast<size_t>(digit)]; }
    std::span<const KnobValue> candidates() const { return *m_candidates; }
    /// The digit of a value. For a split, the first size may be -1 or the quotient.
    std::optional<int64_t> indexOf(const KnobValue& value) const;
    /// AutoTVM's text form: "Split(policy=factors, product=64, num_outputs=2) len=7".
    std::string text() const;
    /// "split", "reorder", "annotate" or "other".
    const char* kind() const;
    /// The policy's name; empty for other.
    std::string policy() const;

    /// The same knob with other candidates (edits); its definition stays that of the template.
    Knob withCandidates(std::vector<KnobValue> candidates) const;

private:
    KnobName m_name;
    KnobDefinition m_definition;
    std::shared_ptr<const std::vector<KnobValue>> m_candidates;
};

/// Whether two values are equal; for splits also if one writes the outermost size as -1 and the other as the number.
bool isEquivalent(const KnobValue& a, const KnobValue& b);

/// "factors", "power2", "verbose", "candidate".
std::string_view policyName(SplitKnob::Policy policy);
std::optional<SplitKnob::Policy> splitPolicy(std::string_view name);

} // namespace knobscope
