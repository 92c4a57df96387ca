// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/background/latestwork.h"

#include <QString>

#include <optional>

namespace knobscope {

/// Reads a project in a thread and through a connection of its own, one question at a time: a new one takes the place of that
/// before it, which is given up. Answers come to the GUI thread. Used from the GUI thread.
class ProjectReader : public QObject
{
    Q_OBJECT
public:
    using Answer = LatestWork::Deliver;
    /// Runs in the reader's thread; what it returns is called in the GUI thread, unless another question was asked meanwhile.
    using Question = std::function<Answer(Project& project, const std::atomic<bool>& isCancelled)>;

    explicit ProjectReader(QObject* parent = nullptr);

    /// Another file, or the same opened anew; gives up what goes on. Empty: none.
    void setPath(const QString& path);
    /// Does nothing without a file.
    void ask(Question question);
    /// The usual kind, as LatestWork::ask(): what `find` gives, from the reader's thread, is handed to `take` in the GUI thread.
    template<class Find, class Take>
    void ask(Find find, Take take)
    {
        ask([find = std::move(find), take = std::move(take)](Project& project, const std::atomic<bool>& isCancelled) -> Answer {
            const auto found = std::make_shared<decltype(find(project, isCancelled))>(find(project, isCancelled));
            return [take, found] { take(std::move(*found)); };
        });
    }
    void cancel() { m_work.cancel(); }
    /// As LatestWork has them.
    void stop() { m_work.stop(); }
    void finishNow() { m_work.finishNow(); }
    void tell(Answer notice) { m_work.tell(std::move(notice)); }
    bool isBusy() const { return m_work.isBusy(); }

signals:
    /// The file could not be opened, or memory did not suffice.
    void failed(const QString& sentence);

private:
    /// Opened by the first question, in the reader's thread.
    struct Connection {
        std::string path;
        std::optional<Project> project;
    };
    std::shared_ptr<Connection> m_connection; ///< null: no file
    LatestWork m_work;
};

} // namespace knobscope
