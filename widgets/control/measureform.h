// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
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
    QSpinBox* m_threads;
    QSpinBox* m_number;
    QSpinBox* m_repeat;
    QSpinBox* m_minRepeat;
    QCheckBox* m_flush;
    QDoubleSpinBox* m_cooldown;
    QDoubleSpinBox* m_timeout;
    QSpinBox* m_builders;
    QSpinBox* m_memory;
    QCheckBox* m_check;
    QSpinBox* m_confirm;
};

} // namespace knobscope
