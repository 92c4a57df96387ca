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
    using Failed = std::function<void(const Error& error)>;

    void setProject(const QString& path);
    bool hasProject() const { return !m_path.isEmpty(); }
    bool isBusy() const;
    /// Nobody waits for the answer of this kind any more.
    void forget(Kind kind);
    /// Waits for what is asked and delivers the answers (pictures, tests).
    void finishNow();

    /// What `work(project, stop)`, in the thread of its kind, comes to is handed to `answer`; why it came to nothing is told by
    /// failed(), or else to `otherwise`.
    template<class Work>
    void ask(Kind kind, Work work, std::function<void(typename Found<Work>::value_type)> answer, Failed otherwise = {})
    {
        put(kind,
            [this, kind, work = std::move(work), answer = std::move(answer),
             otherwise = std::move(otherwise)](Project& project, const std::atomic<bool>& stop) mutable -> ProjectReader::Answer {
                auto found = std::make_shared<Found<Work>>(caught([&] { return work(project, stop); }));
                return [this, kind, answer, otherwise, found] {
                    putNext(kind);
                    if (*found) {
                        answer(std::move(**found));
                    } else {
                        otherwise ? otherwise(found->error()) : tell(found->error());
                    }
                };
            });
    }

signals:
    /// The project cannot be read, or a question was not answered.
    void failed(const QString& sentence);

private:
    struct Desk {
        ProjectReader reader;
        ProjectReader::Question next; ///< null: none waits
    };
    void put(Kind kind, ProjectReader::Question question);
    void putNext(Kind kind);
    void tell(const Error& error);

    QString m_path;
    std::map<Kind, Desk> m_desks;
};

} // namespace knobscope
