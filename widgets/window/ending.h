// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace knobscope {

class MainWindow;

/// So long the end of the program waits for what still goes on: it is told to stop, and trials in flight are given up, so that
/// less than a second is usual.
inline constexpr std::chrono::seconds closingPatience(10);

/// A window's end waits for the threads of its views, and one of them may never come back: it reads a pipe, or a disk that is
/// gone. Called when the event loop has ended; a program that goes on for longer than closingPatience is ended then, with words
/// on the terminal, among them what `unwritten` gives then, in any thread: what is not in a project yet. What was committed to a
/// project stays, as when the program is killed.
void limitClosing(std::function<QString()> unwritten);

/// Qt ends the program with exit() when the X server or the Wayland compositor goes away, in the middle of a turn of the event
/// loop. As long as this lives, the run that goes on is stopped then, what was measured is in the project, and a line on the
/// terminal says where and how to go on. Does nothing where the C library has no on_exit().
class DisplayLoss
{
public:
    explicit DisplayLoss(MainWindow& window);
    ~DisplayLoss();
    DisplayLoss(const DisplayLoss&) = delete;
    DisplayLoss& operator=(const DisplayLoss&) = delete;

    /// What is done then: one sentence for the terminal.
    static std::string lastWords(MainWindow& window);

private:
    std::shared_ptr<MainWindow*> m_window; ///< what the exit handler finds; null when it is too late
};

/// As long as this lives, SIGTERM, SIGINT and SIGHUP (logging out, Ctrl+C, a closed terminal) end the program as Quit does: the
/// session is kept, and a run that goes on is stopped with all its trials in the project. The second such signal ends the
/// program at once. One at a time.
class QuitSignals
{
public:
    explicit QuitSignals(MainWindow& window);
    ~QuitSignals();
    QuitSignals(const QuitSignals&) = delete;
    QuitSignals& operator=(const QuitSignals&) = delete;

private:
    int m_ends[2] = {-1, -1}; ///< of the pipe: where it is read, where the handler writes
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace knobscope
