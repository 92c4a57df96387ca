// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace knobscope {

/// The recorded spaces that ship with the program, in the order of their names: beside the program's folder, or where the system
/// keeps data; empty where they are not installed.
QStringList shippedSpaces();

} // namespace knobscope
