// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of ParallelPlot. Lines on the same pixels are painted once, so that the time does not depend on the number of trials.
#include "widgets/views/insight/parallelplot.h"

#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t kMaxSmoothLines = 1500; ///< between two axes; more are painted without antialiasing
constexpr int kLevels = 64; ///< shades of the colour ramp
// States of a pair of rows, weakest first; a stronger one is painted over a weaker one.
constexpr int8_t kNothing = 0;
constexpr int8_t kWeak = 1;
constexpr int8_t kFailed = 2;
constexpr int8_t kFirstLevel = 3;

} // namespace

void ParallelPlot::paintStatic(QPainter& painter) const
{
    std::vector<bool> strong(m_scene.trialCount());
    for (size_t i = 0; i < strong.size(); ++i) {
        strong[i] = m_scene.isStrong(i);
    }
    for (int place = 0; place + 1 < m_scene.axisCount(); ++place) {
        paintGap(painter, place, strong);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter);
}

void ParallelPlot::paintDynamic(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_scene.current >= 0) {
        paintTrial(painter, m_scene.current, palette().color(QPalette::Base), 5);
        paintTrial(painter, m_scene.current, palette().color(QPalette::Text), 2.5);
    }
    if (m_scene.hovered >= 0) {
        paintTrial(painter, m_scene.hovered, themeFor(palette()).best, 2.5);
    }
    for (const int trial : {m_scene.current, m_scene.hovered}) {
        for (int place = 0; trial >= 0 && place < m_scene.axisCount(); ++place) {
            const int knob = m_scene.knobAt(place);
            paintTicks(painter, place,
                       m_scene.rowY(knob, m_scene.rowOf(knob, static_cast<size_t>(trial)))); // the line must not hide the labels
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintBrushes(painter);
}

void ParallelPlot::paintGap(QPainter& painter, int place, const std::vector<bool>& strong) const
{
    const int left = m_scene.knobAt(place);
    const int right = m_scene.knobAt(place + 1);
    const int columns = m_scene.rows(right);
    std::vector<int8_t> shown(static_cast<size_t>(m_scene.rows(left)) * static_cast<size_t>(columns), kNothing);
    for (size_t i = 0; i < strong.size(); ++i) {
        const TrialSet::Trial& trial = m_scene.trial(i);
        const int8_t level = !strong[i] ? kWeak
                           : !trial.worked()
                               ? kFailed
                               : static_cast<int8_t>(kFirstLevel + trial.point.gflops / m_scene.maxGflops() * (kLevels - 1));
        int8_t& cell = shown[static_cast<size_t>(m_scene.rowOf(left, i)) * static_cast<size_t>(columns)
                             + static_cast<size_t>(m_scene.rowOf(right, i))];
        cell = std::max(cell, level);
    }
    std::vector<std::vector<QLineF>> lines(kFirstLevel + kLevels);
    const double x1 = m_scene.axisX(place);
    const double x2 = m_scene.axisX(place + 1);
    for (size_t at = 0; at < shown.size(); ++at) {
        if (shown[at] != kNothing) {
            const int a = static_cast<int>(at) / columns;
            const int b = static_cast<int>(at) % columns;
            lines[static_cast<size_t>(shown[at])].emplace_back(x1, m_scene.rowY(left, a), x2, m_scene.rowY(right, b));
        }
    }
    const auto count = shown.size() - static_cast<size_t>(std::count(shown.begin(), shown.end(), kNothing));
    const bool isSmooth = count <= kMaxSmoothLines;
    painter.setRenderHint(QPainter::Antialiasing, isSmooth);
    const Theme theme = themeFor(palette());
    for (size_t level = kWeak; level < lines.size(); ++level) {
        if (lines[level].empty()) {
            continue;
        }
        QColor colour = level == kWeak   ? theme.grid
                      : level == kFailed ? theme.failure
                                         : rampColour(palette(), static_cast<double>(level - kFirstLevel) / (kLevels - 1));
        colour.setAlpha(isSmooth && level != kWeak ? 220 : 255);
        painter.setPen(QPen(colour, isSmooth && level >= kFirstLevel ? 1.3 : 1, level == kFailed ? Qt::DotLine : Qt::SolidLine));
        painter.drawLines(lines[level].data(), static_cast<int>(lines[level].size()));
    }
}

void ParallelPlot::paintAxes(QPainter& painter) const
{
    const QRect& r = m_scene.lines;
    const QColor text = palette().color(QPalette::Text);
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int x = m_scene.axisX(place);
        if (m_scene.knobAt(place) == ParallelScene::kGflopsAxis) {
            for (int y = r.top(); y <= r.bottom(); ++y) {
                painter.fillRect(x - 3, y, 7, 1,
                                 rampColour(palette(), static_cast<double>(r.bottom() - y) / std::max(1, r.height())));
            }
        }
        painter.setPen(QPen(text, place == m_scene.focus && hasFocus() ? 2 : 1));
        painter.drawLine(x, r.top(), x, r.bottom());
        paintName(painter, place);
    }
}

void ParallelPlot::paintName(QPainter& painter, int place) const
{
    const QFontMetrics metrics = fontMetrics();
    const int x = m_scene.axisX(place);
    const int end = width() - 2;
    const QString name = m_scene.nameOf(m_scene.knobAt(place));
    // Names wider than a gap alternate between two lines.
    const int room = m_scene.gap() * 2 - 8;
    const int line = metrics.horizontalAdvance(name) > m_scene.gap() - 8 && place % 2 == 1 ? 0 : 1;
    QFont bold = font();
    bold.setBold(place == m_scene.focus && hasFocus());
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    QRect box(x - room / 2, line * metrics.height(), room, metrics.height());
    box.moveLeft(std::clamp(box.left(), 2, std::max(2, end - room)));
    const int flags = x - room / 2 < 2 ? Qt::AlignLeft : x + room / 2 > end ? Qt::AlignRight : Qt::AlignHCenter;
    painter.drawText(box, flags | Qt::AlignVCenter, QFontMetrics(bold).elidedText(name, Qt::ElideMiddle, room));
    painter.setFont(font());
    paintTicks(painter, place, std::nullopt);
}

std::vector<Tick> ParallelPlot::ticksOf(int knob) const
{
    const int most = std::max(2, m_scene.lines.height() / (fontMetrics().height() + 6));
    if (knob == ParallelScene::kGflopsAxis) {
        return PlotAxis({}, PlotAxis::Kind::Linear, 0, m_scene.maxGflops()).ticks(most);
    }
    std::vector<Tick> ticks;
    const int64_t size = m_scene.sizeOf(knob);
    for (int64_t at = 0; at < size; at += std::max<int64_t>(1, (size + most - 1) / most)) {
        ticks.push_back({static_cast<double>(at), m_scene.valueAt(knob, at)});
    }
    return ticks;
}

void ParallelPlot::paintTicks(QPainter& painter, int place, std::optional<double> near) const
{
    const QFontMetrics metrics = fontMetrics();
    const int knob = m_scene.knobAt(place);
    const int x = m_scene.axisX(place);
    painter.setPen(palette().color(QPalette::Text));
    const int side = place == 0
                       ? x - kTickGap
                       : m_scene.gap() - 16; // the first axis has its labels on the left, others end at the next gap's lines
    for (const Tick& tick : ticksOf(knob)) {
        const int y = static_cast<int>(m_scene.valueY(knob, tick.place));
        if (near && std::abs(*near - y) > metrics.height()) {
            continue;
        }
        const QString label = metrics.elidedText(tick.label, Qt::ElideRight,
                                                 std::max(20, place + 1 == m_scene.axisCount() ? width() - x - 8 : side));
        const int width = metrics.horizontalAdvance(label);
        const QRect at(place == 0 ? x - kTickGap - width : x + kTickGap, y - metrics.height() / 2, width + 2, metrics.height());
        QColor behind = palette().color(QPalette::Base);
        behind.setAlpha(190);
        painter.fillRect(at, behind);
        painter.drawText(at, Qt::AlignCenter, label);
        painter.drawLine(x - 2, y, x + 2, y);
    }
}

void ParallelPlot::paintBrushes(QPainter& painter) const
{
    QColor edge = palette().color(QPalette::Highlight);
    QColor fill = edge;
    fill.setAlpha(90);
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int knob = m_scene.knobAt(place);
        auto range = m_scene.brush(knob);
        if (m_scene.drag && !m_scene.drag->isHeader && m_scene.drag->place == place) {
            const auto dragged = m_scene.brushOf(*m_scene.drag);
            range = dragged ? dragged : range;
        }
        if (range) {
            const double half = knob == ParallelScene::kGflopsAxis ? 0 : 0.5;
            const int top = static_cast<int>(m_scene.valueY(knob, range->high + half));
            const int bottom = static_cast<int>(m_scene.valueY(knob, range->low - half));
            const QRect box(m_scene.axisX(place) - 7, top, 15, std::max(4, bottom - top));
            painter.fillRect(box, fill);
            painter.setPen(QPen(edge, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        }
    }
    if (m_scene.drag && m_scene.drag->isHeader) {
        painter.setPen(QPen(edge, 2, Qt::DashLine));
        painter.drawLine(m_scene.drag->to.x(), m_scene.lines.top(), m_scene.drag->to.x(), m_scene.lines.bottom());
    }
}

void ParallelPlot::paintTrial(QPainter& painter, int trial, const QColor& colour, double width) const
{
    QPolygonF line;
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int knob = m_scene.knobAt(place);
        line << QPointF(m_scene.axisX(place), m_scene.rowY(knob, m_scene.rowOf(knob, static_cast<size_t>(trial))));
    }
    painter.setPen(QPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

} // namespace knobscope
