// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"

#include <QAbstractListModel>

namespace knobscope {

/// All candidates of one knob with a tick each. Ticking asks through keepRequested(); new states come with setCandidates().
class CandidateModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setCandidates(std::vector<Candidate> candidates);
    const Candidate& candidate(int row) const { return m_candidates[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void keepRequested(const knobscope::KnobValue& value, bool keep);

private:
    std::vector<Candidate> m_candidates;
};

} // namespace knobscope
