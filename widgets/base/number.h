// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace knobscope {

/// Replaces the hyphens of a formatted number, "-1.5e-06", by minus signs (U+2212), as wide as a plus.
inline QString withMinus(QString number)
{
    return number.replace(QLatin1Char('-'), QChar(0x2212));
}

/// Replaces minus signs by hyphens and no-break spaces by spaces: for texts that leave the window, which other programs read.
inline QString forOtherPrograms(QString text)
{
    return text.replace(QChar(0x2212), QLatin1Char('-')).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

/// Formats a whole number for the locale, with group separators.
template<std::integral T>
QString number(T whole)
{
    return withMinus(QLocale().toString(static_cast<std::conditional_t<std::is_signed_v<T>, qlonglong, qulonglong>>(whole)));
}

/// Converts a count to the type that tr() needs for plural forms; the text itself uses number().
inline int pluralOf(qint64 count)
{
    return static_cast<int>(std::clamp<qint64>(count, 0, std::numeric_limits<int>::max()));
}

/// Formats a value for the locale, with a fixed number of decimals.
inline QString number(double value, int decimals)
{
    return withMinus(QLocale().toString(value, 'f', decimals));
}

/// The same with a plus before positive values, for differences.
inline QString signedNumber(double value, int decimals)
{
    return (value > 0 ? QStringLiteral("+") : QString()) + number(value, decimals);
}

/// Formats a value for the locale, with at most `digits` significant digits and no trailing zeros.
inline QString figures(double value, int digits)
{
    return withMinus(QLocale().toString(value, 'g', digits));
}

/// Formats a very small value for the locale as a power of ten: "1.5e−06".
inline QString scientific(double value, int decimals)
{
    return withMinus(QLocale().toString(value, 'e', decimals));
}

/// Formats a measured value with four significant digits, zeros included, or to a whole number.
inline QString fourFigures(double value)
{
    const double size = std::abs(value);
    return size >= 1e3 ? number(value, 0)
         : size >= 100 ? number(value, 1)
         : size >= 10  ? number(value, 2)
         : size >= 1   ? number(value, 3)
                       : figures(value, 4);
}

/// Formats seconds as milliseconds, with at most four significant digits or to a whole number.
inline QString milliseconds(double seconds)
{
    const double value = seconds * 1e3;
    return value < 1e3 ? figures(value, 4) : number(value, 0);
}

/// Formats a share as whole percent, but 100 % only for all and 0 % only for nothing.
inline QString percentText(double share)
{
    const double value = share * 100;
    const bool isNearEnd = (value > 0 && value < 1) || (value > 99 && value < 100);
    return QStringLiteral("%1\u00a0%").arg(number(value, isNearEnd ? 1 : 0));
}

} // namespace knobscope
