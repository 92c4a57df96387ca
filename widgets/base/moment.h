// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLocale>

namespace knobscope {

/// Formats a date and time in the locale's short form. Some locales use the part of the day (CLDR's "B", as in Traditional
/// Chinese), which this version of Qt prints literally: those use the 24-hour clock.
inline QString momentText(const QDateTime& moment, const QLocale& locale = QLocale())
{
    const QString format = locale.timeFormat(QLocale::ShortFormat);
    const QString time = format.contains(QLatin1Char('B')) ? QStringLiteral("HH:mm") : format;
    return locale.toString(moment.date(), QLocale::ShortFormat) + QLatin1Char(' ') + locale.toString(moment.time(), time);
}

} // namespace knobscope
