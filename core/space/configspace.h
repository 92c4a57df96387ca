// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/constraint.h"

#include <cstdint>
#include <mutex>
#include <unordered_set>

namespace knobscope {

/// How many points meet the constraints: exactly, or between two numbers that a sample supports (99 % confidence).
struct SpaceCount {
    int64_t low = 0;
    int64_t high = 0;
    bool exact = true;
    friend bool operator==(const SpaceCount&, const SpaceCount&) = default;
};

/// An ordered list of knobs; its points are numbered by mixed radix, the first knob the least significant digit. A copyable
/// value. Constraints leave holes in the numbering (AutoTVM's multi_filter).
class ConfigSpace
{
public:
    /// A name defined twice replaces the knob but keeps its place. Refuses an empty knob and a product beyond 2^62.
    Result<void> define(Knob knob);
    /// Adds a condition; refuses one that names no knob of this space, or leaves no point at all.
    Result<void> constrain(Constraint constraint);
    /// Only these points are left, of a space that another program listed without saying its rules. Refuses numbers out of range,
    /// none at all, and a space that has constraints or a list already; a knob defined later is refused too.
    Result<void> keepOnly(std::unordered_set<int64_t> points);

    const std::vector<Knob>& knobs() const { return m_knobs; }
    const Knob* find(std::string_view name) const;
    const std::vector<Constraint>& constraints() const { return m_constraints; }
    /// What keepOnly() left; null: all.
    const std::unordered_set<int64_t>* listed() const { return m_listed.get(); }

    /// Product of the knobs' sizes, 1 for no knobs: the numbers 0 … rangeLength() - 1.
    int64_t rangeLength() const { return m_rangeLength; }
    /// The points among them that meet the constraints. Counted on the first call (up to half a second where constraints tie
    /// many values together; see counting.h) and remembered by all copies; safe from any thread.
    SpaceCount validCount() const;
    /// Whether any point meets the constraints; quick unless nearly none does.
    bool hasValidPoint() const;

    /// The point of a number. Out of range, or left out by a constraint: an error that says which.
    Result<ConfigEntity> at(int64_t index) const;
    /// The number of a point that names every knob of this space with one of its candidates.
    Result<int64_t> indexOf(const ConfigEntity& entity) const;
    bool isValid(int64_t index) const;
    std::vector<int64_t> digits(int64_t index) const;
    int64_t indexOfDigits(std::span<const int64_t> digits) const;
    /// All valid points that differ in one knob.
    std::vector<int64_t> neighbours(int64_t index) const;
    /// The first constraint that a point in range breaks, as text; empty when it is valid.
    std::string brokenConstraint(int64_t index) const;

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
