// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"

#include <QAbstractTableModel>

namespace knobscope {

/// The constraints of a space and what each takes from it. GUI thread only.
class ConstraintModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Condition, Removes, Alone, Example, ColumnCount };
    /// The index of the example's point; -1 while unknown.
    static constexpr int ExampleRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;
    /// Those of the template come first and cannot be changed: `fixedRows` says how many.
    void setConstraints(const QStringList& texts, int fixedRows);
    /// Their effects once they are counted; nothing while that goes on.
    void setEffects(std::vector<ConstraintEffect> effects);
    int fixedRows() const { return m_fixed; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_texts;
    std::vector<ConstraintEffect> m_effects;
    int m_fixed = 0;
};

/// "128,128", or "120,000 to 123,000 (estimated)".
QString countText(const SpaceCount& count);

} // namespace knobscope
