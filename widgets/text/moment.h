// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLocale>

namespace knobscope {

/// A date and time as the locale writes them in short. Some locales name the part of the day (CLDR's "B", as in Traditional
/// Chinese), which this Qt writes as the letter itself: those get the clock of 24 hours.
inline QString momentText(const QDateTime& moment, const QLocale& locale = QLocale())
{
    const QString format = locale.timeFormat(QLocale::ShortFormat);
    const QString time = format.contains(QLatin1Char('B')) ? QStringLiteral("HH:mm") : format;
    return locale.toString(moment.date(), QLocale::ShortFormat) + QLatin1Char(' ') + locale.toString(moment.time(), time);
}

} // namespace knobscope
