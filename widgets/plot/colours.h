// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>
#include <QVariant>

namespace knobscope {

/// Colour of the n-th series: shades of the Okabe-Ito palette and other colour-blind-safe colours; repeats after kSeriesColours.
QColor seriesColour(const QPalette& palette, size_t n);
inline constexpr size_t kSeriesColours = 12;
/// Whether the n-th series shares its colour with an earlier one, and so has a dashed line and hollow marks.
constexpr bool isSeriesDashed(size_t n)
{
    return n / kSeriesColours % 2 == 1;
}
/// The mark of the n-th series next to its name: a colour, or an icon of a frame if the series is dashed.
QVariant seriesSwatch(const QPalette& palette, size_t n);
/// A perceptual, colour-blind-safe ramp (viridis, van der Walt and Smith 2015) for 0 to 1, without the end that is close to the
/// window's background. Darker means more, in light and in dark windows.
QColor rampColour(const QPalette& palette, double share);
/// Colour for spans of a name, the same in every picture, from a colour-blind-safe palette (Tol, "muted" and "light"). The stages
/// of a trial all have different colours.
QColor spanColor(const QString& name, bool dark);
/// Contrast ratio of two colours, 1 to 21 (WCAG 2.2; text needs at least 4.5).
double contrastOf(const QColor& one, const QColor& other);
/// Black or white, whichever has more contrast with a colour; one of them always has at least 4.58.
QColor textOn(const QColor& colour);

} // namespace knobscope
