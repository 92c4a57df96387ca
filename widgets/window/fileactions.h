// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QMenu;

namespace knobscope {

class MainWindow;

/// The "file." actions: new, open, open one of the recent projects, save elsewhere, close, quit. A project is left only when no
/// run writes to it any more and, unless it is thrown away in so many words, when it has a name. GUI thread only.
class FileActions : public QObject
{
    Q_OBJECT
public:
    explicit FileActions(MainWindow& window);

    /// "Open Recent", with what the welcome page lists.
    QMenu* recentMenu() const { return m_recent; }
    /// The next run goes to a new unnamed project; the current task stays.
    void startNew();
    /// In place of the one that is open.
    void openProject(const QString& path);
    /// Asks whether what goes on and keeps others from measuring, the run or other work, is to be given up; `yes` is what is done
    /// then. What was measured and the queue stay in the project.
    void askToStop(const QString& button, const std::function<void()>& yes);
    /// Stops the run, if one goes on, and goes on with `then` when it has ended.
    void stopRun(const std::function<void()>& then);
    /// Back to the welcome page, without a project.
    void closeProject();

private:
    /// Asks for files of these kinds first.
    void open(const QString& filter);
    void fillRecent();
    void openRecent(const QString& path);
    /// Asks where to, and goes on with `then` when all is there.
    void saveAs(const std::function<void()>& then = {});
    /// Closes the project, after questions where something would be lost, and goes on with `then`.
    void leave(const std::function<void()>& then);
    void askToKeep(const std::function<void()>& then);
    MainWindow& m_window;
    QMenu* m_recent;
};

} // namespace knobscope
