// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/expression.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace knobscope {

/// Names that a lesson's conditions read: facts about the open project and the views, as whole numbers. Missing names are 0.
using LessonState = std::map<std::string, int64_t>;

/// Unit of a value of the state.
enum class StateUnit : uint8_t {
    Count,
    Flag,    ///< 0 or 1
    Times,   ///< hundredths: 235 is a speed-up of 2.35
    Percent, ///< of a peak
    Microseconds
};

/// A value that the window fills in.
struct StateName {
    std::string_view name; ///< "space_size"; a name that ends with '.' or '_' is the beginning of many: "edited.tile_ow"
    StateUnit unit;
    std::string_view meaning;
};

/// All values of a state.
std::span<const StateName> stateNames();
/// The entry of a name, also of one that belongs to a family; null: there is no such value.
const StateName* findStateName(std::string_view name);
/// A value for people, without its unit: "384,384", "2.35", "yes".
std::string stateText(std::string_view name, int64_t value);

/// Name of a term in a state: "knob.tile_x[1]".
std::string nameOfTerm(const ExpressionTerm& term);
/// Whether a condition holds; one that cannot be computed (a division by zero) does not.
bool holds(const Expression& condition, const LessonState& state);
/// Replaces each "{name}" by the value of that name; other braces stay.
std::string fillIn(std::string_view text, const LessonState& state);
/// Names in braces of a text, in order.
std::vector<std::string> namesIn(std::string_view text);

} // namespace knobscope
