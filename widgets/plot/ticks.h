// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A labelled place on an axis.
struct Tick {
    double place = 0; ///< in the plane: log10 of the value on a logarithmic axis
    QString label;
};

enum class TickKind : uint8_t { Number, WholeNumber, Duration, Logarithm };

/// Round values within [low, high], about `wanted` of them, at least one where there is one. A logarithmic axis gets powers of
/// ten and, where there is room, 1-2-5 or finer between them. Labels follow the locale; durations are seconds ("1:30",
/// "2:05:00").
std::vector<Tick> ticksFor(TickKind kind, double low, double high, int wanted);

/// The next 1, 2, 2.5 or 5 times a power of ten that is not below `value`.
double niceCeiling(double value);

} // namespace knobscope
