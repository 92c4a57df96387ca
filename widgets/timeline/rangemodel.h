// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"

#include <QAbstractTableModel>

namespace knobscope {

/// Statistics of the spans of each name in a range. SortRole gives plain numbers. GUI thread only.
class RangeModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Count, Total, Mean, P95, Longest, ColumnCount };
    static constexpr int SortRole = Qt::UserRole;
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<NameStatistics> rows);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<NameStatistics> m_rows;
};

} // namespace knobscope
