// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/constraint.h"

#include <cstdint>
#include <mutex>
#include <unordered_set>

namespace knobscope {

/// Number of points that meet the constraints: exact, or a range estimated from a sample (99 % confidence).
struct SpaceCount {
    int64_t low = 0;
    int64_t high = 0;
    bool exact = true;
    friend bool operator==(const SpaceCount&, const SpaceCount&) = default;
};

/// An ordered list of knobs; points are numbered in mixed radix, the first knob being the least significant digit. A copyable
/// value. Constraints leave holes in the numbering (AutoTVM's multi_filter).
class ConfigSpace
{
public:
    /// Adds a knob; a repeated name replaces the knob in its place. Rejects an empty knob and a product above 2^62.
    Result<void> define(Knob knob);
    /// Adds a condition; rejects one that names no knob of this space or leaves no point.
    Result<void> constrain(Constraint constraint);
    /// Keeps only these points: for a space that another program enumerated without stating its rules. Rejects numbers out of
    /// range, an empty set, and a space that already has constraints or a list. No knob can be defined afterwards.
    Result<void> keepOnly(std::unordered_set<int64_t> points);

    const std::vector<Knob>& knobs() const { return m_knobs; }
    const Knob* find(std::string_view name) const;
    const std::vector<Constraint>& constraints() const { return m_constraints; }
    /// The points passed to keepOnly(); null: all.
    const std::unordered_set<int64_t>* listed() const { return m_listed.get(); }

    /// Product of the knobs' sizes, 1 without knobs: the numbers are 0 … rangeLength() - 1.
    int64_t rangeLength() const { return m_rangeLength; }
    /// Number of points that meet the constraints. Counted on the first call (up to half a second if constraints couple many
    /// values; see counting.h) and cached for all copies; thread-safe.
    SpaceCount validCount() const;
    /// Whether any point meets the constraints; fast unless almost none does.
    bool hasValidPoint() const;

    /// The point with this number. The error for an invalid number tells whether it is out of range or violates a constraint.
    Result<ConfigEntity> at(int64_t index) const;
    /// The number of a point that gives every knob of this space one of its candidates.
    Result<int64_t> indexOf(const ConfigEntity& entity) const;
    bool isValid(int64_t index) const;
    std::vector<int64_t> digits(int64_t index) const;
    int64_t indexOfDigits(std::span<const int64_t> digits) const;
    /// All valid points that differ in one knob.
    std::vector<int64_t> neighbours(int64_t index) const;
    /// The first constraint that a point in range violates, as text; empty if it is valid.
    std::string violatedConstraint(int64_t index) const;

    /// AutoTVM's printed form.
    std::string text() const;

private:
    bool holds(const Constraint& constraint, std::span<const int64_t> digits) const;
    struct Counted {
        std::once_flag once;
        SpaceCount count;
    };

    std::vector<Knob> m_knobs;
    std::vector<Constraint> m_constraints;
    int64_t m_rangeLength = 1;
    std::shared_ptr<const std::unordered_set<int64_t>> m_listed; ///< null: all
    std::shared_ptr<Counted> m_counted; ///< null without constraints
};

} // namespace knobscope
