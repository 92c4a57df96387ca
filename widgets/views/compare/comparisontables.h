// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/comparison.h"
#include "widgets/controls/celltable.h"

#include <QCoreApplication>

#include <functional>

namespace knobscope {

/// Fills the tables of the Compare view. `colour` returns a group's colour.
class ComparisonTables
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::ComparisonTables)
public:
    using ColourOf = std::function<QColor(const std::string& group)>;

    /// One row and one column per group: which is faster.
    static void fillGroups(CellTable& table, const TaskComparison& task);
    /// One row per group: trials and seconds to each share of the best, final best, failures.
    static void fillReach(CellTable& table, const TaskComparison& task, const ColourOf& colour);
    /// One row per task, one column per group; the winner is bold. The last row counts the tasks won.
    static void fillWins(CellTable& table, const Comparison& comparison);
    /// One row per knob, one column per run: the best config of each; rows that differ are marked.
    static void fillDiff(CellTable& table, const TaskComparison& task, std::span<const ComparedRun> runs, const QColor& changed);
};

/// Verdicts about a task in the window's language, or what to do if there are none.
QString verdictSentence(const TaskComparison& task);

} // namespace knobscope
