// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interruptguard.h"

#include <atomic>
#include <chrono>

namespace knobscope::cli {

namespace {

std::atomic<int> interrupted = 0; // set by a handler, read by a thread: sig_atomic_t is only safe within one thread
static_assert(std::atomic<int>::is_always_lock_free);

} // namespace

InterruptGuard::InterruptGuard(LoopControl& control)
    : m_control(control)
{
    interrupted = 0;
    struct sigaction action{};
    action.sa_handler = [](int signal) { interrupted = signal; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (size_t i = 0; i < kCaughtSignals.size(); ++i) {
        sigaction(kCaughtSignals[i], &action, &m_old[i]);
        if (kCaughtSignals[i] == SIGHUP && m_old[i].sa_handler == SIG_IGN) {
            sigaction(kCaughtSignals[i], &m_old[i], nullptr);
        }
    }
    m_watch = std::jthread([this](const std::stop_token& done) {
        while (!done.stop_requested()) {
            if (interrupted != 0) {
                m_control.stop();
                return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        }
    });
}

InterruptGuard::~InterruptGuard()
{
    m_watch = {}; // stops it
    for (size_t i = 0; i < kCaughtSignals.size(); ++i) {
        sigaction(kCaughtSignals[i], &m_old[i], nullptr);
    }
}

int InterruptGuard::signalNumber()
{
    return interrupted;
}

} // namespace knobscope::cli
