// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QString>

class QWidget;

namespace knobscope {

/// Writes what a widget shows: *.svg as vectors where the widget paints vectors, anything else as a PNG at twice the size.
Result<void> savePicture(QWidget& widget, const QString& path);
/// Asks for the file, then does it. The file's path; empty, with nothing written, when the person thinks better of it.
Result<QString> askAndSavePicture(QWidget& widget, const QString& suggestedName);

} // namespace knobscope
