// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QTemporaryDir>

namespace knobscope {

/// From here on the program reads and writes settings of its own, which are empty and forgotten with this: the person's session,
/// shortcuts and recent projects stay as they are.
class SettingsAside
{
public:
    SettingsAside() { QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path()); }

private:
    QTemporaryDir m_folder;
};

} // namespace knobscope
