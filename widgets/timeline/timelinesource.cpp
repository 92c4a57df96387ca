// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinesource.h"

#include "widgets/translation/coretext.h"

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

constexpr int64_t followedSpan = 10'000'000'000; // nanoseconds kept in sight while a run goes on

} // namespace

TimelineSource::TimelineSource(Workspace& workspace, TimelineQuestions& questions, TimelineCanvas& canvas, Minimap& minimap,
                               SourceList& list)
    : m_workspace(workspace)
    , m_questions(questions)
    , m_canvas(canvas)
    , m_minimap(minimap)
    , m_list(list)
{
    connect(&workspace, &Workspace::projectChanged, this, &TimelineSource::open);
    connect(&workspace, &Workspace::runWanted, this, &TimelineSource::followTask);
    connect(&list, &SourceList::chosen, this, &TimelineSource::choose);
    connect(&canvas, &TimelineCanvas::moved, this, [this] { setFollowing(false); });
    connect(&minimap, &Minimap::wanted, this, [this](qint64 from, qint64 to) {
        setFollowing(false);
        m_canvas.show(from, to);
    });
}

void TimelineSource::open()
{
    m_questions.setProject(m_workspace.projectPath());
    m_trace = 0;
    m_run = 0;
    m_loaded.clear();
    m_isFollowing = true;
    emit followingChanged(true);
    emit changed();
    if (m_questions.hasProject()) {
        read();
    } else {
        take({});
    }
}

void TimelineSource::read()
{
    if (!m_questions.hasProject()) {
        return;
    }
    m_questions.content(m_trace, [this](Result<TimelineContent> content) {
        if (content) {
            take(std::move(*content));
        } else {
            emit failed(coreText(content.error()));
        }
    });
}

void TimelineSource::take(TimelineContent content)
{
    int64_t first = std::numeric_limits<int64_t>::max();
    int64_t last = std::numeric_limits<int64_t>::min();
    for (const TrackRow& track : content.tracks) {
        first = std::min(first, track.first);
        last = std::max(last, track.last);
    }
    const bool isEmpty = content.tracks.empty();
    emit wasRead(isEmpty && content.traces.empty());
    list(content.traces);
    const QString what = QStringLiteral("%1 %2").arg(m_workspace.projectPath()).arg(m_trace);
    const bool isNew = !isEmpty && m_loaded != what;
    m_canvas.setContent(std::move(content.tracks), isEmpty ? std::vector<CounterRow>() : std::move(content.counters));
    const bool isRunning = isOwn() && m_workspace.session().isRunning();
    const bool isLive = isRunning || std::exchange(m_wasRunning, isRunning); // the last spans come with the end
    const RunRow* live = isLive ? m_workspace.run(m_workspace.session().run()) : nullptr;
    if (live && m_run != live->id) {
        m_run = live->id;
        m_canvas.setOrigin(static_cast<int64_t>(live->started * 1e9));
        list(content.traces);
    }
    if (live) {
        m_canvas.setExtent({std::min(last - 1000, static_cast<int64_t>(live->started * 1e9)), last});
    } else if (!isEmpty && (isNew || m_trace > 0 || m_run <= 0)) {
        m_canvas.setExtent({first, last});
    }
    if (isEmpty) {
        return;
    }
    if (isNew) {
        m_loaded = what;
        if (!live) {
            m_canvas.setOrigin(first);
        }
        m_canvas.fitAll();
        if (m_firstSeen) {
            m_canvas.show(m_firstSeen->first, m_firstSeen->second);
            m_firstSeen.reset();
        } else if (isOwn() && m_run >= 0 && !live && !m_workspace.runs().empty()) {
            goToRun(m_workspace.runs().back().id);
        }
        emit begun();
    } else if (m_isFollowing && live) {
        const int64_t width = std::clamp<int64_t>(last - m_canvas.extent().first, 1'000'000'000, followedSpan);
        m_canvas.show(last - width, last + width / 20);
    }
    askMinimap();
}

void TimelineSource::list(const std::vector<TraceRow>& traces)
{
    m_list.setSources(m_workspace.runs(), traces);
    m_list.setCurrent({m_trace, isOwn() ? run() : 0});
    QStringList problems;
    for (const TraceRow& trace : traces) {
        for (size_t i = 0; trace.id == m_trace && i < trace.problems.size(); ++i) {
            problems << coreText(trace.problems[i]);
        }
    }
    emit problemsChanged(problems.join(QLatin1Char(' ')));
}

void TimelineSource::choose(SourceList::Source source)
{
    m_run = source.run > 0 ? source.run : -1;
    if (source.trace != m_trace) {
        showTrace(source.trace);
    }
    if (source.trace == 0) {
        setFollowing(false);
        if (source.run > 0) {
            goToRun(source.run);
        } else {
            m_loaded.clear(); // as if it had just been opened
            read();
        }
    }
    m_canvas.setFocus();
}

void TimelineSource::showTrace(qint64 trace)
{
    if (std::exchange(m_trace, trace) != trace) {
        emit changed();
    }
    read();
}

void TimelineSource::followTask(qint64 run)
{
    if (isOwn() && m_run != run && !m_workspace.session().isRunning()) {
        goToRun(run);
        if (m_list.contains({0, run})) {
            m_list.setCurrent({0, run});
        }
    }
}

void TimelineSource::goToRun(qint64 run)
{
    m_run = run;
    m_questions.extentOfRun(run, [this](Result<std::optional<std::pair<int64_t, int64_t>>> extent) {
        if (extent && *extent && isOwn()) {
            m_canvas.setExtent(**extent);
            m_canvas.setOrigin((*extent)->first);
            m_canvas.fitAll();
            askMinimap();
        }
    });
}

void TimelineSource::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    emit followingChanged(isFollowing);
}

void TimelineSource::askMinimap()
{
    const MinimapRequest request{m_canvas.lanes().tracks(), m_minimap.scale(m_canvas.extent()), m_minimap.height(),
                                 m_canvas.devicePixelRatioF(), m_canvas.palette()};
    m_questions.minimap(request, [this, extent = m_canvas.extent()](Result<QImage> image) {
        if (image) {
            m_minimap.setImage(*image, extent);
        }
    });
}

ExportedSpans TimelineSource::exported(bool onlyRange) const
{
    return {isOwn() ? run() : 0, m_trace, onlyRange ? m_canvas.range() : std::nullopt, m_canvas.extent()};
}

} // namespace knobscope
