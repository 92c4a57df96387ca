// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

#include <cstdint>
#include <unordered_map>

namespace knobscope::ir {

/// Integers from min to max, inclusive. Arithmetic saturates at ±2^62 and so cannot overflow.
struct Interval {
    int64_t min = 0;
    int64_t max = 0;
    bool isPoint() const { return min == max; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// The ranges of variables. A variable that is not listed is unbounded.
class Ranges
{
public:
    void set(const Var& var, Interval range) { m_ranges[var.id()] = range; }
    void setExtent(const Var& var, int64_t extent) { set(var, {0, extent - 1}); }
    std::optional<Interval> find(const Var& var) const;

private:
    std::unordered_map<const void*, Interval> m_ranges;
};

/// An interval that contains every value of the integer expression; nullopt when it reads memory or an unknown variable.
std::optional<Interval> boundsOf(const Expr& e, const Ranges& ranges);

} // namespace knobscope::ir
