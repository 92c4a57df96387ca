// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/serialwork.h"

#include "core/base/result.h"

#include <algorithm>

namespace knobscope {

SerialWork::SerialWork(QObject* parent)
    : QObject(parent)
{
}

SerialWork::~SerialWork()
{
    drop(); // m_thread is destroyed first and joins
}

void SerialWork::add(QObject* asker, const QString& key, Work work)
{
    const auto item = std::make_shared<Item>();
    item->asker = asker;
    item->key = key;
    item->work = std::move(work);
    {
        const std::lock_guard lock(m_mutex);
        if (!key.isEmpty()) {
            const auto isReplaced = [&](const std::shared_ptr<Item>& old) { return old->asker == asker && old->key == key; };
            for (const auto& old : m_items) {
                old->isWanted = old->isWanted && !isReplaced(old);
            }
            *m_unfinished -= static_cast<int>(std::erase_if(m_waiting, isReplaced));
            std::erase_if(m_items, [&](const auto& old) { return !old->isBegun && isReplaced(old); });
        }
        m_waiting.push_back(item);
        m_items.push_back(item);
        ++*m_unfinished;
    }
    if (!m_thread.joinable()) {
        m_thread = std::jthread([this](const std::stop_token& ended) { loop(ended); });
    }
    m_wake.notify_all();
}

void SerialWork::drop()
{
    const std::lock_guard lock(m_mutex);
    *m_unfinished -= static_cast<int>(m_waiting.size());
    m_waiting.clear();
    for (const auto& item : m_items) {
        item->stop = true;
    }
    m_items.clear();
}

void SerialWork::loop(const std::stop_token& ended)
{
    while (true) {
        std::shared_ptr<Item> item;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, ended, [this] { return !m_waiting.empty(); });
            if (ended.stop_requested()) {
                return;
            }
            item = std::move(m_waiting.front());
            m_waiting.pop_front();
            item->isBegun = true;
        }
        auto answer = catchExceptions([&]() -> Result<Deliver> { return item->work(item->stop); });
        item->work = nullptr; // releases its captures
        {
            const std::lock_guard lock(m_mutex);
            item->answer = answer ? std::move(*answer) : nullptr;
            item->isDone = true;
            --*m_unfinished;
        }
        m_wake.notify_all();
        QMetaObject::invokeMethod(this, &SerialWork::deliver, Qt::QueuedConnection);
    }
}

/// Removes each item from the list before delivery: if an answer makes a new request, nothing is delivered twice.
void SerialWork::deliver()
{
    while (true) {
        std::shared_ptr<Item> done;
        {
            const std::lock_guard lock(m_mutex);
            if (m_items.empty() || !m_items.front()->isDone) {
                return;
            }
            done = std::move(m_items.front());
            m_items.pop_front();
        }
        if (done->answer && done->isWanted && done->asker) {
            done->answer();
        }
        if (m_items.empty()) {
            emit idle();
        }
    }
}

bool SerialWork::finishWithin(std::chrono::milliseconds timeout)
{
    const auto limit = std::chrono::steady_clock::now() + timeout;
    while (!m_items.empty()) {
        {
            std::unique_lock lock(m_mutex);
            const auto last = m_items.back();
            if (!m_wake.wait_until(lock, limit, [&] { return last->isDone; })) {
                return false;
            }
        }
        deliver();
    }
    return true;
}

void SerialWork::finishNow()
{
    while (!finishWithin(std::chrono::hours(1))) {
    }
}

} // namespace knobscope
