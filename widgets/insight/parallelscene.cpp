// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/parallelscene.h"

#include "core/analysis/valueorder.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

constexpr int mostRows = 300; ///< an axis with more values shows neighbours in one row
constexpr int gflopsRows = 256;
constexpr int grabPixels = 14;
constexpr double pickPixels = 8;

} // namespace

void ParallelScene::setTrials(std::shared_ptr<const TrialSet> trials)
{
    const bool isSameSpace =
        m_trials && trials && m_trials->task && trials->task && m_trials->task->space.text() == trials->task->space.text();
    m_trials = std::move(trials);
    selected.clear();
    current = -1;
    hovered = -1;
    const size_t knobs = m_trials ? m_trials->knobCount() : 0;
    if (!isSameSpace) {
        m_order.resize(knobs);
        std::iota(m_order.begin(), m_order.end(), 0);
        m_order.push_back(gflopsAxis);
        m_brushes.assign(knobs + 1, std::nullopt);
        m_places.clear();
        m_digits.clear();
        for (size_t k = 0; k < knobs; ++k) {
            m_places.push_back(valuePlaces(m_trials->task->space.knobs()[k]));
            m_digits.push_back(valueOrder(m_trials->task->space.knobs()[k]));
        }
        focus = 0;
    }
    m_mostGflops = 0;
    for (size_t i = 0; i < trialCount(); ++i) {
        m_mostGflops = std::max(m_mostGflops, trial(i).point.gflops);
    }
    m_mostGflops = m_mostGflops > 0 ? m_mostGflops : 1;
}

bool ParallelScene::setOrder(std::vector<int> order)
{
    std::vector<int> wanted = order;
    std::vector<int> now = m_order;
    std::sort(wanted.begin(), wanted.end());
    std::sort(now.begin(), now.end());
    if (wanted == now) {
        m_order = std::move(order);
    }
    return wanted == now;
}

bool ParallelScene::moveAxis(int from, int to)
{
    if (from < 0 || to < 0 || from >= axisCount() || to >= axisCount() || from == to) {
        return false;
    }
    const int axis = knobAt(from);
    m_order.erase(m_order.begin() + from);
    m_order.insert(m_order.begin() + to, axis);
    focus = to;
    return true;
}

QString ParallelScene::nameOf(int knob) const
{
    return knob == gflopsAxis ? QStringLiteral("GFLOPS") : QString::fromStdString(knobOf(knob).name());
}

QString ParallelScene::valueAt(int knob, int64_t place) const
{
    const int32_t digit = m_digits[static_cast<size_t>(knob)][static_cast<size_t>(place)];
    return QString::fromStdString(valueText(knobOf(knob).at(digit)));
}

// --- brushes ---

std::optional<AxisBrush> ParallelScene::brush(int knob) const
{
    return brushPlace(knob) < m_brushes.size() ? m_brushes[brushPlace(knob)] : std::nullopt;
}

bool ParallelScene::setBrush(int knob, std::optional<AxisBrush> brush)
{
    if (brushPlace(knob) >= m_brushes.size() || m_brushes[brushPlace(knob)] == brush) {
        return false;
    }
    m_brushes[brushPlace(knob)] = brush;
    return true;
}

void ParallelScene::clearBrushes()
{
    std::fill(m_brushes.begin(), m_brushes.end(), std::nullopt);
}

bool ParallelScene::isBrushed() const
{
    return std::any_of(m_brushes.begin(), m_brushes.end(), [](const auto& brush) { return brush.has_value(); });
}

bool ParallelScene::isInBrushes(size_t trial) const
{
    for (size_t k = 0; k < m_brushes.size(); ++k) {
        if (m_brushes[k]) {
            const double value = k + 1 == m_brushes.size() ? m_trials->trials[trial].point.gflops
                                                           : placeOf(static_cast<int>(k), m_trials->digit(trial, k));
            if (value < m_brushes[k]->low || value > m_brushes[k]->high) {
                return false;
            }
        }
    }
    return true;
}

std::vector<size_t> ParallelScene::brushed() const
{
    std::vector<size_t> inside;
    for (size_t i = 0; i < trialCount(); ++i) {
        if (isInBrushes(i)) {
            inside.push_back(i);
        }
    }
    return inside;
}

std::optional<AxisBrush> ParallelScene::brushOf(const Drag& drag) const
{
    if (std::abs(drag.to.y() - drag.from.y()) < QApplication::startDragDistance()) {
        return std::nullopt;
    }
    const int knob = knobAt(drag.place);
    double low = valueAtY(knob, std::max(drag.from.y(), drag.to.y()));
    double high = valueAtY(knob, std::min(drag.from.y(), drag.to.y()));
    if (knob != gflopsAxis) {
        // A value is in when its mark is; at least the nearest one.
        const double last = static_cast<double>(sizeOf(knob) - 1);
        const double middle = std::clamp(std::round((low + high) / 2), 0.0, last);
        low = std::max(0.0, std::ceil(low - 1e-9));
        high = std::min(last, std::floor(high + 1e-9));
        if (low > high) {
            low = high = middle;
        }
    }
    return AxisBrush{low, high};
}

std::optional<AxisBrush> ParallelScene::steppedBrush(int step, bool extends) const
{
    const int knob = knobAt(focus);
    const bool isSpeed = knob == gflopsAxis;
    const double unit = isSpeed ? m_mostGflops / 20 : 1;
    const double last = isSpeed ? m_mostGflops : static_cast<double>(sizeOf(knob) - 1);
    const auto old = brush(knob);
    if (!old) { // starts at the top or the bottom
        return step > 0 ? AxisBrush{0, isSpeed ? unit : 0} : AxisBrush{isSpeed ? last - unit : last, last};
    }
    if (extends) {
        return step > 0 ? AxisBrush{old->low, std::min(last, old->high + unit)}
                        : AxisBrush{std::max(0.0, old->low - unit), old->high};
    }
    const double by = step > 0 ? std::min(unit, last - old->high) : -std::min(unit, old->low);
    return AxisBrush{old->low + by, old->high + by};
}

bool ParallelScene::isStrong(size_t trial) const
{
    return isBrushed() ? isInBrushes(trial) : selected.empty() || selected[trial];
}

// --- geometry ---

int ParallelScene::axisX(int place) const
{
    return lines.left() + place * lines.width() / std::max(1, axisCount() - 1);
}

int ParallelScene::placeAt(int x) const
{
    for (int place = 0; place < axisCount(); ++place) {
        if (std::abs(axisX(place) - x) <= grabPixels) {
            return place;
        }
    }
    return -1;
}

int ParallelScene::rows(int knob) const
{
    return knob == gflopsAxis ? gflopsRows : static_cast<int>(std::min<int64_t>(mostRows, sizeOf(knob)));
}

int ParallelScene::rowOf(int knob, size_t trial) const
{
    if (knob == gflopsAxis) {
        return std::clamp(static_cast<int>(m_trials->trials[trial].point.gflops / m_mostGflops * (gflopsRows - 1)), 0,
                          gflopsRows - 1);
    }
    const int64_t size = sizeOf(knob);
    const int64_t place = placeOf(knob, m_trials->digit(trial, static_cast<size_t>(knob)));
    return static_cast<int>(size <= mostRows ? place : place * mostRows / size);
}

double ParallelScene::rowY(int knob, int row) const
{
    const double unit = knob == gflopsAxis ? static_cast<double>(row) / (gflopsRows - 1) : (row + 0.5) / rows(knob);
    return lines.bottom() - unit * lines.height();
}

double ParallelScene::valueY(int knob, double value) const
{
    const double unit = knob == gflopsAxis ? value / m_mostGflops : (value + 0.5) / static_cast<double>(sizeOf(knob));
    return lines.bottom() - unit * lines.height();
}

double ParallelScene::valueAtY(int knob, double y) const
{
    const double unit = std::clamp((lines.bottom() - y) / lines.height(), 0.0, 1.0);
    return knob == gflopsAxis ? unit * m_mostGflops : unit * static_cast<double>(sizeOf(knob)) - 0.5;
}

int ParallelScene::trialAt(QPointF pixel) const
{
    if (!m_trials || axisCount() < 2) {
        return -1;
    }
    int place = 0;
    while (place + 2 < axisCount() && axisX(place + 1) <= pixel.x()) {
        ++place;
    }
    const int left = knobAt(place);
    const int right = knobAt(place + 1);
    const double t = (pixel.x() - axisX(place)) / std::max(1, axisX(place + 1) - axisX(place));
    if (t < -0.05 || t > 1.05) {
        return -1;
    }
    int best = -1;
    double nearest = pickPixels;
    for (size_t i = 0; i < trialCount(); ++i) {
        const double y = (1 - t) * rowY(left, rowOf(left, i)) + t * rowY(right, rowOf(right, i));
        const double distance = std::abs(y - pixel.y()) + (isStrong(i) ? 0 : pickPixels / 2);
        const bool isFaster = best >= 0 && trial(i).point.gflops > trial(static_cast<size_t>(best)).point.gflops;
        if (distance < nearest - 0.5 || (distance < nearest + 0.5 && distance < pickPixels && isFaster)) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

} // namespace knobscope
