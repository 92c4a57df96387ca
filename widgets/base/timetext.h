// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLocale>

namespace knobscope {

/// Formats seconds like a clock: "1:30", "2:05:00".
inline QString clockText(qint64 seconds)
{
    const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    const QString minutes =
        seconds >= 3600 ? QStringLiteral("%1:%2").arg(seconds / 3600).arg(two(seconds / 60 % 60)) : QString::number(seconds / 60);
    return minutes + QLatin1Char(':') + two(seconds % 60);
}

/// Formats a date and time in the locale's short form. Some locales use the part of the day (CLDR's "B", as in Traditional
/// Chinese), which this version of Qt prints literally: those use the 24-hour clock.
inline QString momentText(const QDateTime& moment, const QLocale& locale = QLocale())
{
    const QString format = locale.timeFormat(QLocale::ShortFormat);
    const QString time = format.contains(QLatin1Char('B')) ? QStringLiteral("HH:mm") : format;
    return locale.toString(moment.date(), QLocale::ShortFormat) + QLatin1Char(' ') + locale.toString(moment.time(), time);
}

} // namespace knobscope
