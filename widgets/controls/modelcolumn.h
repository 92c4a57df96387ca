// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/control.h"

#include <QString>
#include <QVariant>

#include <functional>

namespace knobscope {

/// A column of a model that computes its cells on demand, because it has too many rows, or rows that change too often, for a
/// CellTable: header and cell functions.
template<class Row>
struct ModelColumn {
    using Text = std::function<QString(const Row&)>;
    using Value = std::function<QVariant(const Row&)>;

    QString id; ///< stable, for saved layouts, too: "gflops", "knob:tile_ow"
    QString title;
    QString tip; ///< tool tip of the header
    bool isNumber = false; ///< right-aligned
    Text text; ///< null: cells are painted by a delegate
    Text cellTip; ///< null: no tool tips
    Value value; ///< sort key; null: the text

    static ModelColumn word(QAnyStringView id, const QString& title, const QString& tip, Text text, Text cellTip = {})
    {
        return {id.toString(), title, tip, false, std::move(text), std::move(cellTip), {}};
    }
    static ModelColumn figure(QAnyStringView id, const QString& title, const QString& tip, Text text, Value value,
                              Text cellTip = {})
    {
        return {id.toString(), title, tip, true, std::move(text), std::move(cellTip), std::move(value)};
    }

    QVariant display(const Row& row) const { return text ? QVariant(text(row)) : QVariant(); }
    QVariant sortValue(const Row& row) const { return value ? value(row) : display(row); }
    QVariant alignment() const { return QVariant(Qt::Alignment(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft))); }
    /// Same as QAbstractItemModel::headerData.
    QVariant header(int role) const
    {
        switch (role) {
        case Qt::DisplayRole: return title;
        case Qt::ToolTipRole: return tip;
        case kColumnIdRole: return id;
        case Qt::TextAlignmentRole: return alignment();
        default: return {};
        }
    }
};

} // namespace knobscope
