// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QTemporaryDir>

namespace knobscope {

/// Redirects the settings to an empty temporary folder from here on, so that the user's session, shortcuts and recent projects
/// stay unchanged.
class TemporarySettings
{
public:
    TemporarySettings() { QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path()); }

private:
    QTemporaryDir m_folder;
};

} // namespace knobscope
