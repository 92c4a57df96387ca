// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QString>

#include <array>
#include <cstdint>

namespace knobscope {

/// How a trial ended, as the chart tells it by shape. Success comes first.
enum class Outcome : uint8_t { Success, Invalid, Build, Run, WrongAnswer, Timeout };

inline constexpr std::array allOutcomes{Outcome::Success, Outcome::Invalid,     Outcome::Build,
                                        Outcome::Run,     Outcome::WrongAnswer, Outcome::Timeout};

/// Of AutoTVM's MeasureErrorNo; numbers it does not have count as failed runs.
Outcome outcomeOf(int errorNo);
/// "did not build", for legends and readouts.
QString outcomeText(Outcome outcome);
/// The marker around (0, 0), `size` wide, in logical pixels.
QPainterPath outcomeMarker(Outcome outcome, double size);

} // namespace knobscope
