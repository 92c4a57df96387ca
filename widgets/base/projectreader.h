// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/base/latestwork.h"

#include <QString>

#include <optional>

namespace knobscope {

/// Reads a project in the window's pool of threads with a connection of its own, one query at a time: a new query cancels and
/// replaces the previous one. Results are delivered in the GUI thread. Used from the GUI thread.
class ProjectReader : public QObject
{
    Q_OBJECT
public:
    using Answer = LatestWork::Deliver;
    /// Runs in the reader's thread; the function it returns runs in the GUI thread unless another query was started meanwhile.
    using Question = std::function<Answer(Project& project, const std::atomic<bool>& isCancelled)>;

    explicit ProjectReader(JobLength length = JobLength::Normal);

    /// Sets another file, or reopens the same; cancels the running query. Empty: none.
    void setPath(const QString& path);
    /// Starts a query; does nothing without a file.
    void ask(Question question);
    /// Convenience form, like LatestWork::ask(): `find` runs in the reader's thread and its result is passed to `take` in the GUI
    /// thread.
    template<class Find, class Take>
    void ask(Find find, Take take)
    {
        ask([find = std::move(find), take = std::move(take)](Project& project, const std::atomic<bool>& isCancelled) -> Answer {
            const auto found = std::make_shared<decltype(find(project, isCancelled))>(find(project, isCancelled));
            return [take, found] { take(std::move(*found)); };
        });
    }
    void cancel() { m_work.cancel(); }
    /// Same as in LatestWork.
    void stop() { m_work.stop(); }
    void finishNow() { m_work.finishNow(); }
    void notify(Answer notice) { m_work.notify(std::move(notice)); }
    bool isBusy() const { return m_work.isBusy(); }

signals:
    /// The file could not be opened, or memory ran out.
    void failed(const QString& sentence);

private:
    /// Opened by the first query, in the reader's thread.
    struct Connection {
        std::string path;
        std::optional<Project> project;
    };
    std::shared_ptr<Connection> m_connection; ///< null: no file
    LatestWork m_work;
};

} // namespace knobscope
