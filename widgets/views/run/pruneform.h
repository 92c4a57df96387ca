// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"
#include "widgets/controls/section.h"

#include <QLabel>

class QCheckBox;
class QDoubleSpinBox;

namespace knobscope {

/// Whether a run skips configs that an analytical bound shows to be slow, from what factor on, and how many the last run
/// skipped.
class PruneForm : public FieldList
{
    Q_OBJECT
public:
    PruneForm();
    /// Value of RunOptions::prune: "auto" if nothing was changed, else "off" or "on=3".
    std::string text() const;
    /// Shows a result of text(); any other text means "auto".
    void setText(const QString& text);
    /// Shows what the last run skipped; nothing if it checked no configs.
    void showCount(const PruneCount& count);
    QString counted() const { return m_counted->text(); }

signals:
    void changed();

private:
    QCheckBox* m_isOn;
    QDoubleSpinBox* m_factor;
    QLabel* m_counted;
};

} // namespace knobscope
