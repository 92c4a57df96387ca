// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/steps.h"
#include "widgets/table/celltable.h"

namespace knobscope {

/// The primitives of a schedule in order, a row a step (the first: none yet), with the knob that chose each. GUI thread only.
class StepModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Number, Primitive, KnobName };

    explicit StepModel(QObject* parent = nullptr);
    void setSteps(std::vector<ScheduleStep> steps);
    const std::vector<ScheduleStep>& steps() const { return m_steps; }
    QString knobOf(int row) const;
    /// Rows of this knob are set off.
    void setHoveredKnob(const QString& knob);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<ScheduleStep> m_steps;
    QString m_hovered;
};

} // namespace knobscope
