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
                    sheet->activateWindow(); // without a window manager nobody else gives it the keys
                });
}

} // namespace knobscope
