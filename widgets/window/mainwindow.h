// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionregistry.h"
#include "widgets/chart/livechart.h"
#include "widgets/control/runcontrol.h"
#include "widgets/log/logview.h"
#include "widgets/space/spaceeditor.h"
#include "widgets/tasks/taskview.h"
#include "widgets/workspace/view.h"

#include <QMainWindow>

class QDockWidget;

namespace knobscope {

/// The first window: tasks, the space of one, run control, live chart and log around it.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);

    /// Opens a project file and shows its last run. False, with the reason in the log, when it cannot be opened.
    bool openProject(const QString& path);
    /// Opens a task by id as in the tree.
    void chooseTask(const QString& id) { m_tasks->choose(id); }
    void restoreLayout();
    QString lastProblem() const { return m_lastProblem; }
    void refreshViews();
    /// Every view with its name, for pictures and tests.
    std::vector<std::pair<QString, QWidget*>> views();
    SpaceEditor& spaceEditor() { return *m_space; }
    RunControl& runControl() { return *m_control; }
    LiveChart& chart() { return *m_chart; }
    TuningSession& session() { return m_workspace.session(); }
    Workspace& workspace() { return m_workspace; }
    ActionRegistry& actionRegistry() { return m_actions; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeDocks();
    QDockWidget* addDock(const QString& id, const QString& title, QWidget* view, Qt::DockWidgetArea area);
    void addViews();
    void addActions();
    void makeMenus();
    void connectWorkspace();
    void loadTasks();
    void showTask();
    void showProject();
    void askForProject();
    void saveAs();
    void report(MessageLevel level, const QString& text);
    void showTitle();

    Workspace m_workspace;
    ActionRegistry m_actions;
    TaskView* m_tasks;
    SpaceEditor* m_space;
    RunControl* m_control;
    LiveChart* m_chart;
    LogView* m_log;
    std::vector<std::pair<QString, View*>> m_views; ///< the registered ones, by id
    QString m_lastProblem;
    QByteArray m_defaultLayout;
};

} // namespace knobscope
