// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace knobscope {

/// Whether a run leaves out configs that an analytical bound shows to be slow, from what factor on, and what that came to in the
/// last run.
class PruneForm : public QWidget
{
    Q_OBJECT
public:
    explicit PruneForm(QWidget* parent = nullptr);
    /// As RunOptions::prune: "auto", "off", "on", "on=3".
    std::string text() const;
    /// What text() gave; another text means "auto".
    void setText(const QString& text);
    /// What the last run left out; nothing where it judged nothing.
    void showCount(const PruneCount& count);
    QString counted() const;
    QString summary() const;

signals:
    void changed();

private:
    QComboBox* m_choice;
    QDoubleSpinBox* m_factor;
    QLabel* m_counted;
};

} // namespace knobscope
