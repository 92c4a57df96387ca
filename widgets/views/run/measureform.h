// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/optioneditors.h"

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
    int confirmTop() const;

signals:
    void changed();

private:
    void refresh();
    QComboBox* m_timing;
    QWidgetList m_plain; ///< editors that apply to plain timing only
    OptionEditors<MeasureOptions> m_editors{[this] { refresh(); }};
    OptionEditors<RunOptions> m_confirm{[this] { refresh(); }};
};

} // namespace knobscope
