// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"

#include <QCoreApplication>
#include <QString>

namespace knobscope {

/// What seconds are shown in, one unit a column, so that the best has two to four digits before the point.
struct TimeUnit {
    double perSecond = 1e3;
    QString name; ///< "µs", "ms", "s"
    static TimeUnit forBest(double seconds);
};

/// A column of the trials table.
struct TrialTableColumn {
    TrialColumn column = TrialColumn::Number;
    std::string knob;  ///< TrialColumn::Knob
    QString id;        ///< stable, for saved layouts: "gflops", "knob:tile_ow"
    QString title;
    QString toolTip;
    bool isNumber = true;

    friend bool operator==(const TrialTableColumn&, const TrialTableColumn&) = default;
};

/// The fixed columns and one for each knob.
std::vector<TrialTableColumn> trialTableColumns(const std::vector<std::string>& knobs, const TimeUnit& unit);

/// Seconds of one call; 0 when the trial failed.
double secondsOf(const TrialRow& row);

} // namespace knobscope
