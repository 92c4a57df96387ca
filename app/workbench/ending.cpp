// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/ending.h"

#include "widgets/shell/mainwindow.h"

#include <QCoreApplication>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace knobscope {

namespace {

struct ClosingWords {
    Q_DECLARE_TR_FUNCTIONS(ClosingDeadline)
};

/// Exits without destructors: running threads still use globals.
[[noreturn]] void endAtOnce(const std::string& words)
{
    std::fprintf(stderr, "knobscope: %s\n", words.c_str());
    std::fflush(stderr);
    std::_Exit(EXIT_FAILURE);
}

/// Waits until the project file has the run as ended: then it contains all its trials. Polls the file, because without an event
/// loop no signal arrives.
bool endsInTime(const std::string& path, int64_t run)
{
    constexpr std::chrono::milliseconds look(20);
    const auto limit = std::chrono::steady_clock::now() + closingPatience;
    auto project = Project::open(path, Project::Mode::ReadOnly);
    while (project && std::chrono::steady_clock::now() < limit) {
        if (const auto row = project->run(run); row && (row->state == "stopped" || row->state == "finished")) {
            return true;
        }
        std::this_thread::sleep_for(look);
    }
    return false;
}

constexpr int signalsToQuit[] = {SIGTERM, SIGINT, SIGHUP};
std::atomic<int> pipeEnd{-1}; // global because a signal handler takes no user data
std::atomic<pid_t> owner{0};

extern "C" void knobscopeQuitSignal(int /*signal*/)
{
    const int before = errno;
    if (getpid() == owner) { // not in a worker process that was just forked
        const char byte = 0;
        [[maybe_unused]] const ssize_t written = write(pipeEnd, &byte, 1);
    }
    errno = before;
}

} // namespace

void limitClosing(std::function<QString()> unwritten)
{
    const QString words = ClosingWords::tr("What went on in the background did not end within %1 s and was given up; what was "
                                           "kept in the project stays.")
                              .arg(closingPatience.count());
    std::thread([words, unwritten = std::move(unwritten)] {
        std::this_thread::sleep_for(closingPatience);
        endAtOnce((words + QLatin1Char('\n') + unwritten()).trimmed().toStdString());
    }).detach(); // ends with the process
}

DisplayLoss::DisplayLoss(MainWindow& window)
    : m_window(std::make_shared<MainWindow*>(&window))
{
#ifdef __GLIBC__
    on_exit(
        [](int, void* argument) {
            const std::unique_ptr<std::shared_ptr<MainWindow*>> held(static_cast<std::shared_ptr<MainWindow*>*>(argument));
            if (MainWindow* window = std::exchange(**held, nullptr)) {
                endAtOnce(lastWords(*window));
            }
        },
        new std::shared_ptr<MainWindow*>(m_window));
#endif
}

DisplayLoss::~DisplayLoss()
{
    *m_window = nullptr;
}

std::string DisplayLoss::lastWords(MainWindow& window)
{
    TuningSession& session = window.workspace().session();
    const bool wasRunning = session.isRunning();
    const qint64 run = session.run();
    const QString project = window.workspace().projectPath();
    session.stop();
    const bool hasEnded = !wasRunning || run == 0 || endsInTime(project.toStdString(), run);
    window.saveSession();
    QStringList words{MainWindow::tr("The display is gone, so that the window ends.")};
    words << (project.isEmpty() ? MainWindow::tr("No project was open.")
                                : MainWindow::tr("Everything that was measured is in %1.").arg(project));
    if (wasRunning && run > 0) {
        words << (hasEnded ? MainWindow::tr("Run %1 was stopped; open the project to go on with it.").arg(run)
                           : MainWindow::tr("Run %1 did not stop in time; open the project to go on with it.").arg(run));
    }
    return words.join(QLatin1Char(' ')).toStdString();
}

QuitSignals::QuitSignals(MainWindow& window)
{
    if (pipe2(m_ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // signals keep their default action
    }
    owner = getpid();
    pipeEnd = m_ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_ends[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, &window, [this, &window] {
        m_notifier->setEnabled(false);
        window.saveSession();
        window.session().stop();
        QCoreApplication::exit(EXIT_SUCCESS); // also closes dialogs that wait for an answer
    });
    struct sigaction action = {};
    action.sa_handler = knobscopeQuitSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    for (const int signal : signalsToQuit) {
        sigaction(signal, &action, nullptr);
    }
}

QuitSignals::~QuitSignals()
{
    for (const int signal : signalsToQuit) {
        std::signal(signal, SIG_DFL);
    }
    pipeEnd = -1;
    m_notifier.reset();
    for (const int end : m_ends) {
        if (end >= 0) {
            close(end);
        }
    }
}

} // namespace knobscope
