// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule/stepmodel.h"

#include "widgets/theme/theme.h"

#include <QApplication>

namespace knobscope {

StepModel::StepModel(QObject* parent)
    : CellTable(parent)
{
    setSteps({});
}

void StepModel::setSteps(std::vector<ScheduleStep> steps)
{
    m_steps = std::move(steps);
    std::vector<Row> rows;
    for (const ScheduleStep& step : m_steps) {
        const ir::Provenance& p = step.primitive;
        const auto row = static_cast<int>(rows.size());
        const QString knob = QString::fromStdString(p.knob);
        const QString primitive =
            row == 0 ? tr("as it is defined")
                     : QStringLiteral("s[%1].%2").arg(QString::fromStdString(p.stage), QString::fromStdString(p.primitive));
        const QString tip = knob.isEmpty() ? tr("%1, chosen by the template").arg(primitive)
                                           : tr("%1, chosen by knob %2").arg(primitive, knob); // in whole, where it is shortened
        rows.push_back({Cell::figure(row, 0, tip), Cell::word(primitive, tip), Cell::word(knob, tip)});
    }
    setTable({tr("Step"), tr("Primitive"), tr("Knob")}, std::move(rows));
}

QString StepModel::knobOf(int row) const
{
    return row >= 0 && row < rowCount() ? QString::fromStdString(m_steps[static_cast<size_t>(row)].primitive.knob) : QString();
}

void StepModel::setHoveredKnob(const QString& knob)
{
    if (knob != m_hovered) {
        m_hovered = knob;
        if (!m_steps.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
        }
    }
}

QVariant StepModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::BackgroundRole && !m_hovered.isEmpty() && knobOf(index.row()) == m_hovered) {
        return codeThemeFor(QApplication::palette()).knobOwn;
    }
    return CellTable::data(index, role);
}

} // namespace knobscope
