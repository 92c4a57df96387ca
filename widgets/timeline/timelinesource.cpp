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
    connect(&workspace.selection(), &Selection::changed, this,
            [this] { followTask(m_workspace.selection().current().run); }); // a trial that is clicked anywhere is shown
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

QString TimelineSource::shown() const
{
    return QStringLiteral("%1 %2 %3").arg(m_workspace.projectPath()).arg(m_trace).arg(run());
}

void TimelineSource::read()
{
    if (!m_questions.hasProject()) {
        return;
    }
    const qint64 live = m_workspace.session().isRunning() ? m_workspace.session().run() : 0;
    if (live > 0 && (m_isFollowing || live != m_live)) {
        m_run = live;
        setFollowing(true);
    } else if (!m_workspace.run(m_run) && !m_workspace.runs().empty()) {
        m_run = m_workspace.runs().back().id;
    }
    m_live = live > 0 ? live : m_live;
    m_questions.content(m_trace, run(), [this, asked = shown()](Result<TimelineContent> content) {
        if (content && asked == shown()) {
            take(std::move(*content));
        } else if (!content) {
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
    const bool isNew = !isEmpty && m_loaded != shown();
    m_canvas.setContent(std::move(content.tracks), isEmpty ? std::vector<CounterRow>() : std::move(content.counters));
    m_map = content.pauses.empty() ? nullptr : std::make_shared<const TimeMap>(std::move(content.pauses), last - first);
    applyMap();
    const bool isRunning = isOwn() && m_workspace.session().isRunning();
    const bool isLive = isRunning || std::exchange(m_wasRunning, isRunning); // the last spans come with the end
    const RunRow* live = isLive && m_run == m_workspace.session().run() ? m_workspace.run(m_run) : nullptr;
    if (isEmpty) {
        return;
    }
    if (live && !m_isAll) {
        const auto began = static_cast<int64_t>(live->started * 1e9);
        m_canvas.setExtent({std::min(last - 1000, began), last});
    } else {
        m_canvas.setExtent(content.extent.value_or(std::pair(first, last)));
    }
    if (isNew) {
        m_loaded = shown();
        m_canvas.setOrigin(m_canvas.extent().first);
        m_canvas.fitAll();
        if (m_firstSeen) {
            m_canvas.show(m_firstSeen->first, m_firstSeen->second);
            m_firstSeen.reset();
        }
        emit begun();
    }
    if (m_isFollowing && live) {
        const int64_t width = std::clamp<int64_t>(last - m_canvas.extent().first, 1'000'000'000, followedSpan);
        m_canvas.show(last - width, last + width / 20);
    }
    askMinimap();
}

void TimelineSource::list(const std::vector<TraceRow>& traces)
{
    m_list.setSources(m_workspace.runs(), traces);
    m_list.setCurrent({m_trace, run()});
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
    if (source.trace == 0) {
        m_isAll = source.run == 0;
        m_run = m_isAll ? m_run : source.run;
        m_loaded.clear(); // as if it had just been opened
        setFollowing(false);
    }
    showTrace(source.trace);
    m_canvas.setFocus();
}

void TimelineSource::showTrace(qint64 trace)
{
    if (std::exchange(m_trace, trace) != trace) {
        emit changed();
    }
    emit sourceChanged();
    read();
}

void TimelineSource::chooseRun(qint64 run)
{
    m_run = run;
    showTrace(m_trace);
}

void TimelineSource::showAllRuns(bool isAll)
{
    m_isAll = isAll;
    showTrace(m_trace);
}

void TimelineSource::followTask(qint64 run)
{
    if (isOwn() && m_run != run && m_workspace.run(run) && !m_workspace.session().isRunning()) {
        chooseRun(run);
    }
}

void TimelineSource::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    emit followingChanged(isFollowing);
}

void TimelineSource::squeeze(bool isSqueezed)
{
    m_isSqueezed = isSqueezed;
    applyMap();
    askMinimap();
}

void TimelineSource::applyMap()
{
    m_canvas.setMap(m_isSqueezed ? m_map : nullptr);
    m_minimap.setMap(m_canvas.scale().map);
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
    return {run(), m_trace, onlyRange ? m_canvas.range() : std::nullopt, m_canvas.extent()};
}

} // namespace knobscope
