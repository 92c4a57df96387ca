// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/lanepicture.h"

#include "widgets/base/theme.h"
#include "widgets/plot/plotaxis.h"
#include "widgets/views/timeline/spannames.h"

#include <QPainter>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <unordered_map>

namespace knobscope {

namespace {

constexpr int kMinLabelPixels = 28;
constexpr double kDimmedOpacity = 0.2; // strength of filtered-out spans
constexpr int64_t kMaxSampleNanoseconds = 5'000'000'000; // nanoseconds

/// Returns the value at a counter's upper edge: a round one above the visible values, or above all if none is visible.
double counterTop(const CounterRow& counter, const std::vector<CounterPoint>& points, const PictureRequest& request)
{
    if (counter.unit == "%") {
        return 100;
    }
    double seen = 0;
    double all = 0;
    for (const CounterPoint& point : points) {
        all = std::max(all, point.value);
        // A counter's value lasts until the next point; a trial is a single moment.
        const bool isSeen = point.time <= request.visibleTo && (counter.id != 0 || point.time >= request.visibleFrom);
        seen = isSeen ? std::max(seen, point.value) : seen;
    }
    return niceCeiling(seen > 0 ? seen : all > 0 ? all : 1);
}

class Drawing
{
public:
    Drawing(const PictureRequest& request, LanePicture& picture, QPainter& painter)
        : m_request(request)
        , m_picture(picture)
        , m_painter(painter)
        , m_dark(isDark(request.palette))
        , m_base(request.palette.color(QPalette::Base))
    {
    }

    void background(const Lane& lane)
    {
        const QRect area(0, topOf(lane), m_request.scale.width, lane.height);
        if (lane.kind == Lane::Kind::Process) {
            m_painter.fillRect(area, m_request.palette.color(QPalette::AlternateBase));
        }
        m_painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), themeFor(m_request.palette).grid);
    }

    /// `strength` of the colours, 0 to 1; spans are labelled only at 1.
    void spans(const Lane& lane, const std::vector<SpanBlock>& blocks, double strength)
    {
        const int rowHeight = m_request.metrics.row - 1;
        for (const SpanBlock& block : blocks) {
            const double left = std::max(-1.0, std::round(m_request.scale.toX(block.begin)));
            const double right = std::min(m_request.scale.width + 1.0, std::round(m_request.scale.toX(block.end)));
            const double width = std::max(1.0 / m_request.pixelRatio, right - left);
            const QColor& name = colorOf(block.name);
            QColor color = name;
            if (block.count > 1 && block.end > block.begin) { // paler the less of the time is busy
                const double busy =
                    std::clamp(static_cast<double>(block.busy) / static_cast<double>(block.end - block.begin), 0.35, 1.0);
                color = mixed(color, m_base, busy);
            }
            color = mixed(color, m_base, strength);
            const double top = topOf(lane) + 2 + block.depth * m_request.metrics.row;
            const bool isLabelled = width >= kMinLabelPixels && block.count == 1 && strength == 1;
            paintSpan(m_painter, QRectF(left, top, width > 3 ? width - 1 : width, rowHeight), color, // keeps neighbours apart
                      isLabelled ? shownName(m_picture.names[block.name], lane.tracks.front().trace) : QString());
        }
    }

    void counter(const Lane& lane, const std::vector<CounterPoint>& points, double top)
    {
        const double bottom = topOf(lane) + lane.height - 3;
        const int full = m_request.metrics.counter - 4;
        const Theme theme = themeFor(m_request.palette);
        const bool isTrials = lane.counter.id == 0;
        const QColor color = isTrials ? theme.best : theme.trial;
        const QColor pale = mixed(color, m_base, 0.35);
        for (size_t i = 0; i < points.size(); ++i) {
            const double left = m_request.scale.toX(points[i].time);
            const double height = std::max(1.0, std::round(std::clamp(points[i].value / top, 0.0, 1.0) * full));
            if (isTrials) { // a trial is a single moment
                m_painter.fillRect(QRectF(left, bottom - height, 2, height), color);
                continue;
            }
            // This program samples regularly, so a longer gap means that the run has ended.
            const int64_t lasting = lane.counter.unit.empty() ? m_request.scale.to : points[i].time + kMaxSampleNanoseconds;
            const int64_t until = std::min(i + 1 < points.size() ? points[i + 1].time : m_request.scale.to, lasting);
            const double begin = std::max(0.0, left);
            const double width = std::min<double>(m_request.scale.width, m_request.scale.toX(until)) - begin;
            if (width > 0) {
                m_painter.fillRect(QRectF(begin, bottom - height, std::max(1.0, width), height), pale);
                m_painter.fillRect(QRectF(begin, bottom - height, std::max(1.0, width), 2), color);
            }
        }
    }

private:
    int topOf(const Lane& lane) const { return lane.isPinned ? lane.y : m_request.pinnedHeight + lane.y - m_request.top; }

    static QColor mixed(const QColor& a, const QColor& b, double share)
    {
        const auto mix = [share](int x, int y) { return static_cast<int>(x * share + y * (1 - share)); };
        return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
    }

    const QColor& colorOf(int64_t id)
    {
        auto known = m_colors.find(id);
        if (known == m_colors.end()) {
            known = m_colors.emplace(id, spanColor(QString::fromStdString(m_picture.names[id]), m_dark)).first;
        }
        return known->second;
    }

    const PictureRequest& m_request;
    LanePicture& m_picture;
    QPainter& m_painter;
    bool m_dark;
    QColor m_base;
    std::unordered_map<int64_t, QColor> m_colors;
};

SpanWindow windowOf(const PictureRequest& request)
{
    const int pixels = std::max(1, static_cast<int>(request.scale.pixelsOfTime() * request.pixelRatio));
    SpanWindow window{{}, request.scale.from, request.scale.to, pixels, LaneLayout::kMaxDepths};
    for (const Lane& lane : request.lanes) {
        window.tracks.insert(window.tracks.end(), lane.tracks.begin(), lane.tracks.end());
    }
    return window;
}

Result<std::vector<CounterPoint>> readCounter(Project& project, int64_t id, const PictureRequest& request,
                                              const MatchingTrials* matching)
{
    const int pixels = std::max(1, request.scale.pixelsOfTime() / 2);
    return id == 0 ? request.gflops->window(project, request.scale.from, request.scale.to, pixels, matching, request.run)
                   : counterWindow(project, id, request.scale.from, request.scale.to, pixels);
}

} // namespace

void paintSpan(QPainter& painter, const QRectF& rect, const QColor& colour, const QString& name)
{
    painter.fillRect(rect, colour);
    if (rect.width() >= kMinLabelPixels && !name.isEmpty()) {
        const QRectF room = rect.adjusted(4, 0, -4, 0);
        painter.setPen(textOn(colour));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room.width())));
    }
}

Result<NamedBlocks> readBlocks(Project& project, const SpanWindow& window, const std::atomic<bool>& stop)
{
    auto tracks = TRY(timelineWindow(project, window, &stop));
    NamedBlocks read;
    std::set<int64_t> ids;
    for (TrackBlocks& track : tracks) {
        for (const SpanBlock& block : track.blocks) {
            ids.insert(block.name);
        }
        read.blocks[track.track] = std::move(track.blocks);
    }
    read.names = TRY(timelineNames(project, {ids.begin(), ids.end()}));
    return read;
}

LanePicture::Hit LanePicture::blockAt(const Lane& lane, int depth, int64_t time, int64_t reach) const
{
    Hit best;
    int64_t nearest = reach + 1;
    for (const TrackRow& track : lane.tracks) {
        const auto found = blocks.find(track.id);
        if (found == blocks.end()) {
            continue;
        }
        const auto& row = found->second;
        auto block = std::ranges::lower_bound(row, std::pair(depth, time - reach), {},
                                              [](const SpanBlock& b) { return std::pair(b.depth, b.begin); });
        if (block != row.begin() && std::prev(block)->depth == depth) {
            --block; // the previous block may extend to here
        }
        for (; block != row.end() && block->depth == depth && block->begin <= time + reach; ++block) {
            const int64_t distance = time < block->begin ? block->begin - time : time >= block->end ? time - block->end : 0;
            if (distance < nearest) {
                nearest = distance;
                best = {&*block, &track};
            }
        }
    }
    return best;
}

Result<LanePicture> drawLanes(Project& project, const PictureRequest& request, const std::atomic<bool>& stop)
{
    SpanWindow window = windowOf(request);
    auto all = TRY(readBlocks(project, window, stop));
    const bool isFiltered = request.matching && !request.matching->matchesAll();
    window.matching = isFiltered ? request.matching.get() : nullptr;
    TRY(isFiltered ? request.matching->update(project) : Result<void>());
    auto matching = TRY(isFiltered ? readBlocks(project, window, stop) : NamedBlocks());
    const QSize size(std::max(1, request.scale.width), std::max(1, request.pinnedHeight + request.height));
    LanePicture picture{std::move(all), request, QImage(size * request.pixelRatio, QImage::Format_RGB32)};
    picture.image.setDevicePixelRatio(request.pixelRatio);
    picture.image.fill(request.palette.color(QPalette::Base));
    QPainter painter(&picture.image);
    painter.setFont(request.font);
    Drawing drawing(request, picture, painter);
    for (const Lane& lane : request.lanes) {
        drawing.background(lane);
        for (const TrackRow& track : lane.tracks) {
            drawing.spans(lane, picture.blocks[track.id], isFiltered ? kDimmedOpacity : 1);
            if (isFiltered) {
                drawing.spans(lane, matching.blocks[track.id], 1);
            }
        }
        if (lane.kind == Lane::Kind::Counter) {
            auto points = TRY(readCounter(project, lane.counter.id, request, window.matching));
            const double top = counterTop(lane.counter, points, request);
            drawing.counter(lane, points, top);
            picture.counterTops[lane.counter.id] = top;
            picture.counters[lane.counter.id] = std::move(points);
        }
    }
    painter.end(); // before the picture moves
    return picture;
}

} // namespace knobscope
