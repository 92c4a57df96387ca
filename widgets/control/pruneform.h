// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "widgets/layout/section.h"

#include <QLabel>

class QCheckBox;
class QDoubleSpinBox;

namespace knobscope {

/// Whether a run skips configs that an analytical bound shows to be slow, from what factor on, and what that came to in the
/// last run.
class PruneForm : public FieldList
{
    Q_OBJECT
public:
    PruneForm();
    /// As RunOptions::prune: "auto" where nothing was changed, else "off" or "on=3".
    std::string text() const;
    /// What text() gave; another text means "auto".
    void setText(const QString& text);
    /// What the last run skipped; nothing where it judged nothing.
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
