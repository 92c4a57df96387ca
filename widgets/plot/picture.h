// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QString>

class QWidget;

namespace knobscope {

/// Writes what a widget shows: *.svg as vectors where the widget paints vectors, anything else as a PNG at twice the size.
Result<void> savePicture(QWidget& widget, const QString& path);

} // namespace knobscope
