// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/parallelscene.h"

#include "core/study/valueorder.h"
#include "widgets/base/flopscount.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace knobscope {

namespace {

constexpr int kMaxRows = 300; ///< with more values, neighbours share a row
constexpr int kGflopsRows = 256;
constexpr int kGrabPixels = 14;
constexpr double kPickPixels = 8;

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
        m_order.push_back(kGflopsAxis);
        m_brushes.clear();
        m_places.clear();
        m_digits.clear();
        for (size_t k = 0; k < knobs; ++k) {
            m_places.push_back(valuePlaces(m_trials->task->space.knobs()[k]));
            m_digits.push_back(valueOrder(m_trials->task->space.knobs()[k]));
        }
        focus = 0;
        setWantedOrder(m_wanted);
    }
    const auto best = m_trials ? m_trials->best() : std::nullopt;
    m_maxGflops = best ? trial(*best).point.gflops : 1;
}

void ParallelScene::setWantedOrder(const QStringList& names)
{
    m_wanted = names;
    if (std::ranges::is_permutation(names, namesOf(m_order))) {
        std::ranges::sort(m_order, {}, [&](int axis) { return names.indexOf(nameOf(axis)); });
    }
}

bool ParallelScene::moveAxis(int from, int to)
{
    if (from < 0 || to < 0 || from >= axisCount() || to >= axisCount() || from == to) {
        return false;
    }
    const int axis = knobAt(from);
    m_order.erase(m_order.begin() + from);
    m_order.insert(m_order.begin() + to, axis);
    m_wanted = namesOf(m_order);
    focus = to;
    return true;
}

QString ParallelScene::nameOf(int knob) const
{
    const Task* task = m_trials ? m_trials->task.get() : nullptr;
    return knob == kGflopsAxis ? FlopsCount::unit(speedUnitOf(task)) : QString::fromStdString(knobOf(knob).name());
}

QStringList ParallelScene::namesOf(const std::vector<int>& axes) const
{
    QStringList names;
    std::ranges::transform(axes, std::back_inserter(names), [this](int axis) { return nameOf(axis); });
    return names;
}

QString ParallelScene::valueAt(int knob, int64_t place) const
{
    const int32_t digit = m_digits[static_cast<size_t>(knob)][static_cast<size_t>(place)];
    return QString::fromStdString(valueText(knobOf(knob).at(digit)));
}

// --- brushes ---

std::optional<AxisBrush> ParallelScene::brush(int knob) const
{
    const auto found = m_brushes.find(knob);
    return found == m_brushes.end() ? std::nullopt : std::optional(found->second);
}

bool ParallelScene::setBrush(int knob, std::optional<AxisBrush> brush)
{
    if (brush == this->brush(knob)) {
        return false;
    }
    m_brushes.erase(knob);
    if (brush) {
        m_brushes.emplace(knob, *brush);
    }
    return true;
}

bool ParallelScene::isInBrushes(size_t trial) const
{
    return std::ranges::all_of(m_brushes, [&](const auto& entry) {
        const auto& [knob, brush] = entry;
        const double value = valueOf(knob, trial);
        return value >= brush.low && value <= brush.high;
    });
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
    if (knob != kGflopsAxis) {
        // A value is included if its mark is; always includes the nearest one.
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
    const bool isSpeed = knob == kGflopsAxis;
    const double unit = isSpeed ? m_maxGflops / 20 : 1;
    const double last = isSpeed ? m_maxGflops : static_cast<double>(sizeOf(knob) - 1);
    const auto old = brush(knob);
    if (!old) { // starts at one end of the axis
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
        if (std::abs(axisX(place) - x) <= kGrabPixels) {
            return place;
        }
    }
    return -1;
}

int ParallelScene::rows(int knob) const
{
    return knob == kGflopsAxis ? kGflopsRows : static_cast<int>(std::min<int64_t>(kMaxRows, sizeOf(knob)));
}

int ParallelScene::rowOf(int knob, size_t trial) const
{
    const int count = rows(knob);
    return std::min(count - 1, static_cast<int>(shareOf(knob, valueOf(knob, trial)) * count));
}

double ParallelScene::valueOf(int knob, size_t trial) const
{
    return knob == kGflopsAxis ? m_trials->trials[trial].point.gflops
                               : placeOf(knob, m_trials->digit(trial, static_cast<size_t>(knob)));
}

double ParallelScene::shareOf(int knob, double value) const
{
    return knob == kGflopsAxis ? value / m_maxGflops : (value + 0.5) / static_cast<double>(sizeOf(knob));
}

double ParallelScene::valueAtY(int knob, double y) const
{
    const double share = std::clamp((lines.bottom() - y) / lines.height(), 0.0, 1.0);
    return knob == kGflopsAxis ? share * m_maxGflops : share * static_cast<double>(sizeOf(knob)) - 0.5;
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
    double nearest = kPickPixels;
    for (size_t i = 0; i < trialCount(); ++i) {
        const double y = (1 - t) * rowY(left, rowOf(left, i)) + t * rowY(right, rowOf(right, i));
        const double distance = std::abs(y - pixel.y()) + (isStrong(i) ? 0 : kPickPixels / 2);
        const bool isFaster = best >= 0 && trial(i).point.gflops > trial(static_cast<size_t>(best)).point.gflops;
        if (distance < nearest - 0.5 || (distance < nearest + 0.5 && distance < kPickPixels && isFaster)) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

} // namespace knobscope
