// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/quitsignals.h"

#include "widgets/window/mainwindow.h"

#include <QCoreApplication>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace knobscope {

namespace {

constexpr int signalsToQuit[] = {SIGTERM, SIGINT, SIGHUP};
std::atomic<int> pipeEnd{-1}; // a handler is called without arguments of its own
std::atomic<pid_t> owner{0};

extern "C" void knobscopeQuitSignal(int /*signal*/)
{
    const int before = errno;
    if (getpid() == owner) { // not in a worker that was forked a moment ago
        const char byte = 0;
        [[maybe_unused]] const ssize_t written = write(pipeEnd, &byte, 1);
    }
    errno = before;
}

} // namespace

QuitSignals::QuitSignals(MainWindow& window)
{
    if (pipe2(m_ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // signals end the program as they always do
    }
    owner = getpid();
    pipeEnd = m_ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_ends[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, &window, [this, &window] {
        m_notifier->setEnabled(false);
        window.saveSession();
        window.session().stop();
        QCoreApplication::exit(EXIT_SUCCESS); // dialogs that wait for an answer included
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
