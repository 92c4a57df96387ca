// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"

#include <QString>

#include <cstdint>

namespace knobscope {

/// A candidate as painted by the editor.
struct KnobChip {
    KnobValue value;
    QString text;
    Candidate::State state = Candidate::State::Kept;
    bool isCurrent = false; ///< the current config has this value
    bool isMarked = false; ///< value of the example that a constraint removes
};

/// A knob as shown by the editor: a row of the list.
struct KnobRow {
    QString name;
    QString kind;    ///< "64 in 2 loops; -1: the rest"
    int64_t extent = 0; ///< for a split: the extent that it splits
    std::vector<KnobChip> chips; ///< the first ones, then further ones that are added, current or marked
    qint64 total = 0;        ///< number of candidates including removed ones; more than chips if not all are listed
    qint64 size = 0;         ///< number of active candidates
    qint64 templateSize = 0;
    bool isChanged = false;  ///< compared with the template
    QString changes;         ///< text for tool tips and screen readers; empty if unchanged
};

/// Makes the rows of a space. `current` and `marked` are config indexes in `space`, -1 for none; of `marked` only the values of
/// `markedKnobs` are shown.
std::vector<KnobRow> makeKnobRows(const ConfigSpace& templateSpace, const ConfigSpace& space, const EditSet& edits,
                                  qint64 current, qint64 marked = -1, const std::set<std::string>& markedKnobs = {});

} // namespace knobscope
