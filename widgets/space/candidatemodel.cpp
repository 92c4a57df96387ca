// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/candidatemodel.h"

#include "widgets/theme/theme.h"

#include <QFont>
#include <QGuiApplication>

namespace knobscope {

void CandidateModel::setCandidates(std::vector<Candidate> candidates)
{
    // The list keeps its place when only ticks changed.
    if (candidates.size() == m_candidates.size() && !candidates.empty()) {
        m_candidates = std::move(candidates);
        emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_candidates = std::move(candidates);
    endResetModel();
}

int CandidateModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Candidate& candidate = m_candidates[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(valueText(candidate.value));
    case Qt::CheckStateRole: return static_cast<int>(candidate.state == Candidate::State::Removed ? Qt::Unchecked : Qt::Checked);
    case Qt::ForegroundRole:
        return candidate.state == Candidate::State::Kept ? QVariant() : QVariant(themeFor(QGuiApplication::palette()).changed);
    case Qt::ToolTipRole:
        return candidate.state == Candidate::State::Removed ? tr("Removed; the template has it")
             : candidate.state == Candidate::State::Added   ? tr("Added; the template does not have it")
                                                            : tr("As in the template");
    default: return {};
    }
}

bool CandidateModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole) {
        return false;
    }
    const KnobValue chosen = m_candidates[static_cast<size_t>(index.row())].value; // the list is replaced while it is handled
    emit keepRequested(chosen, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags CandidateModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

} // namespace knobscope
