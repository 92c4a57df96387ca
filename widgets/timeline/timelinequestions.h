// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/query/projectreader.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// What the timeline asks its project, a thread a kind of question; answers come in the GUI thread, unless another project was
/// opened meanwhile. GUI thread only.
class TimelineQuestions : public QObject
{
    Q_OBJECT
public:
    /// While one is answered the newest of its kind waits, so that the picture moves while one pans; from Find on the older one
    /// is given up.
    enum Kind : uint8_t { Content, Picture, Minimap, Span, Preview, Find, Place, Statistics, Chosen };
    template<class Work>
    using Found = std::invoke_result_t<Work&, Project&, const std::atomic<bool>&>;

    void setProject(const QString& path);
    bool hasProject() const { return !m_path.isEmpty(); }
    bool isBusy() const;
    /// Waits for what is asked and delivers the answers (pictures, tests).
    void finishNow();

    /// `work(project, stop)` gives a Result, in the thread of its kind.
    template<class Work>
    void ask(Kind kind, Work work, std::function<void(Found<Work>)> answer)
    {
        put(kind,
            [this, kind, work = std::move(work),
             answer = std::move(answer)](Project& project, const std::atomic<bool>& stop) mutable -> ProjectReader::Answer {
                auto found = std::make_shared<Found<Work>>(caught([&] { return work(project, stop); }));
                return [this, kind, answer, found] {
                    putNext(kind);
                    answer(std::move(*found));
                };
            });
    }

signals:
    /// The project cannot be read.
    void failed(const QString& sentence);

private:
    struct Desk {
        ProjectReader reader;
        ProjectReader::Question next; ///< null: none waits
    };
    void put(Kind kind, ProjectReader::Question question);
    void putNext(Kind kind);

    QString m_path;
    std::map<Kind, Desk> m_desks;
};

} // namespace knobscope
