// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/navigation.h"

#include "widgets/actions/commandpalette.h"
#include "widgets/actions/shortcutsheet.h"
#include "widgets/workspace/workspace.h"

#include <QCoreApplication>
#include <QMainWindow>

namespace knobscope {

namespace {

struct Navigation {
    Q_DECLARE_TR_FUNCTIONS(Navigation)
};

} // namespace

void addNavigation(QMainWindow& window, Workspace& workspace, ActionRegistry& actions)
{
    Selection& selection = workspace.selection();
    QAction* back =
        actions.add({QStringLiteral("go.back"), Navigation::tr("&Back"), QKeySequence::Back, QStringLiteral("go-previous")},
                    [&selection] { selection.goBack(); });
    QAction* forward =
        actions.add({QStringLiteral("go.forward"), Navigation::tr("&Forward"), QKeySequence::Forward, QStringLiteral("go-next")},
                    [&selection] { selection.goForward(); });
    const auto enable = [back, forward, &selection] {
        back->setEnabled(selection.canGoBack());
        forward->setEnabled(selection.canGoForward());
    };
    QObject::connect(&selection, &Selection::historyChanged, &window, enable);
    enable();
    actions.add("go.clearSelection", Navigation::tr("Select &Nothing"), Qt::CTRL | Qt::SHIFT | Qt::Key_A,
                [&selection] { selection.clear(); });
    actions.add("help.palette", Navigation::tr("&Command Palette…"), Qt::CTRL | Qt::SHIFT | Qt::Key_P, [&window, &actions] {
        auto* palette = new CommandPalette(actions, &window);
        palette->setAttribute(Qt::WA_DeleteOnClose);
        palette->show();
    });
    actions.add("help.shortcuts", Navigation::tr("&Keyboard Shortcuts…"), Qt::CTRL | Qt::Key_Question, [&window, &actions] {
        auto* sheet = new ShortcutSheet(actions, &window);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->show();
        sheet->activateWindow(); // without a window manager nobody else gives it the keys
    });
}

} // namespace knobscope
