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

struct ClosingTexts {
    Q_DECLARE_TR_FUNCTIONS(ClosingDeadline)
};

/// Exits without destructors: running threads still use globals.
[[noreturn]] void exitNow(const std::string& message)
{
    std::fprintf(stderr, "knobscope: %s\n", message.c_str());
    std::fflush(stderr);
    std::_Exit(EXIT_FAILURE);
}

/// Waits until the project file has the run as ended: then it contains all its trials. Polls the file, because without an event
/// loop no signal arrives.
bool waitForRunEnd(const std::string& path, int64_t run)
{
    constexpr std::chrono::milliseconds look(20);
    const auto limit = std::chrono::steady_clock::now() + kClosingTimeout;
    auto project = Project::open(path, Project::Mode::ReadOnly);
    while (project && std::chrono::steady_clock::now() < limit) {
        if (const auto row = project->run(run); row && (row->state == "stopped" || row->state == "finished")) {
            return true;
        }
        std::this_thread::sleep_for(look);
    }
    return false;
}

constexpr int kQuitSignals[] = {SIGTERM, SIGINT, SIGHUP};
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
    const QString message =
        ClosingTexts::tr("Background work did not finish within %1 s and was cancelled; everything saved in the project is kept.")
            .arg(kClosingTimeout.count());
    std::thread([message, unwritten = std::move(unwritten)] {
        std::this_thread::sleep_for(kClosingTimeout);
        exitNow((message + QLatin1Char('\n') + unwritten()).trimmed().toStdString());
    }).detach(); // ends with the process
}

DisplayConnectionWatcher::DisplayConnectionWatcher(MainWindow& window)
    : m_window(std::make_shared<MainWindow*>(&window))
{
#ifdef __GLIBC__
    on_exit(
        [](int, void* argument) {
            const std::unique_ptr<std::shared_ptr<MainWindow*>> held(static_cast<std::shared_ptr<MainWindow*>*>(argument));
            if (MainWindow* window = std::exchange(**held, nullptr)) {
                exitNow(closingMessage(*window));
            }
        },
        new std::shared_ptr<MainWindow*>(m_window));
#endif
}

DisplayConnectionWatcher::~DisplayConnectionWatcher()
{
    *m_window = nullptr;
}

std::string DisplayConnectionWatcher::closingMessage(MainWindow& window)
{
    TuningSession& session = window.workspace().session();
    const bool wasRunning = session.isRunning();
    const qint64 run = session.run();
    const QString project = window.workspace().projectPath();
    session.stop();
    const bool hasEnded = !wasRunning || run == 0 || waitForRunEnd(project.toStdString(), run);
    window.saveSession();
    QStringList message{MainWindow::tr("Lost the connection to the display; closing.")};
    message << (project.isEmpty() ? MainWindow::tr("No project was open.")
                                  : MainWindow::tr("All measurements are saved in %1.").arg(project));
    if (wasRunning && run > 0) {
        message << (hasEnded ? MainWindow::tr("Run %1 was stopped. Open the project to resume it.").arg(run)
                             : MainWindow::tr("Run %1 did not stop in time. Open the project to resume it.").arg(run));
    }
    return message.join(QLatin1Char(' ')).toStdString();
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
    for (const int signal : kQuitSignals) {
        sigaction(signal, &action, nullptr);
    }
}

QuitSignals::~QuitSignals()
{
    for (const int signal : kQuitSignals) {
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
