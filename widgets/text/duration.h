// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

/// "3 h 11 min", in the window's language.
QString durationWords(double seconds);

/// "1:30", "2:05:00": as a clock counts them.
QString clockText(qint64 seconds);

} // namespace knobscope
