// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>

namespace knobscope::testing {

/// Windows of this test keep their session in `folder`, not in the person's own, and write numbers as in C.
inline void useOwnSettings(const QString& folder)
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("knobscope-tests"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
    QLocale::setDefault(QLocale::c());
}

} // namespace knobscope::testing
