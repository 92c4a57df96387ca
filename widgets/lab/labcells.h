// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runlab.h"
#include "widgets/table/celltable.h"

#include <QCoreApplication>

#include <cstdint>
#include <functional>

namespace knobscope {

/// Fills the tables of the Lab view. The least of a column is strong; every cell says in its tip what it counts.
class LabCells
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::LabCells)
public:
    using ColourOf = std::function<QColor(const QString& tuner)>;

    /// A row a tuner: trials to each share of the best, best so far after some trials, failures.
    static void fillSpace(CellTable& table, const SpaceStanding& space, const ColourOf& colour);
    /// A row a tuner, over all spaces.
    static void fillOverall(CellTable& table, const LabResult& lab, const ColourOf& colour);
    /// A row a space, a column a tuner: trials to one of labShares; the last row holds the geometric means.
    static void fillBySpace(CellTable& table, const LabResult& lab, size_t share);

    /// "57 (41–80)", of one seed "57"; ">200" where most seeds did not get there. A budget of 0 knows no limit.
    static QString text(const SeedMedian& median, int64_t budget);
    /// What can be said of a result: who needed the fewest trials, and whether more than chance says so.
    static QString verdict(const LabResult& lab);

private:
    /// The columns with which tables by tuner begin.
    static QStringList firstColumns();
    /// What stands in brackets behind a median.
    static QString intervalTip(const SeedMedian& median);
};

} // namespace knobscope
