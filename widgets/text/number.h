// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <algorithm>
#include <concepts>
#include <limits>
#include <type_traits>

namespace knobscope {

/// A whole number as the locale writes it, in groups of three digits.
template<std::integral T>
QString number(T whole)
{
    return QLocale().toString(static_cast<std::conditional_t<std::is_signed_v<T>, qlonglong, qulonglong>>(whole));
}

/// A count as tr() wants it for plural forms, where the text has the number from number().
inline int pluralOf(qint64 count)
{
    return static_cast<int>(std::clamp<qint64>(count, 0, std::numeric_limits<int>::max()));
}

/// A value as the locale writes it, with so many decimals.
inline QString number(double value, int decimals)
{
    return QLocale().toString(value, 'f', decimals);
}

/// A value as the locale writes it, in so many digits at the most, zeros at its end left out.
inline QString figures(double value, int digits)
{
    return QLocale().toString(value, 'g', digits);
}

/// Seconds as milliseconds, in four digits or to the whole one.
inline QString milliseconds(double seconds)
{
    const double value = seconds * 1e3;
    return value < 1e3 ? figures(value, 4) : number(value, 0);
}

/// Whole percents, but never a share that is not all as 100 %, nor one that is not nothing as 0 %.
inline QString percentText(double share)
{
    const double value = share * 100;
    const bool isNearEnd = (value > 0 && value < 1) || (value > 99 && value < 100);
    return QStringLiteral("%1 %").arg(number(value, isNearEnd ? 1 : 0));
}

} // namespace knobscope
