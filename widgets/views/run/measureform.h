// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measureoptions.h"
#include "widgets/controls/section.h"

#include <QSpinBox>

#include <functional>
#include <vector>

class QComboBox;

namespace knobscope {

/// Options for building and timing kernels.
class MeasureForm : public FieldList
{
    Q_OBJECT
public:
    MeasureForm();
    /// Writes all its options; the seed comes from another form.
    void apply(MeasureOptions& options) const;
    /// Shows options, and how many of the best configs are measured again at the end of a run.
    void set(const MeasureOptions& options, int confirmTop);
    int confirmTop() const { return m_confirm->value(); }

signals:
    void changed();

private:
    void refresh();
    QComboBox* m_timing;
    QSpinBox* m_confirm;
    QWidgetList m_plain; ///< editors that apply to plain timing only
    std::vector<std::function<void(MeasureOptions&)>> m_write; ///< read an option from its editor
    std::vector<std::function<void(const MeasureOptions&)>> m_show; ///< show an option in its editor
};

} // namespace knobscope
