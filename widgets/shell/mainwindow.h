// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/actionregistry.h"
#include "widgets/project/view.h"
#include "widgets/shell/sessionstate.h"
#include "widgets/shell/windowviews.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/run/runview.h"
#include "widgets/views/space/spaceeditor.h"
#include "widgets/views/speed/speedview.h"
#include "widgets/views/tasks/taskview.h"

#include <QMainWindow>

#include <chrono>

class QStackedWidget;

namespace knobscope {

class Autosave;
class FileActions;
class Layouts;
class Projector;
class StatusMessages;

/// How long closing waits for background work, which is told to stop and discards trials in flight; it usually takes less than a
/// second.
inline constexpr std::chrono::seconds kClosingTimeout(10);

/// The main window: all registered views and one workspace.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a project file and its last run's task, without questions. Returns false and logs the reason if it cannot be opened;
    /// a task that this version cannot create is not an error.
    bool openProject(const QString& path);
    /// The same in the background; calls `then` with whether it is open.
    void openInBackground(const QString& path, const std::function<void(bool)>& then = {});
    /// Opens a project, a log to compare, a trace or a model, by the kind of the file. Asks before closing a
    /// project that has no name yet or is used by a run.
    void openFile(const QString& path) { openFiles({path}); }
    /// Opens files one after the other; reports each that cannot be opened.
    void openFiles(const QStringList& paths);
    /// Opens a task by its id in the tree.
    void chooseTask(const QString& id) { view<TaskView>().choose(id); }
    /// Restores geometry and docks; with `session` also project, task, selection, filters and the views' states. Waits up to
    /// `timeout` for the project; the rest is restored once it is open.
    void restore(bool session, std::chrono::milliseconds timeout = std::chrono::hours(1));
    /// Saves the state for restore() at once; happens automatically a second after changes and when the window is closed.
    void saveSession();
    QString lastProblem() const { return m_lastProblem; }
    void refreshViews();
    /// All views with their ids. Makes those that are missing (WindowViews).
    const NamedViews& views() const { return m_views->all(); }
    /// A view by its id, made now if it was not yet; null: no such view.
    View* viewOf(const QString& id) const { return m_views->make(id); }
    const StatusMessages& messages() const { return *m_messages; }
    /// Brings a view to the front, also a floating or hidden one or a page in the middle.
    void showView(const QString& id);
    /// Shows the page in the middle that has something to show.
    void showCenter();
    /// A view by its class, made now if it was not yet.
    template<class V>
    V& view() const
    {
        return *static_cast<V*>(m_views->make(V::staticMetaObject));
    }
    SpaceEditor& spaceEditor() { return view<SpaceEditor>(); }
    RunView& runView() { return view<RunView>(); }
    SpeedView& chart() { return view<SpeedView>(); }
    TuningSession& session() { return m_workspace.session(); }
    Workspace& workspace() { return m_workspace; }
    Layouts& layouts() const { return *m_layouts; }
    Projector& projector() const { return *m_projector; }
    ActionRegistry& actionRegistry() { return m_actions; }

protected:
    /// Asks before a run or other work is given up.
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    /// Makes the views that are shown at first.
    void setVisible(bool isVisible) override;
    /// Skips widgets behind another dock's tab or hidden by a layout, where the focus would be invisible.
    bool focusNextPrevChild(bool next) override;

private:
    void addActions();
    void addDockActions();
    void connectView(View& view);
    void connectWorkspace();
    void connectNetworks();
    bool isWriting();
    void showOpened(const QString& path);
    void report(MessageLevel level, const QString& text, qint64 config = -1, const Sentence& sentence = {});
    void showTitle();

    Workspace m_workspace;
    ActionRegistry m_actions;
    QStackedWidget* m_center;
    WindowViews* m_views;
    Layouts* m_layouts = nullptr;
    Projector* m_projector = nullptr;
    FileActions* m_files = nullptr;
    StatusMessages* m_messages;
    Autosave* m_autosave;
    QString m_lastProblem;
    bool m_isLeaving = false; ///< the user has agreed to give up running work
};

} // namespace knobscope
