// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editdiff.h"
#include "widgets/space/variantstore.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QTreeWidget;

namespace knobscope {

/// What two variants of the task in hand differ in, knob by knob. GUI thread only.
class VariantDiffDialog : public QDialog
{
    Q_OBJECT
public:
    VariantDiffDialog(Workspace& workspace, const VariantStore& variants, QWidget* parent = nullptr);
    QTreeWidget* tree() const { return m_tree; }

private:
    void compare();
    std::shared_ptr<const Task> m_task;
    std::vector<std::vector<SpaceEdit>> m_edits; ///< a list a choice
    QComboBox* m_a;
    QComboBox* m_b;
    QTreeWidget* m_tree;
    QLabel* m_note;
};

} // namespace knobscope
