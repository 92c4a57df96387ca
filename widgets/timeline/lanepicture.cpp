// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanepicture.h"

#include "widgets/theme/theme.h"
#include "widgets/timeline/spancolors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace knobscope {

namespace {

constexpr int minLabelPixels = 28;

/// The next of 1, 2, 5 times a power of ten.
double niceTop(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))));
    for (const double step : {1.0, 2.0, 5.0, 10.0}) {
        if (value <= step * power) {
            return step * power;
        }
    }
    return value;
}

class Drawing
{
public:
    Drawing(const PictureRequest& request, LanePicture& picture)
        : m_request(request), m_picture(picture), m_painter(&picture.image), m_metrics(request.font), m_dark(isDark(request.palette))
    {
        m_painter.setFont(request.font);
    }

    void background(const Lane& lane)
    {
        const QRect rect(0, lane.y - m_request.top, m_request.scale.width, lane.height);
        if (lane.kind == Lane::Kind::Process) {
            m_painter.fillRect(rect, m_request.palette.color(QPalette::AlternateBase));
        }
        m_painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), themeFor(m_request.palette).grid);
    }

    void spans(const Lane& lane, const std::vector<SpanBlock>& blocks)
    {
        const int rowHeight = m_request.metrics.row - 1;
        for (const SpanBlock& block : blocks) {
            const int left = std::max(-1, static_cast<int>(std::floor(m_request.scale.toX(block.begin))));
            const int right = std::min(m_request.scale.width + 1, static_cast<int>(std::floor(m_request.scale.toX(block.end))));
            const int width = std::max(1, right - left);
            const QString& name = m_picture.names[block.name];
            QColor color = colorOf(block.name, name);
            if (block.count > 1 && block.end > block.begin) { // paler where little of the time is taken
                const double busy = std::clamp(static_cast<double>(block.busy) / static_cast<double>(block.end - block.begin), 0.35, 1.0);
                color = mixed(color, m_request.palette.color(QPalette::Base), busy);
            }
            const QRect rect(left, lane.y - m_request.top + 2 + block.depth * m_request.metrics.row, width, rowHeight);
            m_painter.fillRect(rect, color);
            if (width > 3) { // neighbours stay apart
                m_painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), m_request.palette.color(QPalette::Base));
            }
            if (width >= minLabelPixels && block.count == 1) {
                m_painter.setPen(textOn(color));
                const QRect inner = rect.adjusted(4, 0, -4, 0).intersected(QRect(0, rect.top(), m_request.scale.width, rect.height()));
                m_painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                                   m_metrics.elidedText(name, Qt::ElideRight, inner.width()));
            }
        }
    }

    void counter(const Lane& lane, const std::vector<CounterPoint>& points, double top)
    {
        const int bottom = lane.y - m_request.top + lane.height - 3;
        const int full = m_request.metrics.counter - 4;
        const Theme theme = themeFor(m_request.palette);
        const bool isTrials = lane.counter.id == 0;
        QColor area = isTrials ? theme.best : theme.trial;
        const auto heightOf = [&](double value) { return static_cast<int>(std::lround(std::clamp(value / top, 0.0, 1.0) * full)); };
        for (size_t i = 0; i < points.size(); ++i) {
            const int left = std::max(0, static_cast<int>(m_request.scale.toX(points[i].time)));
            const int height = heightOf(points[i].value);
            if (isTrials) { // a trial is a moment, not a lasting value
                m_painter.fillRect(QRect(left, bottom - height, 2, std::max(1, height)), area);
                continue;
            }
            const int right = i + 1 < points.size() ? static_cast<int>(m_request.scale.toX(points[i + 1].time)) : left + 2;
            QColor pale = mixed(area, m_request.palette.color(QPalette::Base), 0.35);
            m_painter.fillRect(QRect(left, bottom - height, std::max(1, right - left), height), pale);
            m_painter.fillRect(QRect(left, bottom - height, std::max(1, right - left), 2), area);
        }
    }

private:
    static QColor mixed(const QColor& a, const QColor& b, double share)
    {
        const auto mix = [share](int x, int y) { return static_cast<int>(x * share + y * (1 - share)); };
        return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
    }

    const QColor& colorOf(int64_t id, const QString& name)
    {
        auto known = m_colors.find(id);
        if (known == m_colors.end()) {
            known = m_colors.emplace(id, spanColor(name, m_dark)).first;
        }
        return known->second;
    }

    const PictureRequest& m_request;
    LanePicture& m_picture;
    QPainter m_painter;
    QFontMetrics m_metrics;
    bool m_dark;
    std::map<int64_t, QColor> m_colors;
};

Result<void> readSpans(Project& project, const PictureRequest& request, const std::atomic<bool>& stop, LanePicture& picture)
{
    SpanWindow window;
    window.from = request.scale.from;
    window.to = request.scale.to;
    window.pixels = std::max(1, static_cast<int>(request.scale.width * request.pixelRatio));
    window.maxDepths = LaneLayout::maxDepths;
    for (const Lane& lane : request.lanes) {
        if (lane.kind == Lane::Kind::Thread) {
            window.tracks.push_back(lane.track);
        }
    }
    auto tracks = timelineWindow(project, window, &stop);
    if (!tracks) {
        return fail(tracks);
    }
    std::set<int64_t> ids;
    for (TrackBlocks& track : *tracks) {
        for (const SpanBlock& block : track.blocks) {
            ids.insert(block.name);
        }
        picture.blocks[track.track] = std::move(track.blocks);
    }
    const auto names = timelineNames(project, {ids.begin(), ids.end()});
    if (!names) {
        return fail(names);
    }
    for (const auto& [id, name] : *names) {
        picture.names[id] = QString::fromStdString(name);
    }
    return {};
}

} // namespace

const SpanBlock* LanePicture::blockAt(int64_t track, int depth, int64_t time, int64_t reach) const
{
    const auto found = blocks.find(track);
    if (found == blocks.end()) {
        return nullptr;
    }
    const SpanBlock* best = nullptr;
    int64_t nearest = reach + 1;
    const auto& row = found->second;
    auto first = std::lower_bound(row.begin(), row.end(), std::pair(depth, time - reach),
                                  [](const SpanBlock& b, const std::pair<int, int64_t>& at) { return std::pair(b.depth, b.begin) < at; });
    if (first != row.begin() && std::prev(first)->depth == depth) {
        --first;
    }
    for (auto block = first; block != row.end() && block->depth == depth && block->begin <= time + reach; ++block) {
        const int64_t distance = time < block->begin ? block->begin - time : time >= block->end ? time - block->end : 0;
        if (distance < nearest) {
            nearest = distance;
            best = &*block;
        }
    }
    return best;
}

Result<LanePicture> drawLanes(Project& project, GflopsCounter& gflops, const PictureRequest& request, const std::atomic<bool>& stop)
{
    LanePicture picture;
    picture.scale = request.scale;
    picture.top = request.top;
    picture.layoutVersion = request.layoutVersion;
    if (auto read = readSpans(project, request, stop, picture); !read) {
        return fail(read);
    }
    picture.image = QImage(QSize(std::max(1, request.scale.width), std::max(1, request.height)) * request.pixelRatio, QImage::Format_RGB32);
    picture.image.setDevicePixelRatio(request.pixelRatio);
    picture.image.fill(request.palette.color(QPalette::Base));
    Drawing drawing(request, picture);
    for (const Lane& lane : request.lanes) {
        drawing.background(lane);
        if (lane.kind == Lane::Kind::Thread) {
            drawing.spans(lane, picture.blocks[lane.track.id]);
        } else if (lane.kind == Lane::Kind::Counter) {
            const int pixels = std::max(1, request.scale.width / 2);
            auto points = lane.counter.id == 0 ? gflops.window(project, request.scale.from, request.scale.to, pixels)
                                               : counterWindow(project, lane.counter.id, request.scale.from, request.scale.to, pixels);
            if (!points) {
                return fail(points);
            }
            double most = lane.counter.unit == "%" ? 100 : 0;
            for (const CounterPoint& point : *points) {
                most = std::max(most, point.value);
            }
            const double top = niceTop(most > 0 ? most : 1);
            drawing.counter(lane, *points, top);
            picture.counterTops[lane.counter.id] = top;
            picture.counters[lane.counter.id] = std::move(*points);
        }
    }
    return picture;
}

} // namespace knobscope
