// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QString>

#include <array>
#include <cstdint>

namespace knobscope {

struct Theme;

/// Kinds of results of a trial; each has its own marker. Success comes first.
enum class Outcome : uint8_t { Success, Invalid, Build, Run, WrongAnswer, Timeout };

inline constexpr std::array kAllOutcomes{Outcome::Success, Outcome::Invalid,     Outcome::Build,
                                         Outcome::Run,     Outcome::WrongAnswer, Outcome::Timeout};

/// Maps AutoTVM's MeasureErrorNo; unknown numbers count as failed runs.
Outcome outcomeOf(int errorNo);
/// Name of an error number within a sentence: "build timed out". The core's sentences use the same names.
QString outcomeName(int errorNo);
/// The same as a cell of a table: "Build timed out".
QString outcomeTitle(int errorNo);
/// Name of a kind, for legends: "timed out".
QString outcomeShortName(Outcome outcome);
/// Colour of texts about an outcome; null for success, which has the palette's.
QColor Theme::* outcomeColour(Outcome outcome);
/// Marker centred at (0, 0), `size` wide, in logical pixels.
QPainterPath outcomeMarker(Outcome outcome, double size);

} // namespace knobscope
