// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"
#include "core/study/staircase.h"

#include <QStringList>

namespace knobscope {

/// The analysis of a schedule text for this machine. A plain value.
struct ScheduleAnalysis {
    std::string source;
    ScheduleText text;
    std::optional<Staircase> stairs;  ///< nullopt: the text is no schedule
    Sentence problem;                 ///< why it is none, or why its last state is illegal; empty: none
    std::optional<TextPlace> place;   ///< of the problem
    QStringList names;                ///< loops and tensors that the next line may name, sorted
    QStringList keys;                 ///< by step: the same for the same kernel by the same lines
    std::optional<Bottleneck> bound;  ///< of the last state, estimated

    /// The step whose state the line with this number (from 1) belongs to: the last one not below it; 0: as defined.
    size_t stepAt(int line) const;
    /// The line after which a primitive is added: the caret's, but not between the lines that say what is computed. `lines`: of
    /// the text.
    int lineToAddAfter(int caret, int lines) const;
};

/// Parses a text and lowers its states; takes milliseconds for each. Compiles and times nothing.
ScheduleAnalysis analyseSchedule(const std::string& source, const std::string& name, int threads);

} // namespace knobscope
