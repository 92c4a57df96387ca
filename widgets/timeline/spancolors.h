// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace knobscope {

/// The colour of spans of a name, the same in every picture; of a colour-blind-safe palette (Tol, "muted" and "light").
/// The stages of a trial all differ.
QColor spanColor(const QString& name, bool dark);
/// Black or white, whichever reads better on it.
QColor textOn(const QColor& background);

} // namespace knobscope
