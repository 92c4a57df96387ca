// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace knobscope {

class MainWindow;

/// Limits the time that closing waits for the threads of views, one of which may be blocked on a pipe or a lost disk. Called
/// after the event loop has ended: if the program is still running after kClosingTimeout, exits it with a message on stderr. The
/// message includes the result of `unwritten`, called then in another thread: what is not in a project yet. Committed data stays
/// in the project, as when the program is killed.
void limitClosing(std::function<QString()> unwritten);

/// Handles the loss of the X server or Wayland compositor, on which Qt calls exit() in the middle of an event loop turn: while
/// this object lives, stops the current run, so that its trials are in the project, and prints where they are and how to resume.
/// Does nothing if the C library has no on_exit().
class DisplayConnectionWatcher
{
public:
    explicit DisplayConnectionWatcher(MainWindow& window);
    ~DisplayConnectionWatcher();
    DisplayConnectionWatcher(const DisplayConnectionWatcher&) = delete;
    DisplayConnectionWatcher& operator=(const DisplayConnectionWatcher&) = delete;

    /// Stops the run and returns the message for the terminal.
    static std::string closingMessage(MainWindow& window);

private:
    std::shared_ptr<MainWindow*> m_window; ///< read by the exit handler; null once this object is destroyed
};

/// Makes SIGTERM, SIGINT and SIGHUP (logout, Ctrl+C, a closed terminal) act like Quit while this object lives: saves the session
/// and stops a run with all its trials in the project. A second signal ends the program at once. At most one object at a time.
class QuitSignals
{
public:
    explicit QuitSignals(MainWindow& window);
    ~QuitSignals();
    QuitSignals(const QuitSignals&) = delete;
    QuitSignals& operator=(const QuitSignals&) = delete;

private:
    int m_ends[2] = {-1, -1}; ///< read and write ends of the pipe that the handler writes to
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace knobscope
