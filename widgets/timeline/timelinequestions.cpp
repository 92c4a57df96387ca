// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline asks its threads, and what it does with the answers.
#include "widgets/timeline/minimap.h"
#include "widgets/timeline/rangemodel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

constexpr int64_t followedSpan = 10'000'000'000; // nanoseconds kept in sight while a run goes on

struct Pictures {
    LanePicture pinned;
    LanePicture body;
};

} // namespace

bool TimelineView::isIdle() const
{
    return !m_painter.isBusy() && !m_reader.isBusy() && !m_importer.isRunning() && !m_exporter.isRunning()
        && !m_refresh.isActive() && m_pictures == 0;
}

void TimelineView::openProject()
{
    m_painter.setProject(workspace().projectPath());
    m_reader.setProject(workspace().projectPath());
    m_gflops = std::make_shared<GflopsCounter>();
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
        askContent();
    }
}

void TimelineView::refreshSoon()
{
    m_isStale = true;
    if (isVisible() && !m_refresh.isActive()) {
        m_refresh.start();
    }
}

void TimelineView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_isStale) {
        refreshSoon();
    }
}

void TimelineView::refreshNow()
{
    m_refresh.stop();
    m_isForced = true;
    (void)grab(QRect(0, 0, 1, 1)); // lays out what was never shown
    askContent();
    QElapsedTimer waited;
    waited.start();
    // Screenshots and tests alone come here: what the threads answer is taken at once.
    for (bool isDone = false; !isDone && waited.elapsed() < 5000;) {
        m_refresh.stop();
        const bool wasIdle = isIdle(); // then all answers are posted
        QCoreApplication::sendPostedEvents(&m_painter);
        QCoreApplication::sendPostedEvents(&m_reader);
        isDone = wasIdle && isIdle();
        QThread::msleep(isDone ? 0 : 1);
    }
    m_isForced = false;
}

void TimelineView::askContent()
{
    if (!m_painter.hasProject()) {
        return;
    }
    m_isStale = false;
    m_painter.ask<Content>(
        QStringLiteral("content"),
        [trace = m_trace](Project& project, const std::atomic<bool>&) -> Result<Content> {
            auto tracks = timelineTracks(project, trace);
            auto counters = timelineCounters(project, trace);
            auto traces = timelineTraces(project);
            if (!tracks || !counters || !traces) {
                return !tracks ? fail(tracks) : !counters ? fail(counters) : fail(traces);
            }
            return Content{std::move(*tracks), std::move(*counters), std::move(*traces)};
        },
        [this](Result<Content> content) {
            if (content) {
                takeContent(std::move(*content));
            } else {
                m_status->setText(coreText(content.error()));
            }
        });
}

void TimelineView::takeContent(Content content)
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
    const bool isRunning = m_trace == 0 && workspace().session().isRunning();
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
        } else if (m_trace == 0 && m_shownRun >= 0 && !live && !workspace().runs().empty()) {
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
    const QSignalBlocker blocker(m_sources);
    m_sources->clear();
    m_sources->addItem(tr("All runs of this project"), QVariantList{0, 0});
    for (const RunRow& run : workspace().runs()) {
        m_sources->addItem(
            tr("Run %1: %2, %3").arg(run.id).arg(QString::fromStdString(run.label), QString::fromStdString(run.tuner)),
            QVariantList{0, static_cast<qlonglong>(run.id)});
    }
    m_problems->hide();
    for (const TraceRow& trace : traces) {
        const QString path = QString::fromStdString(trace.path);
        m_sources->addItem(tr("Trace %1").arg(QFileInfo(path).fileName()), QVariantList{static_cast<qlonglong>(trace.id), 0});
        m_sources->setItemData(m_sources->count() - 1, path, Qt::ToolTipRole);
        if (trace.id == m_trace && !trace.problems.empty()) {
            QStringList lines;
            for (const std::string& problem : trace.problems) {
                lines << QString::fromStdString(problem);
            }
            m_problems->setText(lines.join(QLatin1Char(' ')));
            m_problems->show();
        }
    }
    const int index = m_sources->findData(QVariantList{m_trace, m_trace == 0 ? std::max<qint64>(0, m_shownRun) : 0});
    m_sources->setCurrentIndex(std::max(0, index));
}

void TimelineView::chooseSource(int index)
{
    const QVariantList data = m_sources->itemData(index).toList();
    const qint64 trace = data.value(0).toLongLong();
    const qint64 run = data.value(1).toLongLong();
    m_shownRun = run > 0 ? run : -1;
    if (trace != m_trace) {
        showTrace(trace);
    }
    if (trace == 0) {
        setFollowing(false);
        if (run > 0) {
            goToRun(run);
        } else {
            m_loaded.clear(); // as if it had just been opened
            askContent();
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
    m_filterNote->setVisible(m_trace == 0 && !workspace().filters().all().empty());
    askContent();
}

void TimelineView::followTask(qint64 run)
{
    if (m_trace == 0 && m_shownRun != run && !workspace().session().isRunning()) {
        goToRun(run);
        if (const int at = m_sources->findData(QVariantList{qint64{0}, run}); at >= 0) {
            m_sources->setCurrentIndex(at);
        }
    }
}

void TimelineView::goToRun(qint64 run)
{
    m_shownRun = run;
    m_reader.ask<std::optional<std::pair<int64_t, int64_t>>>(
        QStringLiteral("run"), [run](Project& project, const std::atomic<bool>&) { return extentOfRun(project, run); },
        [this](Result<std::optional<std::pair<int64_t, int64_t>>> extent) {
            if (extent && *extent && m_trace == 0) {
                m_canvas->setExtent(**extent);
                m_canvas->setOrigin((*extent)->first);
                m_canvas->fitAll();
                askMinimap();
            }
        });
}

void TimelineView::askPicture()
{
    if (!m_painter.hasProject() || m_canvas->lanes().lanes().empty() || !(isVisible() || m_isForced)) {
        return;
    }
    m_pictures = 1;
    PictureRequest above = m_canvas->request(true);
    PictureRequest below = m_canvas->request(false);
    above.matching = below.matching = m_trace == 0 ? m_matching : nullptr;
    above.run = below.run = std::max<qint64>(0, m_shownRun);
    m_painter.ask<Pictures>(
        QStringLiteral("picture"),
        [pinned = std::move(above), body = std::move(below),
         gflops = m_gflops](Project& project, const std::atomic<bool>& stop) -> Result<Pictures> {
            auto above = drawLanes(project, *gflops, pinned, stop);
            auto below = drawLanes(project, *gflops, body, stop);
            if (!above || !below) {
                return above ? fail(below) : fail(above);
            }
            return Pictures{std::move(*above), std::move(*below)};
        },
        [this](Result<Pictures> pictures) {
            m_pictures = 0;
            if (pictures) {
                m_canvas->setPictures(std::move(pictures->pinned), std::move(pictures->body));
            } else {
                m_status->setText(coreText(pictures.error()));
            }
        });
}

void TimelineView::askMinimap()
{
    MinimapRequest request;
    request.tracks = m_canvas->lanes().tracks();
    request.scale = m_minimap->scale(m_canvas->extent());
    request.height = m_minimap->height();
    request.pixelRatio = devicePixelRatioF();
    request.palette = palette();
    m_painter.ask<QImage>(
        QStringLiteral("minimap"),
        [request](Project& project, const std::atomic<bool>& stop) { return drawMinimap(project, request, stop); },
        [this, extent = m_canvas->extent()](Result<QImage> image) {
            if (image) {
                m_minimap->setImage(*image, extent);
            }
        });
}

void TimelineView::askSpan(const TrackRow& track, int depth, qint64 time, qint64 reach)
{
    m_reader.ask<std::optional<SpanDetail>>(
        QStringLiteral("span"),
        [=](Project& project, const std::atomic<bool>&) { return spanAt(project, track, depth, time, reach); },
        [this](Result<std::optional<SpanDetail>> span) {
            if (span) {
                takeSpan(*span, false);
                if (!*span) {
                    workspace().selection().clear();
                }
            }
        });
}

void TimelineView::takeSpan(const std::optional<SpanDetail>& span, bool reveal)
{
    m_canvas->setSelectedSpan(span);
    m_details->show(span, m_canvas->origin());
    arrangePanel();
    if (!span) {
        return;
    }
    m_panel->setCurrentWidget(m_details);
    if (reveal) {
        m_canvas->reveal(*span);
    }
    if (m_trace == 0 && span->run > 0 && span->trial > 0) {
        workspace().selection().select({{span->run, span->trial}});
    }
}

void TimelineView::askNeighbour(bool forward)
{
    const auto& selected = m_canvas->selectedSpan();
    const int current = m_canvas->currentLane();
    const auto& lanes = m_canvas->lanes().lanes();
    if (!selected && (current < 0 || lanes[static_cast<size_t>(current)].kind != Lane::Kind::Thread)) {
        return;
    }
    const Lane lane = current >= 0 ? lanes[static_cast<size_t>(current)] : Lane();
    const bool staysInLane =
        selected && (lane.tracks.empty() || m_canvas->lanes().laneOf(selected->track) == &lanes[static_cast<size_t>(current)]);
    const TimeScale scale = m_canvas->scale();
    const int64_t at = forward ? scale.from : scale.to;
    m_reader.ask<std::optional<SpanDetail>>(
        QStringLiteral("span"),
        [=, from = selected](Project& project, const std::atomic<bool>&) -> Result<std::optional<SpanDetail>> {
            if (staysInLane) {
                return neighbourOf(project, *from, forward);
            }
            for (const TrackRow& track : lane.tracks) { // the first one of the lane that is seen
                SpanDetail edge;
                edge.track = track.id;
                edge.begin = at;
                auto found = neighbourOf(project, edge, forward);
                if (!found || *found) {
                    return found;
                }
            }
            return std::optional<SpanDetail>();
        },
        [this](Result<std::optional<SpanDetail>> span) {
            if (span && *span) {
                takeSpan(*span, true);
            } else if (span) {
                m_status->setText(tr("No more spans in this lane"));
            }
        });
}

void TimelineView::find(bool forward)
{
    const std::string text = m_search->text().toStdString();
    if (text.empty()) {
        m_canvas->setFocus();
        return;
    }
    const auto& selected = m_canvas->selectedSpan();
    const int64_t from = selected ? selected->begin : forward ? m_canvas->extent().first - 1 : m_canvas->extent().second + 1;
    m_status->setText(tr("Searching…"));
    m_reader.ask<std::optional<SpanDetail>>(
        QStringLiteral("find"),
        [=, tracks = m_canvas->lanes().tracks(),
         extent = m_canvas->extent()](Project& project, const std::atomic<bool>& stop) -> Result<std::optional<SpanDetail>> {
            auto found = findSpan(project, tracks, text, from, forward, &stop);
            const bool startAgain = found && !*found && !stop;
            return startAgain ? findSpan(project, tracks, text, forward ? extent.first - 1 : extent.second + 1, forward, &stop)
                              : found;
        },
        [this, from, forward](Result<std::optional<SpanDetail>> found) {
            if (!found) {
                m_status->setText(coreText(found.error()));
            } else if (!*found) {
                m_status->setText(tr("No span is called so"));
            } else {
                const bool isAround = forward ? (*found)->begin <= from : (*found)->begin >= from;
                m_status->setText(isAround ? tr("Found from the other end") : QString());
                takeSpan(*found, true);
            }
        },
        true);
}

void TimelineView::askStatistics()
{
    const auto range = m_canvas->range();
    if (!range) {
        showCounted(std::vector<NameStatistics>{}, {0, 0});
        return;
    }
    m_rangeTitle->setText(tr("Counting…"));
    m_reader.ask<std::vector<NameStatistics>>(
        QStringLiteral("statistics"),
        [range, tracks = m_canvas->lanes().tracks(), matching = m_trace == 0 ? matchingTrials() : MatchingTrials({}, {})](
            Project& project, const std::atomic<bool>& stop) mutable -> Result<std::vector<NameStatistics>> {
            if (auto updated = matching.update(project); !updated) {
                return fail(updated);
            }
            return rangeStatistics(project, tracks, range->first, range->second, 0, &stop, &matching);
        },
        [this, range](Result<std::vector<NameStatistics>> rows) {
            if (m_canvas->range() == range) {
                showCounted(rows, *range);
            }
        },
        true);
}

void TimelineView::showCounted(const Result<std::vector<NameStatistics>>& rows, std::pair<int64_t, int64_t> range)
{
    m_rangeModel->setRows(rows.value_or(std::vector<NameStatistics>{}));
    m_filterRange->setEnabled(m_canvas->range() && m_trace == 0);
    m_exportRange->setEnabled(m_canvas->range().has_value());
    arrangePanel();
    if (!rows) {
        m_rangeTitle->setText(coreText(rows.error()));
        return;
    }
    if (range.first == range.second) {
        m_rangeTitle->setText(
            tr("Drag on the ruler, or with Shift over the lanes, or press M, to count the spans of a stretch of time."));
        return;
    }
    int64_t count = 0;
    for (const NameStatistics& row : *rows) {
        count += row.count;
    }
    m_rangeTitle->setText(tr("%1 spans in %2, from %3")
                              .arg(QLocale().toString(static_cast<qlonglong>(count)),
                                   durationText(static_cast<double>(range.second - range.first) * 1e-9),
                                   offsetText(range.first - m_canvas->origin(), 1000)));
    m_panel->setCurrentIndex(1);
}

} // namespace knobscope
