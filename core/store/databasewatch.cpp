// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/databasewatch.h"

#include <utility>

namespace knobscope {

namespace {

thread_local DatabaseWatch* watchOfThread = nullptr;
thread_local const std::atomic<bool>* stopOfThread = nullptr;

} // namespace

DatabaseWatch::DatabaseWatch()
{
    watchOfThread = this;
}

DatabaseWatch::~DatabaseWatch()
{
    watchOfThread = nullptr;
}

void DatabaseWatch::note(const std::string& use)
{
    if (watchOfThread) {
        watchOfThread->m_uses.push_back(use);
    }
}

bool DatabaseWatch::isWatching()
{
    return watchOfThread != nullptr;
}

LockWait::LockWait(const std::atomic<bool>& stop)
    : m_before(std::exchange(stopOfThread, &stop))
{
}

LockWait::~LockWait()
{
    stopOfThread = m_before;
}

bool LockWait::isStopped()
{
    return stopOfThread && *stopOfThread;
}

} // namespace knobscope
