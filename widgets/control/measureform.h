// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"
#include "widgets/layout/section.h"

#include <QSpinBox>

#include <functional>
#include <vector>

class QComboBox;

namespace knobscope {

/// How kernels are built and timed.
class MeasureForm : public FieldList
{
    Q_OBJECT
public:
    MeasureForm();
    /// Writes its options; the seed is another's to set.
    void apply(MeasureOptions& options) const;
    /// Shows options, and how many of the best are looked at once more at the end of a run.
    void set(const MeasureOptions& options, int confirmTop);
    int confirmTop() const { return m_confirm->value(); }

signals:
    void changed();

private:
    void refresh();
    QComboBox* m_timing;
    QSpinBox* m_confirm;
    QWidgetList m_plain; ///< editors of what plain timing alone goes by
    std::vector<std::function<void(MeasureOptions&)>> m_write; ///< what an editor holds
    std::vector<std::function<void(const MeasureOptions&)>> m_show; ///< in an editor
};

} // namespace knobscope
