// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/steps.h"

#include <QAbstractTableModel>

namespace knobscope {

/// The primitives of a schedule in order, a row a step (the first: none yet), with the knob that chose each. GUI thread only.
class StepModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Number, Primitive, KnobName, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void setSteps(std::vector<ScheduleStep> steps);
    const std::vector<ScheduleStep>& steps() const { return m_steps; }
    QString knobOf(int row) const;
    /// "s[C].split(y, factor=8)", or what the first step is.
    QString primitiveText(int row) const;
    /// Rows of this knob are set off.
    void setHoveredKnob(const QString& knob);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ScheduleStep> m_steps;
    QString m_hovered;
};

} // namespace knobscope
