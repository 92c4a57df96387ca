// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "widgets/table/celltable.h"

#include <QCoreApplication>

#include <functional>

namespace knobscope {

/// Fills the tables of the Compare view. `colour` gives a group's.
class ComparisonTables
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::ComparisonTables)
public:
    using ColourOf = std::function<QColor(const std::string& group)>;

    /// A row a group: trials and seconds to each share of the best, final best, failures.
    static void fillReach(CellTable& table, const TaskComparison& task, const ColourOf& colour);
    /// A row a task, a column a group; the winner is strong. The last row counts the tasks won.
    static void fillWins(CellTable& table, const Comparison& comparison);
    /// A row a knob, a column a run: the best config of each; rows that differ are marked.
    static void fillDiff(CellTable& table, const TaskComparison& task, std::span<const ComparedRun> runs, const QColor& changed);
};

/// What can be said of a task, in the window's language: its verdicts; what to do where there is none.
QString verdictWords(const TaskComparison& task);

} // namespace knobscope
