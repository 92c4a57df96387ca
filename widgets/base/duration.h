// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace knobscope {

/// Formats seconds like a clock: "1:30", "2:05:00".
inline QString clockText(qint64 seconds)
{
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString minutes =
        seconds >= 3600 ? QStringLiteral("%1:%2").arg(seconds / 3600).arg(two(seconds / 60 % 60)) : QString::number(seconds / 60);
    return minutes + QLatin1Char(':') + two(seconds % 60);
}

} // namespace knobscope
