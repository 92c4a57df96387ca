// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latestwork.h"

#include <QObject>
#include <QPointer>
#include <QProgressDialog>

#include <cstdint>
#include <functional>

class QMenu;

namespace knobscope {

class MainWindow;
struct BackgroundJob;

/// Kind of a dropped or opened file, detected from its first bytes; a model from its name, since ONNX files have no magic number.
/// Results: of another tuner.
/// Other includes missing and unreadable files.
enum class FileKind : uint8_t { Project, Log, Trace, Model, Schedule, Results, Other };
FileKind fileKind(const QString& path);
/// Returns the message for an unsupported file.
QString unsupportedFileMessage(const QString& path);

/// The "file." actions: new, open, open recent, save as, report, close, quit. A project is closed only after its run has ended
/// and, unless the user explicitly discards it, after it has a name. GUI thread only.
class FileActions : public QObject
{
    Q_OBJECT
public:
    explicit FileActions(MainWindow& window);

    /// The "Open Recent" menu, with the same entries as the welcome page.
    QMenu* recentMenu() const { return m_recent; }
    /// Adds the action "edit.notes", which follows the others of its menu.
    void addNotes();
    /// Opens any supported file; reports unsupported ones.
    void openFile(const QString& path);
    /// Replaces the open project.
    void openProject(const QString& path);
    /// Asks whether to give up the run and the `other` work (null: none that would be lost); calls `yes` if confirmed. Results
    /// and the queue stay in the project.
    void askToStop(const QString& button, const BackgroundJob* other, const std::function<void()>& yes);
    /// Reports what is not written to the project yet, and closes the window once it is, unless the user decides otherwise.
    void askToWait();
    /// Stops the run, if any, and calls `then` after it has ended.
    void stopRun(const std::function<void()>& then);

private:
    /// Shows the file dialog with this filter preselected.
    void open(const QString& filter);
    bool hasWork() const;
    void fillRecent();
    void handIn();
    void showOpening();
    /// Adds another tuner's results to the project as a run.
    void importResults(const QString& path);
    /// Asks for the path and calls `then` after the project is saved.
    void saveAs(const std::function<void()>& then = {});
    void save();
    /// Closes the project, after asking if something would be lost, and calls `then`.
    void leave(const std::function<void()>& then);
    void askToKeep(const std::function<void()>& then);
    MainWindow& m_window;
    QMenu* m_recent;
    LatestWork m_import;
    QPointer<QProgressDialog> m_opening; ///< while a project is opening; shown if that takes long
};

} // namespace knobscope
