// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/base/serialwork.h"

#include <memory>
#include <optional>
#include <type_traits>

namespace knobscope {

/// Answers short queries of views, such as a row or the new points of a run, in a thread with a connection of its own, in order.
/// The GUI thread waits a frame for an answer, so that a click takes effect at once; while another program locks the file,
/// or an earlier answer is outstanding, it does not wait and the answer comes later. Use a ProjectReader for long queries. GUI
/// thread only.
class QuickReader
{
public:
    /// How long a query waits for its answer.
    static constexpr std::chrono::milliseconds kTimeout{16};
    /// Changes the wait time of all readers, for tests on a loaded machine.
    static void setTimeout(std::chrono::milliseconds timeout) { sharedTimeout() = timeout; }
    static std::chrono::milliseconds timeout() { return sharedTimeout(); }

    QuickReader();
    /// Sets another file, or reopens the same; drops pending queries. Empty: none.
    void setPath(const QString& path);
    /// Passes the Result of `find` to `take` in the GUI thread: before this returns, or later while `asker` lives. A newer query
    /// of the same asker and name replaces a pending one. Gives an error without a file.
    template<class Find, class Take>
    void ask(QObject* asker, const QString& name, Find find, Take take);
    /// Waits for all answers (for screenshots and tests).
    void finishNow() { m_work.finishNow(); }

private:
    static std::chrono::milliseconds& sharedTimeout();
    /// Opened by the first query, in the reader's thread.
    struct Connection {
        std::string path;
        std::optional<Project> project;
        /// Waits for another program's lock until `stop` is set.
        Result<Project*> open();
    };
    void add(QObject* asker, const QString& name, SerialWork::Work work);
    static bool shouldRetry(const Error& error, const std::atomic<bool>& stop);
    std::shared_ptr<Connection> m_connection; ///< null: no file
    bool m_isLate = false; ///< a wait timed out, and its answer is outstanding
    SerialWork m_work;
};

template<class Find, class Take>
void QuickReader::ask(QObject* asker, const QString& name, Find find, Take take)
{
    using Found = std::invoke_result_t<Find&, Project&>;
    if (!m_connection) {
        take(Found(fail(ErrorCode::NotFound, "No project is open")));
        return;
    }
    add(asker, name,
        [connection = m_connection, find = std::move(find), take = std::move(take)](const std::atomic<bool>& stop) mutable {
            const auto found = std::make_shared<Found>(catchExceptions([&]() -> Found {
                while (true) {
                    const auto project = connection->open();
                    Found answer = project ? find(**project) : Found(fail(project));
                    if (answer || !shouldRetry(answer.error(), stop)) {
                        return answer;
                    }
                }
            }));
            return SerialWork::Deliver([take, found]() mutable { take(*found); });
        });
}

} // namespace knobscope
