// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"

#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QSpinBox;

namespace knobscope {

/// How kernels are built and timed.
class MeasureForm : public QWidget
{
    Q_OBJECT
public:
    explicit MeasureForm(QWidget* parent = nullptr);
    /// Writes its options; the seed is another's to set.
    void apply(MeasureOptions& options) const;
    /// Shows options, and how many of the best are looked at once more at the end of a run.
    void set(const MeasureOptions& options, int confirmTop);
    int confirmTop() const;

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
