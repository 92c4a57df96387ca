// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

/// What is asked of how a trial ended, in words: "Measured", "Wrong answer", "Build timed out", …
QString outcomeText(int errorNo);

} // namespace knobscope
