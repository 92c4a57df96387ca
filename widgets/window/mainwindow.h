// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionregistry.h"
#include "widgets/chart/livechart.h"
#include "widgets/control/runcontrol.h"
#include "widgets/log/logview.h"
#include "widgets/space/spaceeditor.h"
#include "widgets/tasks/taskview.h"
#include "widgets/window/sessionstate.h"
#include "widgets/workspace/view.h"

#include <QMainWindow>

class QStackedWidget;

namespace knobscope {

class Autosave;
class FileActions;
class Layouts;
class StatusMessages;

/// The workbench: all registered views around one workspace.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a project file and its last run's task, so that there is something to look at, without questions. False, with the
    /// reason in the log, when it cannot be opened; a task that this version cannot make leaves it open.
    bool openProject(const QString& path);
    /// The same while the window stays usable; `then` is told whether it is open.
    void openInBackground(const QString& path, const std::function<void(bool)>& then = {});
    /// Opens a project, a log to compare, a trace, a recorded space or a model, whichever it is. Asks before a project is left
    /// that has no name yet or that a run writes to.
    void openFile(const QString& path) { openFiles({path}); }
    /// One after the other; all that cannot be opened is said.
    void openFiles(const QStringList& paths);
    /// Opens a task by id as in the tree.
    void chooseTask(const QString& id) { view<TaskView>().choose(id); }
    /// Geometry and docks of the last time; with `session` also project, task, selection, filters and the views' states.
    /// It waits for the project so long, and the rest comes when that is open.
    void restore(bool session, std::chrono::milliseconds patience = std::chrono::hours(1));
    /// Keeps what restore() brings back, at once; done by itself a second after changes and when the window is closed.
    void saveSession();
    QString lastProblem() const { return m_lastProblem; }
    void refreshViews();
    /// Every view with its id, for pictures and tests.
    const NamedViews& views() const { return m_views; }
    const StatusMessages& messages() const { return *m_messages; }
    /// Brings a view to the front, floating and hidden ones and the pages in the middle, too.
    void showView(const QString& id);
    /// The page in the middle that there is something to see on.
    void showCenter();
    template<class V>
    V& view() const
    {
        for (const auto& [id, view] : m_views) {
            if (auto* found = qobject_cast<V*>(view)) {
                return *found;
            }
        }
        qFatal("The view is not registered");
    }
    SpaceEditor& spaceEditor() { return view<SpaceEditor>(); }
    RunControl& runControl() { return view<RunControl>(); }
    LiveChart& chart() { return view<LiveChart>(); }
    TuningSession& session() { return m_workspace.session(); }
    Workspace& workspace() { return m_workspace; }
    Layouts& layouts() const { return *m_layouts; }
    ActionRegistry& actionRegistry() { return m_actions; }

protected:
    /// Asks before a run or other work is given up.
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    /// Passes over what is behind another dock's tab, or left out by a layout: one could not see where the keys go.
    bool focusNextPrevChild(bool next) override;

private:
    void makeViews();
    void addActions();
    void addViewActions();
    void makeToolBars();
    void connectWorkspace();
    void connectNetworks();
    bool isWriting();
    void showOpened(const QString& path);
    void report(MessageLevel level, const QString& text, qint64 config = -1, const Sentence& said = {});
    void showTitle();

    Workspace m_workspace;
    ActionRegistry m_actions;
    QStackedWidget* m_center;
    NamedViews m_views; ///< in the order of the registry
    Layouts* m_layouts = nullptr;
    FileActions* m_files = nullptr;
    StatusMessages* m_messages;
    Autosave* m_autosave;
    QString m_lastProblem;
    bool m_isLeaving = false; ///< closing was asked about: what goes on is given up
};

} // namespace knobscope
