// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace knobscope {

class MainWindow;

/// Shows a window with a project and its last run's best trial (with ResNet-18 if none is given), so that every view has content.
Result<void> fillWindow(MainWindow& window, const QString& project);

/// Renders every view except the log, for a project (or for a fresh window on ResNet-18 if none is given), to PNG files in a
/// folder, in light and dark: workbench.png, tasks.png, space.png, run.png, speed.png, … and the same with -dark. The project
/// is removed from the recent projects.
Result<void> renderScreenshots(const QString& folder, const QString& project);

} // namespace knobscope
