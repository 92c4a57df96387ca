// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/background/latestwork.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace knobscope {

/// A thread with a reading connection of its own to the project. Work that takes longer than a frame is asked here; its answer
/// comes back in the GUI thread. GUI thread only.
class ProjectWorker : public QObject
{
    Q_OBJECT
public:
    explicit ProjectWorker(QObject* parent = nullptr);
    ~ProjectWorker() override;

    /// The file to read; empty: none. Answers to what was asked of the last one no longer come.
    void setProject(const QString& path);
    bool hasProject() const { return !m_path.isEmpty(); }
    /// Whether something is asked or being answered.
    bool isBusy() const;

    /// Runs `work` there and `done` here with what it gave. A newer question of the same kind takes the place of one that waits;
    /// one that is being answered sees `stop` become true when `interrupts`.
    template<class T>
    void ask(const QString& kind, std::function<Result<T>(Project&, const std::atomic<bool>& stop)> work,
             std::function<void(Result<T>)> done, bool interrupts = false)
    {
        const QPointer<ProjectWorker> self(this);
        const int generation = m_generation;
        post(kind, interrupts, [=](Result<Project>& project, const std::atomic<bool>& stop) {
            auto answer = std::make_shared<Result<T>>(project ? caught([&] { return work(*project, stop); }) : fail(project));
            return std::function<void()>([=] {
                if (self && self->m_generation == generation) {
                    done(std::move(*answer));
                }
            });
        });
    }

private:
    using Job = std::function<std::function<void()>(Result<Project>&, const std::atomic<bool>&)>;
    struct Waiting {
        QString kind;
        Job job;
    };
    void post(const QString& kind, bool interrupts, Job job);
    void run();

    QString m_path;
    int m_generation = 0;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Waiting> m_waiting;
    QString m_running;
    std::string m_wanted; ///< path for the thread
    bool m_isStale = false;
    bool m_stopping = false;
    std::atomic<bool> m_interrupt{false};
    std::thread m_thread;
};

} // namespace knobscope
