// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"

#include <QString>

#include <cstdint>

namespace knobscope {

/// A candidate as the editor paints it.
struct KnobChip {
    KnobValue value;
    QString text;
    Candidate::State state = Candidate::State::Kept;
    bool isCurrent = false; ///< the current config has this value
    bool isMarked = false; ///< the example that a constraint removes has it
};

/// A knob as the editor shows it: a line of the list.
struct KnobRow {
    QString name;
    QString kind;    ///< "64 in 2 loops; -1: the rest"
    int64_t extent = 0; ///< of a split: what it cuts
    std::vector<KnobChip> chips; ///< the first ones, and beyond them what was added, is current or marked
    qint64 total = 0;        ///< candidates, with removed ones; more than chips where not all are listed
    qint64 size = 0;         ///< candidates that count
    qint64 templateSize = 0;
    bool isChanged = false;  ///< against the template
    QString changes;         ///< in words, for tooltips and readers; empty when there are none
};

/// The rows of a space. `current` and `marked` are points of the range of `space`, -1 for none; of `marked`
/// the values of `markedKnobs` are shown.
std::vector<KnobRow> makeKnobRows(const ConfigSpace& templateSpace, const ConfigSpace& space, const EditSet& edits,
                                  qint64 current, qint64 marked = -1, const std::set<std::string>& markedKnobs = {});

} // namespace knobscope
