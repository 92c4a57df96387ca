// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace knobscope {

/// Colour of the n-th series: shades of Okabe and Ito's, and others that colour-blind eyes tell apart; repeats after eight.
QColor seriesColour(const QPalette& palette, size_t n);
/// A perceptual, colour-blind-safe ramp (viridis, van der Walt and Smith 2015) for 0 to 1, without the end that the window's
/// background swallows. More contrast with the background means more.
QColor rampColour(const QPalette& palette, double share);
/// How well one colour is read on another, 1 to 21 (WCAG 2.2's contrast ratio; text wants at least 4.5).
double contrastOf(const QColor& one, const QColor& other);
/// Black or white, whichever is read better on a colour; one of them always has a contrast of 4.58.
QColor textOn(const QColor& colour);

} // namespace knobscope
