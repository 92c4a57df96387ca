// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/rangemodel.h"

#include "widgets/timeline/spancolors.h"
#include "widgets/timeline/timescale.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLocale>

namespace knobscope {

void RangeModel::setRows(std::vector<NameStatistics> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int RangeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RangeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RangeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const NameStatistics& row = m_rows[static_cast<size_t>(index.row())];
    const double seconds[] = {0, 0, row.total, row.mean, row.p95, row.longest};
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (index.column() == Name ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role == Qt::DecorationRole && index.column() == Name) {
        return spanColor(QString::fromStdString(row.name), isDark(QApplication::palette()));
    }
    switch (index.column()) {
    case Name:
        return role == Qt::DisplayRole || role == SortRole || role == Qt::ToolTipRole ? QVariant(QString::fromStdString(row.name))
                                                                                      : QVariant();
    case Count:
        return role == Qt::DisplayRole ? QVariant(QLocale().toString(static_cast<qlonglong>(row.count)))
             : role == SortRole        ? QVariant(static_cast<qlonglong>(row.count))
                                       : QVariant();
    default:
        return role == Qt::DisplayRole ? QVariant(durationText(seconds[index.column()]))
             : role == SortRole        ? QVariant(seconds[index.column()])
             : role == Qt::ToolTipRole ? QVariant(tr("%1 s").arg(QLocale().toString(seconds[index.column()], 'f', 9)))
                                       : QVariant();
    }
}

QVariant RangeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    }
    const QString texts[] = {tr("Name"), tr("Count"), tr("Total"), tr("Mean"), tr("95 %"), tr("Longest")};
    const QString tips[] = {tr("What the span is called"), tr("How many there are in the range"), tr("Their durations together"),
                            tr("Mean duration"),           tr("95 of 100 take no longer"),        tr("The longest duration")};
    return role == Qt::DisplayRole ? QVariant(texts[section]) : role == Qt::ToolTipRole ? QVariant(tips[section]) : QVariant();
}

} // namespace knobscope
