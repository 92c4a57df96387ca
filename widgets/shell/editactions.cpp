// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/editactions.h"

#include "widgets/controls/actionregistry.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"

#include <QApplication>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QTextEdit>

namespace knobscope {

namespace {

struct EditActions {
    Q_DECLARE_TR_FUNCTIONS(EditActions)
};

/// Searches in the view in focus, or for a task if that has no search.
void findIn(const MainWindow& window, const ActionRegistry& actions)
{
    QAction* own = actions.action(viewInFocus(window) + QStringLiteral(".find"));
    if (QAction* find = own ? own : actions.action(QStringLiteral("tasks.find"))) {
        if (!own) {
            actions.action(QStringLiteral("go.tasks"))->trigger();
        }
        find->trigger();
    }
}

/// Copies what is chosen in a field or a table.
void copyFrom(QWidget* focus)
{
    if (qobject_cast<QLineEdit*>(focus) || qobject_cast<QTextEdit*>(focus) || qobject_cast<QPlainTextEdit*>(focus)) {
        QMetaObject::invokeMethod(focus, "copy");
        return;
    }
    for (QShortcut* shortcut : focus ? focus->findChildren<QShortcut*>() : QList<QShortcut*>()) {
        if (shortcut->key().matches(QKeySequence(QKeySequence::Copy)) == QKeySequence::ExactMatch) {
            emit shortcut->activated();
        }
    }
}

} // namespace

void addEditActions(MainWindow& window, ActionRegistry& actions)
{
    actions.add({QStringLiteral("edit.find"), EditActions::tr("&Find"), {}, QStringLiteral("edit-find")},
                [&window, &actions] { findIn(window, actions); });
    actions.add({QStringLiteral("edit.copy"), EditActions::tr("&Copy"), {}, QStringLiteral("edit-copy")},
                [&window] { copyFrom(QApplication::focusWidget() ? QApplication::focusWidget() : window.focusWidget()); });
}

} // namespace knobscope
