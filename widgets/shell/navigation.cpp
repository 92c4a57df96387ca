// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/navigation.h"

#include "widgets/base/shapetext.h"
#include "widgets/project/networks.h"
#include "widgets/shell/actiondialogs.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/views.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/tasks/taskview.h"

#include <QApplication>
#include <QDockWidget>
#include <QWidget>

#include <algorithm>
#include <initializer_list>

namespace knobscope {

namespace {

struct Navigation {
    Q_DECLARE_TR_FUNCTIONS(Navigation)
};

/// Whether a view is open: its dock is not closed, or it is the page in the middle and that is shown.
bool isOpen(const MainWindow& window, const QString& id, const View& view)
{
    const auto* dock = window.findChild<QDockWidget*>(id);
    return dock ? !dock->isHidden() : view.isVisibleTo(&window) && window.layouts().hasCentre();
}

void cycleViews(MainWindow& window, qsizetype step)
{
    QStringList open;
    for (const auto& [id, view] : window.views()) {
        if (isOpen(window, id, *view)) {
            open << id;
        }
    }
    if (open.isEmpty()) {
        return;
    }
    const qsizetype now = open.indexOf(viewInFocus(window));
    const qsizetype from = now < 0 && step < 0 ? 0 : now;
    goToView(window, open[(from + step + open.size()) % open.size()]);
}

/// Returns Alt+1 to Alt+9 and Alt+0, then the same with Ctrl, in registry order; Alt+Home for the welcome page.
QKeySequence shortcutOf(const QString& id, int place)
{
    if (id == QLatin1String("welcome")) {
        return {Qt::ALT | Qt::Key_Home};
    }
    const auto key = static_cast<Qt::Key>(Qt::Key_0 + place % 10);
    return place <= 10 ? QKeySequence(Qt::ALT | key) : place <= 20 ? QKeySequence(Qt::CTRL | Qt::ALT | key) : QKeySequence();
}

void addSelectionActions(Selection& selection, ActionRegistry& actions)
{
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
    QObject::connect(&selection, &Selection::historyChanged, back, enable);
    enable();
    actions.add("go.clearSelection", Navigation::tr("Clear Selectio&n"), Qt::CTRL | Qt::SHIFT | Qt::Key_A,
                [&selection] { selection.clear(); });
}

/// Shows a view in the mode that is made for it, unless one of `modes` is current.
void goToViewIn(MainWindow& window, const QString& view, std::initializer_list<Layout> modes)
{
    if (std::ranges::find(modes, window.layouts().layout()) == modes.end()) {
        window.layouts().apply(*modes.begin());
    }
    goToView(window, view);
}

/// Networks, and their tasks on the target of the list of tasks.
std::vector<PalettePlace> placesOf(MainWindow& window)
{
    std::vector<PalettePlace> places;
    for (const Network& network : window.workspace().networks().all()) {
        const QString id = QString::fromStdString(network.id());
        places.push_back({id, Navigation::tr("Network"), [&window, id] {
                              window.view<NetworkView>().showNetwork(id);
                              goToViewIn(window, QStringLiteral("network"), {Layout::Networks});
                          }});
    }
    window.view<TaskView>().model().forEach([&](const std::string&, const NetworkTask& task, const SpaceCount&) {
        const QString id = QString::fromStdString(task.id);
        const QString name =
            QStringLiteral("%1  %2  %3").arg(id, QString::fromStdString(task.op), shortShape(QString::fromStdString(task.shape)));
        places.push_back({name, Navigation::tr("Task"), [&window, id] {
                              window.view<TaskView>().choose(id);
                              goToViewIn(window, QStringLiteral("space"), {Layout::Explore, Layout::Tune});
                          }});
    });
    return places;
}

template<class Dialog, class... Rest>
Dialog* showDialog(MainWindow& window, Rest... rest)
{
    auto* dialog = new Dialog(window.actionRegistry(), &window, std::move(rest)...);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

} // namespace

void focusPage(View& page)
{
    page.focusInside(Qt::ActiveWindowFocusReason);
}

QString viewInFocus(const MainWindow& window)
{
    for (const QWidget* focus : {QApplication::focusWidget(), window.focusWidget()}) {
        for (const auto& [id, view] : window.views()) {
            if (focus && (view == focus || view->isAncestorOf(focus))) {
                return id;
            }
        }
    }
    return {};
}

bool isInSight(const QWidget& widget)
{
    const QRect place(widget.mapTo(widget.window(), QPoint()), widget.size());
    return widget.isVisible() && widget.window()->rect().intersects(place);
}

void goToView(MainWindow& window, const QString& id)
{
    window.showView(id);
    if (View* view = window.viewOf(id)) {
        view->window()->activateWindow();
        view->focusInside(Qt::ShortcutFocusReason);
    }
}

void addNavigation(MainWindow& window, ActionRegistry& actions)
{
    addSelectionActions(window.workspace().selection(), actions);
    actions.add("help.palette", Navigation::tr("&Command Palette…"), Qt::CTRL | Qt::SHIFT | Qt::Key_P,
                [&window] { showDialog<CommandPalette>(window, placesOf(window)); });
    actions.add("help.shortcuts", Navigation::tr("&Keyboard Shortcuts…"), Qt::CTRL | Qt::Key_Question,
                // Without a window manager, nothing else activates the dialog.
                [&window] { showDialog<ShortcutSheet>(window)->activateWindow(); });
    actions.add("go.nextView", Navigation::tr("Ne&xt View"), Qt::Key_F6, [&window] { cycleViews(window, 1); });
    actions.add("go.previousView", Navigation::tr("&Previous View"), Qt::SHIFT | Qt::Key_F6,
                [&window] { cycleViews(window, -1); });
    int place = 0;
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        place += id == QLatin1String("welcome") ? 0 : 1;
        actions.add({QStringLiteral("go.") + id, Navigation::tr("Go to %1").arg(titleOf(entry)), shortcutOf(id, place)},
                    [&window, id] { goToView(window, id); });
    }
}

} // namespace knobscope
