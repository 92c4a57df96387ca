// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of the timeline: the choice of runs and traces, their lanes, and following a run.
#include "widgets/views/timeline/timelineview.h"

#include "widgets/base/coretext.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/project/runchoice.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>

#include <algorithm>
#include <ranges>

namespace knobscope {

namespace {

constexpr int64_t kFollowedNanoseconds = 10'000'000'000; // nanoseconds visible while following a run

} // namespace

/// The loaded lanes.
struct TimelineView::Content {
    std::vector<TrackRow> tracks; ///< of one run, or of all
    std::optional<Interval> extent; ///< time range of the run; nullopt: all runs, or no trials yet
    std::vector<Interval> pauses;
    std::vector<CounterRow> counters;
    std::vector<TraceRow> traces; ///< all traces of the project
};

void TimelineView::connectSource()
{
    connect(&workspace(), &Workspace::projectMoved, this, [this] { m_wasMoved = true; });
    connect(&workspace(), &Workspace::projectChanged, this, &TimelineView::open);
    connect(&workspace(), &Workspace::runWanted, this, &TimelineView::followTask);
    connect(&workspace().selection(), &Selection::changed, this,
            [this] { followTask(workspace().selection().current().run); }); // shows the run of a trial clicked anywhere
    connect(m_sources, &QComboBox::activated, this, [this] {
        const QVariantList data = m_sources->currentData().toList();
        chooseSource(data.value(0).toLongLong(), data.value(1).toLongLong());
    });
    connect(m_canvas, &TimelineCanvas::moved, this, [this] { setFollowing(false); });
    connect(m_minimap, &Minimap::pictureNeeded, this, &TimelineView::requestMinimap);
    connect(m_minimap, &Minimap::rangeRequested, this, [this](qint64 from, qint64 to) {
        setFollowing(false);
        m_canvas->show(from, to);
    });
}

void TimelineView::open()
{
    m_queries.setProject(workspace().projectPath());
    m_gflops = std::make_shared<GflopsCounter>(workspace().runTrials());
    if (!std::exchange(m_wasMoved, false)) {
        m_trace = 0;
        m_run = 0;
        m_loaded.reset();
        m_firstSeen.reset();
        m_isFollowing = true;
        showMode();
        changeSource();
    }
    if (m_queries.hasProject()) {
        read();
    } else {
        showContent({});
    }
}

void TimelineView::read()
{
    if (!m_queries.hasProject()) {
        return;
    }
    const qint64 live = workspace().session().isRunning() ? workspace().session().run() : 0;
    if (live > 0 && (m_isFollowing || live != m_live)) {
        m_run = live;
        setFollowing(true);
    } else if (!workspace().run(m_run) && !workspace().runs().empty()) {
        m_run = workspace().runs().back().id;
    }
    m_live = live > 0 ? live : m_live;
    m_queries.ask(
        TimelineQueries::Content,
        [trace = m_trace, run = run()](Project& project, const auto& stop) { return readContent(project, trace, run, stop); },
        [this, asked = shown()](Content content) {
            if (asked == shown()) {
                showContent(std::move(content));
            }
        });
}

Result<TimelineView::Content> TimelineView::readContent(Project& project, qint64 trace, qint64 run, const std::atomic<bool>& stop)
{
    auto tracks = TRY(timelineTracks(project, trace, run));
    auto counters = TRY(timelineCounters(project, trace));
    auto traces = TRY(timelineTraces(project));
    const auto extent = TRY(run > 0 ? extentOfRun(project, run) : Result<std::optional<Interval>>());
    auto pauses = TRY(timelinePauses(project, tracks, &stop));
    return Content{std::move(tracks), extent, std::move(pauses), std::move(counters), std::move(traces)};
}

void TimelineView::showContent(Content content)
{
    const bool isEmpty = content.tracks.empty();
    const int64_t first = isEmpty ? 0 : std::ranges::min(content.tracks | std::views::transform(&TrackRow::first));
    const int64_t last = isEmpty ? 0 : std::ranges::max(content.tracks | std::views::transform(&TrackRow::last));
    listSources(content);
    const bool isNew = !isEmpty && m_loaded != shown();
    m_canvas->setContent(std::move(content.tracks), isEmpty ? std::vector<CounterRow>() : std::move(content.counters));
    m_map = content.pauses.empty() ? nullptr : std::make_shared<const TimeMap>(std::move(content.pauses), last - first);
    m_canvas->setMap(m_isSqueezed ? m_map : nullptr);
    if (isEmpty) { // clears previous content and pending pictures
        m_queries.forget(TimelineQueries::Picture);
        m_queries.forget(TimelineQueries::Minimap);
        m_canvas->setPicture({});
        m_minimap->setImage({}, m_canvas->scene().extent);
        return;
    }
    const TuningSession& session = workspace().session();
    const bool isLive = isOwn() && session.isRunning() && m_run == session.run();
    const RunRow* live = isLive ? workspace().run(m_run) : nullptr;
    if (live && !m_isAll) {
        const auto began = static_cast<int64_t>(live->started * 1e9);
        m_canvas->setExtent({std::min(last - 1000, began), last});
    } else {
        m_canvas->setExtent(content.extent.value_or(std::pair(first, last)));
    }
    if (isNew) {
        m_loaded = shown();
        m_canvas->setOrigin(m_canvas->scene().extent.first);
        m_canvas->fitAll();
        if (m_firstSeen) {
            m_canvas->show(m_firstSeen->first, m_firstSeen->second);
            m_firstSeen.reset();
        }
        showChosen();
    }
    if (m_isFollowing && live) {
        const int64_t width = std::clamp<int64_t>(last - m_canvas->scene().extent.first, 1'000'000'000, kFollowedNanoseconds);
        m_canvas->show(last - width, last + width / 20);
    }
    requestMinimap();
}

void TimelineView::listSources(const Content& content)
{
    const QSignalBlocker blocker(m_sources);
    m_sources->clear();
    const auto add = [this](const QString& text, qint64 trace, qint64 run) {
        m_sources->addItem(text, QVariantList{trace, run});
    };
    add(tr("All runs of this project"), 0, 0);
    for (const RunRow& run : workspace().runs() | std::views::reverse) {
        add(runName(run), 0, run.id);
    }
    QStringList problems;
    for (const TraceRow& trace : content.traces) {
        const QString path = QString::fromStdString(trace.path);
        add(tr("Trace %1").arg(QFileInfo(path).fileName()), trace.id, 0);
        m_sources->setItemData(m_sources->count() - 1, path, Qt::ToolTipRole);
        for (size_t i = 0; trace.id == m_trace && i < trace.problems.size(); ++i) {
            problems << coreText(trace.problems[i]);
        }
    }
    m_sources->setCurrentIndex(std::max(0, m_sources->findData(QVariantList{m_trace, run()})));
    const bool hasOthers = !content.traces.empty() || workspace().runs().size() > 1;
    m_pages->showPage(!content.tracks.empty() || hasOthers || m_files->isImporting());
    m_problems->setText(problems.join(QLatin1Char(' ')));
    m_problems->setVisible(!problems.isEmpty());
}

void TimelineView::chooseSource(qint64 trace, qint64 run)
{
    if (trace == 0) {
        m_isAll = run == 0;
        m_run = m_isAll ? m_run : run;
        m_loaded.reset(); // forces a fresh start
        setFollowing(false);
    }
    showTrace(trace);
    m_canvas->setFocus();
}

void TimelineView::changeSource()
{
    for (const auto kind : {TimelineQueries::Span, TimelineQueries::Find, TimelineQueries::Place}) {
        m_queries.forget(kind); // their lanes no longer exist
    }
    m_canvas->setRange(std::nullopt);
    applySpan(std::nullopt, false);
    m_canvas->setChosen({}, {});
    m_canvas->setPreview({});
    updateFilters();
    showFilterNote();
    emit state().changed();
}

void TimelineView::showTrace(qint64 trace)
{
    if (std::exchange(m_trace, trace) != trace) {
        changeSource();
    }
    showMode();
    read();
}

void TimelineView::showAllRuns(bool isAll)
{
    m_isAll = isAll;
    showTrace(m_trace);
}

void TimelineView::followTask(qint64 run)
{
    if (isOwn() && m_run != run && workspace().run(run) && !workspace().session().isRunning()) {
        m_run = run;
        showTrace(m_trace);
    }
}

void TimelineView::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    showMode();
}

void TimelineView::showAll()
{
    setFollowing(false);
    m_canvas->fitAll();
}

void TimelineView::squeeze(bool isSqueezed)
{
    m_isSqueezed = isSqueezed;
    m_canvas->setMap(isSqueezed ? m_map : nullptr);
    requestMinimap();
}

void TimelineView::requestMinimap()
{
    m_queries.ask(TimelineQueries::Minimap, m_minimap->drawing(),
                  [this, extent = m_canvas->scene().extent](const QImage& image) { m_minimap->setImage(image, extent); });
}

void TimelineView::bindSource()
{
    state().bind(
        QStringLiteral("allRuns"), [this] { return m_isAll; }, [this](const QJsonValue& value) { m_isAll = value.toBool(); });
    state().bind(
        QStringLiteral("run"), [this] { return m_run; }, [this](const QJsonValue& value) { m_run = value.toInteger(m_run); });
    state().bind(
        QStringLiteral("trace"), [this] { return m_trace; }, [this](const QJsonValue& value) { showTrace(value.toInteger()); });
    // As texts: a double cannot represent nanoseconds since 1970.
    const auto begin = std::make_shared<qint64>(0);
    const auto timeUnlessFollowing = [this](qint64 time) {
        return m_isFollowing ? QJsonValue(QJsonValue::Undefined) : QJsonValue(QString::number(time));
    };
    state().bind(
        QStringLiteral("from"), [this, timeUnlessFollowing] { return timeUnlessFollowing(m_canvas->scene().scale.from); },
        [begin](const QJsonValue& value) { *begin = value.toString().toLongLong(); });
    state().bind(
        QStringLiteral("to"), [this, timeUnlessFollowing] { return timeUnlessFollowing(m_canvas->scene().scale.to); },
        [this, begin](const QJsonValue& value) {
            if (const qint64 end = value.toString().toLongLong(); end > *begin) {
                setFollowing(false);
                m_firstSeen = Interval(*begin, end);
            }
        });
    state().watch(m_canvas, &TimelineCanvas::moved);
    state().watch(m_canvas, &TimelineCanvas::pinnedChanged);
}

ExportedSpans TimelineView::exported(bool onlyRange) const
{
    const TimelineScene& scene = m_canvas->scene();
    return {run(), m_trace, onlyRange ? scene.range : std::nullopt, scene.extent};
}

} // namespace knobscope
