// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/entity.h"
#include "core/store/trialquery.h"
#include "core/tuning/trialfigures.h"
#include "widgets/controls/modelcolumn.h"
#include "widgets/project/workspace.h"

#include <QCoreApplication>

#include <span>
#include <vector>

namespace knobscope {

/// A trial as loaded for its row.
struct ShownTrial {
    TrialKey key;
    TrialRow trial; ///< number 0: it cannot be read
    TrialFigures figures; ///< as measured
    ConfigEntity entity;
    QString notes; ///< about the trial, one below the other
};

/// A column of the trials table. Values are raw: seconds, and full precision.
struct TrialTableColumn : ModelColumn<ShownTrial> {
    TrialColumn column = TrialColumn::Number;
    std::string knob; ///< knob name, for TrialColumn::Knob

    /// Whether they show the same values: the title includes the unit.
    friend bool operator==(const TrialTableColumn& a, const TrialTableColumn& b) { return a.id == b.id && a.title == b.title; }
};

struct TrialColumns {
    Q_DECLARE_TR_FUNCTIONS(TrialColumns)
public:
    /// Returns the fixed columns and one for each knob of the runs. `bestSeconds` is the time of the best trial; 0: unknown.
    static std::vector<TrialTableColumn> makeColumns(std::span<const TunedRun> runs, double bestSeconds);
    /// What limits a speed, as lines of its tooltip, each after a line break: its interval, and the trial that it cannot be told
    /// from; empty if nothing is known.
    static QString certainty(const TrialFigures& figures);
};

} // namespace knobscope
