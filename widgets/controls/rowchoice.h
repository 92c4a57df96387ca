// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/celltable.h"

#include <QTableView>

#include <cstddef>
#include <functional>

namespace knobscope {

/// Calls `chosen` with the key (CellTable::kKeyRole) of each row that the user clicks or activates.
inline void followRows(QTableView& view, QObject* context, const std::function<void(size_t)>& chosen)
{
    const auto choose = [chosen](const QModelIndex& index) {
        chosen(index.siblingAtColumn(0).data(CellTable::kKeyRole).toULongLong());
    };
    QObject::connect(&view, &QTableView::clicked, context, choose);
    QObject::connect(&view, &QTableView::activated, context, choose);
}

/// Selects the rows whose keys are chosen, and no others, and scrolls to the first. followRows() does not call `chosen` for it.
inline void selectRows(QTableView& view, const std::function<bool(size_t)>& isChosen)
{
    QItemSelection rows;
    const QAbstractItemModel& model = *view.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex first = model.index(row, 0);
        if (isChosen(first.data(CellTable::kKeyRole).toULongLong())) {
            rows.select(first, first);
        }
    }
    view.selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!rows.isEmpty()) {
        view.scrollTo(rows.front().topLeft());
    }
}

} // namespace knobscope
