// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/projectreader.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Queries of the timeline to its project, with a thread for each kind; results are delivered in the GUI thread, unless another
/// project was opened meanwhile. GUI thread only.
class TimelineQueries : public QObject
{
    Q_OBJECT
public:
    /// While a query runs, the newest of its kind waits, so that the picture updates during panning; from Find on a new query
    /// cancels the running one.
    enum Kind : uint8_t { Content, Picture, Minimap, Span, Preview, Find, Place, Statistics, Chosen };
    template<class Work>
    using Found = std::invoke_result_t<Work&, Project&, const std::atomic<bool>&>;
    using Failed = std::function<void(const Error& error)>;

    void setProject(const QString& path);
    bool hasProject() const { return !m_path.isEmpty(); }
    bool isBusy() const;
    /// Drops the result of queries of this kind.
    void forget(Kind kind);
    /// Waits for all queries and delivers the results (screenshots, tests).
    void finishNow();

    /// Runs `work(project, stop)` in the thread of its kind and passes its value to `answer`; reports an error by failed(), or to
    /// `onError` if given.
    template<class Work>
    void ask(Kind kind, Work work, std::function<void(typename Found<Work>::value_type)> answer, Failed onError = {})
    {
        start(kind,
              [this, kind, work = std::move(work), answer = std::move(answer),
               onError = std::move(onError)](Project& project, const std::atomic<bool>& stop) mutable -> ProjectReader::Answer {
                  auto found = std::make_shared<Found<Work>>(catchExceptions([&] { return work(project, stop); }));
                  return [this, kind, answer, onError, found] {
                      startNext(kind);
                      if (*found) {
                          answer(std::move(**found));
                      } else {
                          onError ? onError(found->error()) : reportError(found->error());
                      }
                  };
              });
    }

signals:
    /// The project cannot be read, or a query failed.
    void failed(const QString& sentence);

private:
    struct Query {
        ProjectReader reader;
        ProjectReader::Question next; ///< null: none is waiting
    };
    void start(Kind kind, ProjectReader::Question question);
    void startNext(Kind kind);
    void reportError(const Error& error);

    QString m_path;
    std::map<Kind, Query> m_queries;
};

} // namespace knobscope
