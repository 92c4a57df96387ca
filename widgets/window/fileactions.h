// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QProgressDialog>

#include <cstdint>
#include <functional>

class QMenu;

namespace knobscope {

class MainWindow;
struct OtherWork;

/// What a file that was dropped or opened is, told from its first bytes; a model from its name, since ONNX files begin as they
/// like. Other: also what is not there, or cannot be read.
enum class FileKind : uint8_t { Project, Log, Trace, RecordedSpace, Model, Other };
FileKind fileKind(const QString& path);
/// What to say of a file that is none of ours.
QString notOurFile(const QString& path);

/// The "file." actions: new, open, open one of the recent projects, save elsewhere, close, quit. A project is left only when no
/// run writes to it any more and, unless it is thrown away in so many words, when it has a name. GUI thread only.
class FileActions : public QObject
{
    Q_OBJECT
public:
    explicit FileActions(MainWindow& window);

    /// "Open Recent", with what the welcome page lists.
    QMenu* recentMenu() const { return m_recent; }
    /// Whatever kind of file it is; what is none of ours is said.
    void openFile(const QString& path);
    /// In place of the one that is open.
    void openProject(const QString& path);
    /// Asks whether what goes on is to be given up, the run and `other` work (null: none that would end); `yes` is what is done
    /// then. What was measured and the queue stay in the project.
    void askToStop(const QString& button, const OtherWork* other, const std::function<void()>& yes);
    /// Says what is not written to the project yet, and closes the window when it is, unless a person decides otherwise.
    void askToWait();
    /// Stops the run, if one goes on, and goes on with `then` when it has ended.
    void stopRun(const std::function<void()>& then);

private:
    /// Asks for files of these kinds first.
    void open(const QString& filter);
    void fillRecent();
    void showOpening();
    /// Asks where to, and goes on with `then` when all is there.
    void saveAs(const std::function<void()>& then = {});
    /// Closes the project, after questions where something would be lost, and goes on with `then`.
    void leave(const std::function<void()>& then);
    void askToKeep(const std::function<void()>& then);
    MainWindow& m_window;
    QMenu* m_recent;
    QPointer<QProgressDialog> m_opening; ///< while one is opened; shown when that takes long
};

} // namespace knobscope
