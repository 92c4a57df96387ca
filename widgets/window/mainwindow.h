// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "widgets/chart/livechart.h"
#include "widgets/control/runcontrol.h"
#include "widgets/log/logview.h"
#include "widgets/session/tuningsession.h"
#include "widgets/space/spaceeditor.h"
#include "widgets/tasks/taskview.h"

#include <QMainWindow>

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
    void refreshViews() { m_chart->refreshNow(); }
    /// Every view with its name, for pictures and tests.
    std::vector<std::pair<QString, QWidget*>> views();
    SpaceEditor& spaceEditor() { return *m_space; }
    RunControl& runControl() { return *m_control; }
    LiveChart& chart() { return *m_chart; }
    TuningSession& session() { return m_session; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeDocks();
    void makeMenus();
    void connectSession();
    void loadTasks();
    void openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target, std::vector<SpaceEdit> edits);
    void start();
    void finish(const RunFinished& result, const QString& problem);
    void saveAs();
    void problem(const QString& sentence);
    void showTitle();

    TaskView* m_tasks;
    SpaceEditor* m_space;
    RunControl* m_control;
    LiveChart* m_chart;
    LogView* m_log;
    TuningSession m_session;
    std::optional<Task> m_task;
    QString m_label;
    QString m_projectPath;
    QString m_lastProblem;
    QByteArray m_defaultLayout;
};

} // namespace knobscope
