// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <concepts>
#include <type_traits>

namespace knobscope {

/// A whole number as the locale writes it, in groups of three digits.
template<std::integral T>
QString number(T whole)
{
    return QLocale().toString(static_cast<std::conditional_t<std::is_signed_v<T>, qlonglong, qulonglong>>(whole));
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

} // namespace knobscope
