// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QSize>
#include <QString>

namespace knobscope {

class MainWindow;

/// Shows a window with a project and its last run's best trial (with ResNet-18 if none is given), so that every view has content.
Result<void> fillWindow(MainWindow& window, const QString& project, const QSize& size = {1600, 1000});

/// Options of `--screenshot`.
struct ScreenshotOptions {
    QSize size{1600, 1000}; ///< of the window, in logical pixels
    bool hasLight = true;
    bool hasDark = true;
};

/// Renders the window in every mode and every view except the log, for a project (or for a fresh window on ResNet-18 if none is
/// given), to PNG files in a folder: workbench.png, mode-explore.png, mode-tune.png, …, tasks.png, space.png, …; in dark the same
/// with -dark. The project is removed from the recent projects.
Result<void> renderScreenshots(const QString& folder, const QString& project, const ScreenshotOptions& options);

} // namespace knobscope
