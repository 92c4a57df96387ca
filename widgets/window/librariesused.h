// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace knobscope {

/// "0.1.0"
QString programVersion();
/// What this program is built with or found on this machine, a line each: "LLVM 19.1.7".
QStringList librariesUsed();

} // namespace knobscope
