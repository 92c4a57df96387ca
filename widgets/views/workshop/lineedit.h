// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/stageloops.h"

#include <QString>

namespace knobscope {

/// A change of one line of a text, as pointing makes it. Lines count from 1.
struct LineChange {
    int line = 0;         ///< that is replaced, or after which the new one comes
    bool replaces = false;
    QString text;

    /// Number of the changed line afterwards.
    int newLine() const { return replaces ? line : line + 1; }
    QString appliedTo(const QString& source) const;
};

/// A `reorder` that puts the loop at `from` of a tensor at `to`, after line `after`. If that line is itself a `reorder` of loops
/// of this tensor, it is replaced.
LineChange reorderChange(const QString& source, int after, const StageLoops& stage, size_t from, size_t to);

} // namespace knobscope
