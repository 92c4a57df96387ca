// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionmodel.h"

#include <QDialog>

class QLineEdit;
class QTreeView;

namespace knobscope {

/// How well typed letters fit a text: all of them must occur in order; runs, word starts and early places count more. -1 when
/// they do not occur.
int fuzzyScore(const QString& typed, const QString& text);

/// A field and the actions that fit what is typed, best first; Enter does it. Actions that cannot be done now are left out.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(ActionRegistry& registry, QWidget* parent);

    /// The entries shown, best first.
    QStringList shown() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void runCurrent();
    ActionModel m_model;
    class Ranked;
    Ranked* m_ranked;
    QLineEdit* m_field;
    QTreeView* m_list;
};

} // namespace knobscope
