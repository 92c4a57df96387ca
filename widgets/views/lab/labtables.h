// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runlab.h"
#include "widgets/controls/celltable.h"

#include <QCoreApplication>

#include <functional>

namespace knobscope {

/// Fills the tables of the Lab view. The smallest value of a column is bold; each cell's tooltip explains what it counts.
class LabTables
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::LabTables)
public:
    using ColourOf = std::function<QColor(const QString& tuner)>;

    /// One row per tuner: trials to each share of the best, best so far after some trials, failures.
    static void fillSpace(CellTable& table, const SpaceStanding& space, const ColourOf& colour);
    /// One row per tuner, over all spaces.
    static void fillOverall(CellTable& table, const LabResult& lab, const ColourOf& colour);
    /// One row per space, one column per tuner: trials to one of kReachShares; the last row has the geometric means.
    static void fillBySpace(CellTable& table, const LabResult& lab, size_t share);

private:
    /// Tooltip for the interval after a median.
    static QString intervalTip(const SeedMedian& median);
};

} // namespace knobscope
