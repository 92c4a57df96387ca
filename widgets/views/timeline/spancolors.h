// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/colours.h"

#include <QColor>

namespace knobscope {

/// Colour for spans of a name, the same in every picture, from a colour-blind-safe palette (Tol, "muted" and "light"). The stages
/// of a trial all have different colours.
QColor spanColor(const QString& name, bool dark);

} // namespace knobscope
