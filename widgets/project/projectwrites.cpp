// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/projectwrites.h"

#include "core/store/databasewatch.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr std::chrono::milliseconds kDelayReportTime(1000); // longer writes are reported

} // namespace

ProjectWrites::ProjectWrites(QObject* parent)
    : QObject(parent)
{
    m_delayTimer.setInterval(kDelayReportTime / 4);
    connect(&m_delayTimer, &QTimer::timeout, this, &ProjectWrites::reportDelay);
}

ProjectWrites::~ProjectWrites()
{
    for (const auto& [path, queue] : m_queues) { // without callbacks: askers may be partly destroyed
        const auto unfinished = queue->work.unfinished();
        while (*unfinished > 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

void ProjectWrites::put(const QString& path, const QString& what, QObject* asker, const QString& key,
                        std::function<bool()> attempt, SerialWork::Deliver deliver)
{
    if (m_isCancelled) {
        return;
    }
    auto& queue = m_queues[path];
    if (!queue) {
        queue = std::make_unique<Queue>();
        connect(&queue->work, &SerialWork::idle, this, &ProjectWrites::reportIdle);
    }
    auto waiting = std::make_shared<const Waiting>(Waiting{what, std::chrono::steady_clock::now()});
    std::erase_if(queue->waiting, [](const auto& old) { return old.expired(); });
    queue->waiting.push_back(waiting);
    queue->work.add(asker, key,
                    [waiting = std::move(waiting), attempt = std::move(attempt),
                     deliver = std::move(deliver)](const std::atomic<bool>& stop) {
                        const LockWait wait(stop);
                        while (!attempt() && !stop) {
                        }
                        return deliver;
                    });
    m_delayTimer.start();
}

bool ProjectWrites::isBusy() const
{
    return std::ranges::any_of(m_queues, [](const auto& entry) { return entry.second->work.isBusy(); });
}

QString ProjectWrites::unwritten() const
{
    return unwrittenLater()();
}

std::function<QString()> ProjectWrites::unwrittenLater() const
{
    std::map<QString, std::vector<std::weak_ptr<const Waiting>>> all;
    for (const auto& [path, queue] : m_queues) {
        all[path] = queue->waiting;
    }
    return [all = std::move(all)] {
        QStringList sentences;
        for (const auto& [path, entries] : all) {
            QStringList names;
            for (const auto& entry : entries) {
                if (const auto waiting = entry.lock(); waiting && !names.contains(waiting->what)) {
                    names << waiting->what;
                }
            }
            if (!names.isEmpty()) {
                sentences << tr("Not yet saved to %1: %2. Another program is using the file; saving continues when that program "
                                "has finished.")
                                 .arg(path, names.join(QStringLiteral(", ")));
            }
        }
        return sentences.join(QLatin1Char('\n'));
    };
}

void ProjectWrites::reportDelay()
{
    const auto before = std::chrono::steady_clock::now() - kDelayReportTime;
    const auto isLate = [before](const std::weak_ptr<const Waiting>& entry) {
        const auto waiting = entry.lock();
        return waiting && waiting->since < before;
    };
    const auto hasLate = [&](const auto& entry) { return std::ranges::any_of(entry.second->waiting, isLate); };
    if (!m_isReported && std::ranges::any_of(m_queues, hasLate)) {
        m_isReported = true;
        emit delayed(unwritten());
    }
}

void ProjectWrites::reportIdle()
{
    if (!isBusy()) {
        m_delayTimer.stop();
        m_isReported = false;
        emit idle();
    }
}

bool ProjectWrites::finishWithin(std::chrono::milliseconds timeout)
{
    const auto limit = std::chrono::steady_clock::now() + timeout;
    while (isBusy()) {
        for (const auto& [path, queue] : m_queues) {
            const auto left = limit - std::chrono::steady_clock::now();
            if (!queue->work.finishWithin(std::chrono::duration_cast<std::chrono::milliseconds>(left))) {
                return false;
            }
        }
    }
    return true;
}

void ProjectWrites::finishNow()
{
    while (!finishWithin(std::chrono::hours(1))) {
    }
}

void ProjectWrites::giveUp()
{
    m_isCancelled = true;
    for (const auto& [path, queue] : m_queues) {
        queue->work.drop();
    }
}

ProjectWrites::Wait ProjectWrites::waitFor(const QString& path)
{
    const auto found = m_queues.find(path);
    const auto unfinished = found == m_queues.end() ? nullptr : found->second->work.unfinished();
    return [unfinished](const std::atomic<bool>& stop) {
        while (unfinished && *unfinished > 0 && !stop) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    };
}

} // namespace knobscope
