// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/entity.h"
#include "core/store/trialquery.h"
#include "widgets/controls/modelcolumn.h"

#include <QCoreApplication>

namespace knobscope {

/// A trial as loaded for its row.
struct ShownTrial {
    TrialKey key;
    TrialRow trial; ///< number 0: it cannot be read
    ConfigEntity entity;
};

/// A column of the trials table. Values are raw: seconds, and full precision.
struct TrialTableColumn : ModelColumn<ShownTrial> {
    TrialColumn column = TrialColumn::Number;
    std::string knob; ///< knob name, for TrialColumn::Knob

    /// Whether they show the same values: the title includes the unit.
    friend bool operator==(const TrialTableColumn& a, const TrialTableColumn& b) { return a.id == b.id && a.title == b.title; }
};

class TrialColumns
{
    Q_DECLARE_TR_FUNCTIONS(TrialColumns)

public:
    /// Returns the fixed columns and one for each knob. `bestSeconds` is the time of the best trial; 0: unknown.
    static std::vector<TrialTableColumn> makeColumns(const std::vector<std::string>& knobs, double bestSeconds);
};

} // namespace knobscope
