// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <utility>
#include <vector>

namespace knobscope {

/// What a start cost. Times in seconds since the process began, sizes in bytes.
struct StartReport {
    double painted = 0;  ///< the window with all that is visible was painted for the first time
    double settled = 0;  ///< the last paint before all was quiet: what views read in the background is shown too
    double resident = 0; ///< memory then …
    std::vector<std::pair<QString, double>> residentAfter; ///< … and after each view was brought to the front, in this order
};

/// Shows the window with these files, watches it until it is quiet, and brings every view to the front. The session of the last
/// time is left alone.
StartReport reportStart(const QStringList& files);
/// One JSON document.
QByteArray toJson(const StartReport& report);

} // namespace knobscope
