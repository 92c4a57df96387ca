// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/background/serialwork.h"

#include <memory>
#include <optional>
#include <type_traits>

namespace knobscope {

/// Answers the small questions that views ask of a project, a row or the new points of a run, in a thread and through a
/// connection of its own, in the order asked. The GUI thread waits a few frames for an answer, so that a click shows its effect
/// at once; while another program holds the file's lock, or an earlier answer is outstanding, it does not wait, and the answer
/// comes when it is there. Questions that take long belong to a ProjectReader. GUI thread only.
class QuickReader
{
public:
    /// How long asking waits for the answer.
    static constexpr std::chrono::milliseconds kPatience{40};
    /// Another patience for all readers: tests on a loaded machine wait longer.
    static void setPatience(std::chrono::milliseconds patience) { patienceOfAll() = patience; }
    static std::chrono::milliseconds patience() { return patienceOfAll(); }

    QuickReader();
    /// Another file, or the same opened anew; drops what was asked. Empty: none.
    void setPath(const QString& path);
    /// Hands what `find` gives, a Result, to `take`, in the GUI thread: before this returns, or later as long as `asker` lives. A
    /// newer question of the same asker and name takes the place of one that is not answered. A failure without a file.
    template<class Find, class Take>
    void ask(QObject* asker, const QString& name, Find find, Take take);
    /// Waits for all answers (pictures, tests).
    void finishNow() { m_work.finishNow(); }

private:
    static std::chrono::milliseconds& patienceOfAll();
    /// Opened by the first question, in the reader's thread.
    struct Connection {
        std::string path;
        std::optional<Project> project;
        /// Waits for another program's lock until `stop`.
        Result<Project*> open();
    };
    void add(QObject* asker, const QString& name, SerialWork::Work work);
    static bool triesAgain(const Error& error, const std::atomic<bool>& stop);
    std::shared_ptr<Connection> m_connection; ///< null: no file
    bool m_isLate = false; ///< an answer was waited for in vain, and one is outstanding since
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
            const auto found = std::make_shared<Found>(caught([&]() -> Found {
                while (true) {
                    const auto project = connection->open();
                    Found answer = project ? find(**project) : Found(fail(project));
                    if (answer || !triesAgain(answer.error(), stop)) {
                        return answer;
                    }
                }
            }));
            return SerialWork::Deliver([take, found]() mutable { take(*found); });
        });
}

} // namespace knobscope
