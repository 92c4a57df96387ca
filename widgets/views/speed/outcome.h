// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QString>

#include <array>
#include <cstdint>

namespace knobscope {

/// Result of a trial, shown in the chart by the marker's shape. Success comes first.
enum class Outcome : uint8_t { Success, Invalid, Build, Run, WrongAnswer, Timeout };

inline constexpr std::array kAllOutcomes{Outcome::Success, Outcome::Invalid,     Outcome::Build,
                                         Outcome::Run,     Outcome::WrongAnswer, Outcome::Timeout};

/// Maps AutoTVM's MeasureErrorNo; unknown numbers count as failed runs.
Outcome outcomeOf(int errorNo);
/// Text for legends and readouts, such as "build failed".
QString outcomeText(Outcome outcome);
/// Marker centred at (0, 0), `size` wide, in logical pixels.
QPainterPath outcomeMarker(Outcome outcome, double size);

} // namespace knobscope
