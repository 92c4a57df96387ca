// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

class QWidget;

namespace knobscope {

/// Saves a widget's picture: *.svg as vectors if the widget paints vectors, anything else as a PNG at twice the size.
Result<void> savePicture(QWidget& widget, const QString& path);

} // namespace knobscope
