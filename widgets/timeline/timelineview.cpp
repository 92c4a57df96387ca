// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline shows: which source, which part of it, and what of it is chosen.
#include "widgets/timeline/timelineview.h"

#include "widgets/timeline/rangepanel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/translation/coretext.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

constexpr int64_t followedSpan = 10'000'000'000; // nanoseconds kept in sight while a run goes on

} // namespace

void TimelineView::connectCanvas()
{
    connect(m_canvas, &TimelineCanvas::pictureNeeded, this, &TimelineView::askPicture);
    connect(m_canvas, &TimelineCanvas::scaleChanged, this,
            [this] { m_minimap->setSeen(m_canvas->scale().from, m_canvas->scale().to); });
    connect(m_canvas, &TimelineCanvas::scrollChanged, this, &TimelineView::syncScrollBar);
    connect(m_canvas, &TimelineCanvas::moved, this, [this] { setFollowing(false); });
    connect(m_canvas, &TimelineCanvas::rangeChanged, this, &TimelineView::askStatistics);
    connect(m_canvas, &TimelineCanvas::spanClicked, this, [this](const TrackRow& track, int depth, qint64 time, qint64 reach) {
        m_questions.spanAt(track, depth, time, reach, [this](Result<std::optional<SpanDetail>> span) {
            if (span) {
                takeSpan(*span, false);
                if (!*span) {
                    workspace().selection().clear();
                }
            }
        });
    });
    connect(m_canvas, &TimelineCanvas::neighbourWanted, this, &TimelineView::askNeighbour);
    connect(m_canvas, &TimelineCanvas::trialHovered, this,
            [this](qint64 run, qint64 trial) { workspace().selection().hover({run, trial}); });
    const auto deselect = [this] {
        takeSpan(std::nullopt, false);
        workspace().selection().clear();
    };
    connect(m_canvas, &TimelineCanvas::escapePressed, this, deselect);
    connect(m_canvas, &TimelineCanvas::emptyClicked, this, deselect);
    connect(m_minimap, &Minimap::wanted, this, [this](qint64 from, qint64 to) {
        setFollowing(false);
        m_canvas->show(from, to);
    });
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
    connect(m_range, &RangePanel::filterWanted, this, &TimelineView::filterToRange);
    connect(m_range, &RangePanel::exportWanted, this, [this] { chooseExportFile(true); });
}

void TimelineView::connectWorkspace()
{
    connect(&workspace(), &Workspace::projectChanged, this, &TimelineView::openProject);
    connect(&workspace(), &Workspace::runsChanged, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::trialsAdded, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::runWanted, this, &TimelineView::followTask);
    connect(&workspace(), &Workspace::runsChanged, this, [this] {
        if (!workspace().filters().all().empty()) {
            applyFilters(); // another run, another task
        }
    });
    connect(&workspace().filters(), &Filters::changed, this, &TimelineView::applyFilters);
    connect(&workspace().selection(), &Selection::changed, this, &TimelineView::askChosen);
    connect(&workspace().selection(), &Selection::hoverChanged, this, &TimelineView::askPreview);
    connect(m_files, &TraceFiles::importBegan, this, [this] { m_stack->setCurrentWidget(m_content); });
    connect(m_files, &TraceFiles::importEnded, this, [this](qint64 trace) {
        if (trace > 0) {
            showTrace(trace);
        } else {
            showEmptyState(m_canvas->lanes().lanes().empty());
        }
    });
    connect(m_files, &TraceFiles::told, this, [this](const QString& status, const QString& reason) {
        m_status->setText(status);
        m_status->setToolTip(reason);
    });
}

bool TimelineView::isIdle() const
{
    return !m_questions.isBusy() && !m_files->isBusy() && !isWaiting() && m_pictures == 0;
}

void TimelineView::openProject()
{
    m_questions.setProject(workspace().projectPath());
    m_matching.reset();
    m_trace = 0;
    m_shownRun = 0;
    m_pictures = 0;
    m_loaded.clear();
    m_isFollowing = true;
    m_follow->setChecked(true);
    m_canvas->setRange(std::nullopt);
    takeSpan(std::nullopt, false);
    m_canvas->setChosen({}, {});
    m_canvas->setPreview({});
    if (workspace().projectPath().isEmpty()) {
        takeContent({});
    } else {
        refreshAtOnce();
    }
}

void TimelineView::refreshNow()
{
    m_isForced = true;
    (void)grab(QRect(0, 0, 1, 1)); // lays out what was never shown
    refreshAtOnce();
    QElapsedTimer waited;
    waited.start();
    // Screenshots and tests alone come here: what the threads answer is taken at once.
    for (bool isDone = false; !isDone && waited.elapsed() < 5000;) {
        refreshStale();
        const bool wasIdle = isIdle(); // then all answers are posted
        m_questions.deliverNow();
        isDone = wasIdle && isIdle();
        QThread::msleep(isDone ? 0 : 1);
    }
    m_isForced = false;
}

void TimelineView::refresh()
{
    if (!m_questions.hasProject()) {
        return;
    }
    m_questions.content(m_trace, [this](Result<TimelineContent> content) {
        if (content) {
            takeContent(std::move(*content));
        } else {
            m_status->setText(coreText(content.error()));
        }
    });
}

void TimelineView::takeContent(TimelineContent content)
{
    int64_t first = std::numeric_limits<int64_t>::max();
    int64_t last = std::numeric_limits<int64_t>::min();
    for (const TrackRow& track : content.tracks) {
        first = std::min(first, track.first);
        last = std::max(last, track.last);
    }
    const bool isEmpty = content.tracks.empty();
    showEmptyState(isEmpty && content.traces.empty());
    listSources(content.traces);
    const QString what = QStringLiteral("%1 %2").arg(workspace().projectPath()).arg(m_trace);
    const bool isNew = !isEmpty && m_loaded != what;
    m_canvas->setContent(std::move(content.tracks), isEmpty ? std::vector<CounterRow>() : std::move(content.counters));
    const bool isRunning = isOwn() && workspace().session().isRunning();
    const bool isLive = isRunning || std::exchange(m_wasRunning, isRunning); // the last spans come with the end
    const RunRow* live = isLive ? workspace().run(workspace().session().run()) : nullptr;
    if (live && m_shownRun != live->id) {
        m_shownRun = live->id;
        m_canvas->setOrigin(static_cast<int64_t>(live->started * 1e9));
        listSources(content.traces);
    }
    if (live) {
        m_canvas->setExtent({std::min(last - 1000, static_cast<int64_t>(live->started * 1e9)), last});
    } else if (!isEmpty && (isNew || m_trace > 0 || m_shownRun <= 0)) {
        m_canvas->setExtent({first, last});
    }
    if (isEmpty) {
        return;
    }
    if (isNew) {
        m_loaded = what;
        if (!live) {
            m_canvas->setOrigin(first);
        }
        m_canvas->fitAll();
        if (m_restored) {
            m_canvas->show(m_restored->first, m_restored->second);
            m_restored.reset();
        } else if (isOwn() && m_shownRun >= 0 && !live && !workspace().runs().empty()) {
            goToRun(workspace().runs().back().id);
        }
        askChosen();
    } else if (m_isFollowing && live) {
        const int64_t width = std::clamp<int64_t>(last - m_canvas->extent().first, 1'000'000'000, followedSpan);
        m_canvas->show(last - width, last + width / 20);
    }
    askMinimap();
}

void TimelineView::listSources(const std::vector<TraceRow>& traces)
{
    m_sources->setSources(workspace().runs(), traces);
    m_sources->setCurrent({m_trace, isOwn() ? std::max<qint64>(0, m_shownRun) : 0});
    QStringList problems;
    for (const TraceRow& trace : traces) {
        for (size_t i = 0; trace.id == m_trace && i < trace.problems.size(); ++i) {
            problems << coreText(trace.problems[i]);
        }
    }
    m_problems->setText(problems.join(QLatin1Char(' ')));
    m_problems->setVisible(!problems.isEmpty());
}

void TimelineView::chooseSource(SourceList::Source source)
{
    m_shownRun = source.run > 0 ? source.run : -1;
    if (source.trace != m_trace) {
        showTrace(source.trace);
    }
    if (source.trace == 0) {
        setFollowing(false);
        if (source.run > 0) {
            goToRun(source.run);
        } else {
            m_loaded.clear(); // as if it had just been opened
            refreshAtOnce();
        }
    }
    m_canvas->setFocus();
}

void TimelineView::showTrace(qint64 trace)
{
    if (trace != m_trace) {
        m_trace = trace;
        m_canvas->setRange(std::nullopt);
        takeSpan(std::nullopt, false);
        m_canvas->setChosen({}, {});
    }
    m_filterNote->setVisible(isOwn() && !workspace().filters().all().empty());
    refreshAtOnce();
}

void TimelineView::followTask(qint64 run)
{
    if (isOwn() && m_shownRun != run && !workspace().session().isRunning()) {
        goToRun(run);
        if (m_sources->contains({0, run})) {
            m_sources->setCurrent({0, run});
        }
    }
}

void TimelineView::goToRun(qint64 run)
{
    m_shownRun = run;
    m_questions.extentOfRun(run, [this](Result<std::optional<std::pair<int64_t, int64_t>>> extent) {
        if (extent && *extent && isOwn()) {
            m_canvas->setExtent(**extent);
            m_canvas->setOrigin((*extent)->first);
            m_canvas->fitAll();
            askMinimap();
        }
    });
}

void TimelineView::setFollowing(bool follow)
{
    m_isFollowing = follow;
    m_follow->setChecked(follow);
    if (follow) {
        refreshSoon();
    }
}

void TimelineView::askPicture()
{
    if (!m_questions.hasProject() || m_canvas->lanes().lanes().empty() || !(isVisible() || m_isForced)) {
        return;
    }
    m_pictures = 1;
    PictureRequest above = m_canvas->request(true);
    PictureRequest below = m_canvas->request(false);
    above.matching = below.matching = isOwn() ? m_matching : nullptr;
    above.run = below.run = std::max<qint64>(0, m_shownRun);
    m_questions.pictures(std::move(above), std::move(below), [this](Result<std::pair<LanePicture, LanePicture>> pictures) {
        m_pictures = 0;
        if (pictures) {
            m_canvas->setPictures(std::move(pictures->first), std::move(pictures->second));
        } else {
            m_status->setText(coreText(pictures.error()));
        }
    });
}

void TimelineView::askMinimap()
{
    const MinimapRequest request{m_canvas->lanes().tracks(), m_minimap->scale(m_canvas->extent()), m_minimap->height(),
                                 devicePixelRatioF(), palette()};
    m_questions.minimap(request, [this, extent = m_canvas->extent()](Result<QImage> image) {
        if (image) {
            m_minimap->setImage(*image, extent);
        }
    });
}

void TimelineView::importTrace(const QString& path)
{
    m_files->importFrom(path);
}

void TimelineView::exportTrace(const QString& path, bool onlyRange)
{
    m_files->exportTo(path, exportedSpans(onlyRange));
}

ExportedSpans TimelineView::exportedSpans(bool onlyRange) const
{
    return {isOwn() ? std::max<qint64>(0, m_shownRun) : 0, m_trace, onlyRange ? m_canvas->range() : std::nullopt,
            m_canvas->extent()};
}

void TimelineView::chooseExportFile(bool onlyRange)
{
    if (m_canvas->lanes().lanes().empty()) {
        workspace().say(MessageLevel::Info, tr("There are no spans to export yet: start a run, or import a trace."));
    } else if (onlyRange && !m_canvas->range()) {
        workspace().say(MessageLevel::Info, tr("Mark a range first: drag on the ruler, or press M."));
    } else {
        m_files->chooseExport(exportedSpans(onlyRange));
    }
}

QJsonObject TimelineView::saveState() const
{
    QJsonArray pinned;
    for (const QString& key : m_canvas->lanes().pinned()) {
        pinned.append(key);
    }
    QJsonObject state{{QStringLiteral("pinned"), pinned},
                      {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())},
                      {QStringLiteral("trace"), m_trace},
                      {QStringLiteral("following"), m_isFollowing}};
    if (!m_isFollowing) { // as text: a double cannot hold nanoseconds since 1970
        state[QStringLiteral("from")] = QString::number(m_canvas->scale().from);
        state[QStringLiteral("to")] = QString::number(m_canvas->scale().to);
    }
    return state;
}

void TimelineView::restoreState(const QJsonObject& state)
{
    QSet<QString> pinned;
    for (const QJsonValue& key : state[QStringLiteral("pinned")].toArray()) {
        pinned.insert(key.toString());
    }
    m_canvas->setPinned(pinned);
    m_splitter->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    arrangePanel();
    showTrace(state[QStringLiteral("trace")].toInteger());
    const qint64 from = state[QStringLiteral("from")].toString().toLongLong();
    const qint64 to = state[QStringLiteral("to")].toString().toLongLong();
    if (to > from) {
        setFollowing(false);
        m_restored = std::pair(from, to);
    }
}

} // namespace knobscope
