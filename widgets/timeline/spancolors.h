// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/colours.h"

#include <QColor>

namespace knobscope {

/// The colour of spans of a name, the same in every picture; of a colour-blind-safe palette (Tol, "muted" and "light").
/// The stages of a trial all differ.
QColor spanColor(const QString& name, bool dark);

} // namespace knobscope
