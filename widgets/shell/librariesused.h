// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace knobscope {

/// The version of the program, like "0.1.0".
QString programVersion();
/// Libraries that the program is built with or found on this machine, one per line: "LLVM 19.1.7".
QStringList librariesUsed();

} // namespace knobscope
