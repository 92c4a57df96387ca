// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule/stepmodel.h"

#include "widgets/theme/codetheme.h"

#include <QApplication>

namespace knobscope {

void StepModel::setSteps(std::vector<ScheduleStep> steps)
{
    beginResetModel();
    m_steps = std::move(steps);
    endResetModel();
}

QString StepModel::knobOf(int row) const
{
    return row >= 0 && row < rowCount() ? QString::fromStdString(m_steps[static_cast<size_t>(row)].primitive.knob) : QString();
}

QString StepModel::primitiveText(int row) const
{
    if (row < 0 || row >= rowCount()) {
        return {};
    }
    const ir::Provenance& p = m_steps[static_cast<size_t>(row)].primitive;
    return row == 0 ? tr("as it is defined")
                    : QStringLiteral("s[%1].%2").arg(QString::fromStdString(p.stage), QString::fromStdString(p.primitive));
}

void StepModel::setHoveredKnob(const QString& knob)
{
    if (knob != m_hovered) {
        m_hovered = knob;
        if (!m_steps.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::BackgroundRole});
        }
    }
}

int StepModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

int StepModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StepModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    if (role == Qt::BackgroundRole && !m_hovered.isEmpty() && knobOf(index.row()) == m_hovered) {
        return codeThemeFor(QApplication::palette()).knobOwn;
    }
    if (role == Qt::TextAlignmentRole && index.column() == Number) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) { // in whole, also of a column that is shortened
        const QString knob = knobOf(index.row());
        return knob.isEmpty() ? tr("%1, chosen by the template").arg(primitiveText(index.row()))
                              : tr("%1, chosen by knob %2").arg(primitiveText(index.row()), knob);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Number: return index.row();
    case Primitive: return primitiveText(index.row());
    case KnobName: return knobOf(index.row());
    default: return {};
    }
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Number: return tr("Step");
    case Primitive: return tr("Primitive");
    case KnobName: return tr("Knob");
    default: return {};
    }
}

} // namespace knobscope
