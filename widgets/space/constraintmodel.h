// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"
#include "widgets/table/celltable.h"

namespace knobscope {

/// The constraints of a space and what each takes from it. GUI thread only.
class ConstraintModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Condition, Removes, Alone, Example };
    /// The index of the example's point; -1 while unknown.
    static constexpr int ExampleRole = sortRole;

    explicit ConstraintModel(QObject* parent = nullptr);
    /// Those of the template come first and cannot be changed: `fixedRows` says how many.
    void setConstraints(const QStringList& texts, int fixedRows);
    /// Their effects once they are counted; nothing while that goes on.
    void setEffects(const std::vector<ConstraintEffect>& effects) { updateRows(rowsWith(effects)); }
    int fixedRows() const { return m_fixed; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Row> rowsWith(const std::vector<ConstraintEffect>& effects) const;
    QStringList m_texts;
    int m_fixed = -1; ///< none were set yet
};

} // namespace knobscope
