// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

/// Replaces the spaces between numbers, or placeholders of tr(), and the symbols of their units by no-break spaces: a line does
/// not end between them. Also the space after "±".
QString withBoundUnits(QString text);

} // namespace knobscope
