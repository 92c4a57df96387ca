// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/navigation.h"

#include "widgets/actions/commandpalette.h"
#include "widgets/actions/shortcutsheet.h"
#include "widgets/workspace/workspace.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace knobscope {

namespace {

struct Navigation {
    Q_DECLARE_TR_FUNCTIONS(Navigation)
};

/// Moves the focus to the dock after (or before) the one that has it, in the order of the View menu.
void focusDock(QMainWindow& window, int step)
{
    QList<QDockWidget*> docks = window.findChildren<QDockWidget*>();
    docks.erase(std::remove_if(docks.begin(), docks.end(), [](const QDockWidget* d) { return d->isHidden(); }), docks.end());
    if (docks.isEmpty()) {
        return;
    }
    const QWidget* focus = QApplication::focusWidget();
    const auto has =
        std::find_if(docks.begin(), docks.end(), [&](const QDockWidget* d) { return focus && d->isAncestorOf(focus); });
    const qsizetype now = has == docks.end() ? (step > 0 ? -1 : 0) : has - docks.begin();
    QDockWidget* next = docks[(now + step + docks.size()) % docks.size()];
    next->raise();
    QWidget* view = next->widget();
    for (QWidget* child : view->findChildren<QWidget*>()) {
        if (child->isVisibleTo(view) && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus) != 0) {
            child->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    view->setFocus(Qt::ShortcutFocusReason);
}

} // namespace

void addNavigation(QMainWindow& window, Workspace& workspace, ActionRegistry& actions)
{
    Selection& selection = workspace.selection();
    QAction* back = actions.add(
        {QStringLiteral("go.back"), Navigation::tr("&Back"), QKeySequence::Back, QStringLiteral("go-previous"), nullptr, false},
        [&selection] { selection.goBack(); });
    QAction* forward = actions.add({QStringLiteral("go.forward"), Navigation::tr("&Forward"), QKeySequence::Forward,
                                    QStringLiteral("go-next"), nullptr, false},
                                   [&selection] { selection.goForward(); });
    const auto enable = [back, forward, &selection] {
        back->setEnabled(selection.canGoBack());
        forward->setEnabled(selection.canGoForward());
    };
    QObject::connect(&selection, &Selection::historyChanged, &window, enable);
    enable();
    actions.add({QStringLiteral("go.clearSelection"),
                 Navigation::tr("Select &Nothing"),
                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A),
                 {},
                 nullptr,
                 false},
                [&selection] { selection.clear(); });
    actions.add({QStringLiteral("go.nextView"), Navigation::tr("&Next View"), QKeySequence(Qt::Key_F6), {}, nullptr, false},
                [&window] { focusDock(window, 1); });
    actions.add({QStringLiteral("go.previousView"),
                 Navigation::tr("&Previous View"),
                 QKeySequence(Qt::SHIFT | Qt::Key_F6),
                 {},
                 nullptr,
                 false},
                [&window] { focusDock(window, -1); });
    actions.add({QStringLiteral("help.palette"),
                 Navigation::tr("&Command Palette…"),
                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                 {},
                 nullptr,
                 false},
                [&window, &actions] {
                    auto* palette = new CommandPalette(actions, &window);
                    palette->setAttribute(Qt::WA_DeleteOnClose);
                    palette->show();
                });
    actions.add({QStringLiteral("help.shortcuts"),
                 Navigation::tr("&Keyboard Shortcuts…"),
                 QKeySequence(Qt::CTRL | Qt::Key_Question),
                 {},
                 nullptr,
                 false},
                [&window, &actions] {
                    auto* sheet = new ShortcutSheet(actions, &window);
                    sheet->setAttribute(Qt::WA_DeleteOnClose);
                    sheet->show();
                });
}

} // namespace knobscope
