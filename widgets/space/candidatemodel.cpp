// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/candidatemodel.h"

#include "widgets/theme/theme.h"

#include <QGuiApplication>

namespace knobscope {

void CandidateModel::setCandidates(std::vector<Candidate> candidates)
{
    std::vector<Row> rows;
    for (const Candidate& candidate : candidates) {
        rows.push_back(
            {Cell::ticked(QString::fromStdString(valueText(candidate.value)), candidate.state != Candidate::State::Removed,
                          candidate.state == Candidate::State::Removed ? tr("Removed; the template has it")
                          : candidate.state == Candidate::State::Added ? tr("Added; the template does not have it")
                                                                       : tr("As in the template"))});
    }
    const bool isSameList =
        !candidates.empty() && candidates.size() == m_candidates.size(); // only ticks changed: it keeps its place
    m_candidates = std::move(candidates);
    isSameList ? updateRows(std::move(rows)) : setTable({QString()}, std::move(rows));
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::ForegroundRole && index.isValid() && candidate(index.row()).state != Candidate::State::Kept) {
        return themeFor(QGuiApplication::palette()).changed;
    }
    return CellTable::data(index, role);
}

bool CandidateModel::takeTick(int row, bool isOn)
{
    const KnobValue chosen = candidate(row).value; // the list is replaced while it is handled
    emit keepRequested(chosen, isOn);
    return true;
}

} // namespace knobscope
