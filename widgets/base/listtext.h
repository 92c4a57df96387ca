// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QStringList>

namespace knobscope {

/// "a, b, c" as the window's language writes lists.
inline QString listText(const QStringList& parts)
{
    QString text = parts.value(0);
    for (const QString& part : parts.mid(1)) {
        text = QCoreApplication::translate("Core", "%1, %2").arg(text, part);
    }
    return text;
}

} // namespace knobscope
