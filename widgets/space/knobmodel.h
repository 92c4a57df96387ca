// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <QAbstractTableModel>

namespace knobscope {

/// A row a knob: name, kind and policy, candidates, how many. Knobs that differ from the template's are in the "changed" colour
/// and say so in their tooltip.
class KnobModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Kind, Candidates, Count, ColumnCount };

    explicit KnobModel(QObject* parent = nullptr);
    void setSpaces(const ConfigSpace& space, const ConfigSpace& templateSpace);
    /// The knob's name in a row.
    QString knobName(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isChanged(const Knob& knob) const;
    ConfigSpace m_space;
    ConfigSpace m_template;
};

} // namespace knobscope
