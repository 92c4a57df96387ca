// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace knobscope {

/// A value as the locale writes it, with so many decimals.
inline QString number(double value, int decimals)
{
    return QLocale().toString(value, 'f', decimals);
}

} // namespace knobscope
