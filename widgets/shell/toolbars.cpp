// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/toolbars.h"

#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/project/filterbar.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"

#include <QBoxLayout>
#include <QDockWidget>
#include <QToolBar>

namespace knobscope {

namespace {

QToolBar* addBar(MainWindow& window, const char* id, const QString& title, Qt::ToolBarArea area)
{
    auto* bar = new QToolBar(title);
    bar->setObjectName(QString::fromLatin1(id));
    bar->setMovable(false);
    window.addToolBar(area, bar);
    return bar;
}

/// Makes a button look framed and not take the focus, like those that a toolbar makes for its actions.
QToolButton* framed(QToolButton* button)
{
    button->setAutoRaise(false);
    button->setFocusPolicy(Qt::NoFocus);
    return button;
}

void addModes(MainWindow& window)
{
    constexpr int icon = 20;
    constexpr int width = 64;
    QToolBar* bar = addBar(window, "modeBar", MainWindow::tr("Modes"), Qt::LeftToolBarArea);
    bar->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    bar->setIconSize({icon, icon});
    bar->setContextMenuPolicy(Qt::PreventContextMenu); // it must not be closed
    bar->toggleViewAction()->setVisible(false);
    for (const ModeEntry& mode : modeEntries()) {
        QAction* action = window.actionRegistry().action(QStringLiteral("layout.") + QLatin1String(mode.id));
        bar->addAction(action);
        QWidget* button = bar->widgetForAction(action);
        button->setObjectName(action->objectName());
        button->setAccessibleName(action->text());
        button->setMinimumWidth(width);
        button->setFont(textFont(TextSize::Small));
    }
}

/// The button that starts, pauses and continues a run, always at the same place.
QToolButton* makeStart(MainWindow& window)
{
    auto* button = makeControl<QToolButton>("startRun");
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(MainWindow::tr("Start Tuning")) + 2 * space::kMedium);
    makePrimary(*button);
    const auto show = [&window, button] {
        const TuningSession::State now = window.session().state();
        const bool isIdle = now == TuningSession::State::Idle;
        button->setText(isIdle                                ? MainWindow::tr("Start Tuning")
                        : now == TuningSession::State::Paused ? MainWindow::tr("Continue")
                                                              : MainWindow::tr("Pause"));
        button->setAccessibleName(button->text());
        button->setEnabled(isIdle || now == TuningSession::State::Running || now == TuningSession::State::Paused);
    };
    QObject::connect(button, &QToolButton::clicked, button, [&window] {
        const bool isIdle = window.session().state() == TuningSession::State::Idle;
        QAction* action = window.actionRegistry().action(isIdle ? QStringLiteral("run.start") : QStringLiteral("run.pause"));
        if (!window.workspace().task() && !window.actionRegistry().obstacle(action).isEmpty()) {
            goToView(window, QStringLiteral("tasks")); // the action says what is missing
        }
        action->trigger();
    });
    QObject::connect(&window.session(), &TuningSession::stateChanged, button, show);
    show();
    return button;
}

/// A button with the tuner and the limits of the next run, which opens the Run view.
QToolButton* makeRunSettings(MainWindow& window)
{
    auto* button = makeControl<QToolButton>("runSettings");
    button->setToolTip(MainWindow::tr("Tuner and limits of the next run: click to change them"));
    const auto show = [&window, button] {
        const RunOptions options = window.runView().options();
        button->setText(MainWindow::tr("%1, %2", "tuner, limits of the run")
                            .arg(QString::fromStdString(options.tuner), coreText(stopRuleOf(options).text())));
        button->setAccessibleName(MainWindow::tr("Next run: %1").arg(button->text()));
    };
    QObject::connect(&window.runView(), &RunView::settingsChanged, button, show);
    QObject::connect(button, &QToolButton::clicked, button, [&window] { goToView(window, QStringLiteral("run")); });
    show();
    return button;
}

/// Makes a button with a frame and text for an action.
QToolButton* makeText(MainWindow& window, const char* id, const QString& text)
{
    auto* button = makeControl<QToolButton>(QString::fromLatin1(id));
    button->setText(text);
    window.actionRegistry().whenAdded(QString::fromLatin1(id), button, [button, text](QAction* action) {
        action->setIconText(text);
        button->setDefaultAction(action);
    });
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAccessibleName(text);
    return framed(button);
}

/// Adds buttons that are hidden while a view with the same ones is in front, so that each command has one visible place.
void addUnlessShown(const MainWindow& window, QToolBar& bar, const char* view, std::initializer_list<BoxItem> buttons)
{
    auto* group = new QWidget; // hiding the action of a button would change whether the button is enabled
    inRow(group, buttons, QMargins(), bar.layout()->spacing());
    QAction* added = bar.addWidget(group);
    QObject::connect(window.findChild<QDockWidget*>(QLatin1String(view)), &QDockWidget::visibilityChanged, added,
                     [added](bool isShown) { added->setVisible(!isShown); });
}

/// The filters, where trials are shown or some are left out. What is beside them stays where it is.
void addFilters(MainWindow& window, QToolBar& bar)
{
    QAction* filters = bar.addWidget(new FilterBar(window.workspace()));
    auto* rest = new QWidget;
    rest->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    QAction* gap = bar.addWidget(rest);
    const auto show = [&window, filters, gap] {
        const Layout mode = window.layouts().layout();
        const bool isShown = mode == Layout::Tune || mode == Layout::Analyse || !window.workspace().filters().all().empty();
        filters->setVisible(isShown);
        gap->setVisible(!isShown);
    };
    QObject::connect(&window.layouts(), &Layouts::changed, &bar, show);
    QObject::connect(&window.workspace().filters(), &Filters::changed, &bar, show);
    show();
}

void addTools(MainWindow& window)
{
    constexpr int height = 42; // also with filters, so that the modes below do not move
    QToolBar* bar = addBar(window, "mainToolBar", MainWindow::tr("Main Tools"), Qt::TopToolBarArea);
    bar->setMinimumHeight(height);
    for (const char* id : {"file.open", "go.back", "go.forward"}) {
        bar->addAction(window.actionRegistry().action(QString::fromLatin1(id)));
    }
    addFilters(window, *bar);
    QAction* leave = bar->addWidget(makeText(window, "view.maximise", MainWindow::tr("Leave Full View (F11)")));
    const auto showLeave = [&window, leave] { leave->setVisible(!window.layouts().maximised().isEmpty()); };
    QObject::connect(&window.layouts(), &Layouts::changed, bar, showLeave);
    showLeave();
    addUnlessShown(window, *bar, "network", {makeText(window, "network.run", MainWindow::tr("Run Network"))});
    addUnlessShown(window, *bar, "config", {makeText(window, "config.measure", MainWindow::tr("Measure Config"))});
    addUnlessShown(
        window, *bar, "run",
        {framed(makeRunSettings(window)), makeText(window, "run.stop", MainWindow::tr("Stop")), framed(makeStart(window))});
}

} // namespace

void makeToolBars(MainWindow& window)
{
    addModes(window);
    addTools(window);
}

} // namespace knobscope
