// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"
#include "widgets/table/celltable.h"

namespace knobscope {

/// All candidates of one knob with a tick each. Ticking asks through keepRequested(); new states come with setCandidates().
class CandidateModel : public CellTable
{
    Q_OBJECT
public:
    using CellTable::CellTable;
    void setCandidates(std::vector<Candidate> candidates);
    const Candidate& candidate(int row) const { return m_candidates[static_cast<size_t>(row)]; }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    void keepRequested(const knobscope::KnobValue& value, bool keep);

private:
    bool takeTick(int row, bool isOn) override;
    std::vector<Candidate> m_candidates;
};

} // namespace knobscope
