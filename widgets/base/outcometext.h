// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

/// Returns the text for a trial's error number: "Measured", "Wrong answer", "Build timed out", …
QString outcomeText(int errorNo);

} // namespace knobscope
