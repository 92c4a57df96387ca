// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <utility>
#include <vector>

namespace knobscope {

/// Cost of a start. Times in seconds since process start, sizes in bytes.
struct StartReport {
    double painted = 0;  ///< first paint of the window with all visible views
    double settled = 0;  ///< last paint before the window is idle, including data that views load in the background
    double resident = 0; ///< memory at that time …
    std::vector<std::pair<QString, double>> residentAfter; ///< … and after showing each view, in this order
};

/// Shows the window with these files, waits until it is idle, and shows every view. Ignores the saved session.
StartReport reportStart(const QStringList& files);
/// Returns a JSON document.
QByteArray toJson(const StartReport& report);

} // namespace knobscope
