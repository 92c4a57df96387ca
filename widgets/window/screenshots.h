// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QString>

namespace knobscope {

/// Renders every view but the log of a project (of a fresh window on ResNet-18 when none is given) to PNG files in a folder, in
/// light and dark: workbench.png, tasks.png, space.png, control.png, chart.png, … and the same with -dark. The project is taken
/// off the list of recent ones.
Result<void> renderScreenshots(const QString& folder, const QString& project);

} // namespace knobscope
