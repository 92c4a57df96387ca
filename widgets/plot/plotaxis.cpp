// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotaxis.h"

#include "widgets/base/number.h"
#include "widgets/base/timetext.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kMaxTicks = 64; // upper limit for any request: more would be unreadable

QString numberText(double value, double step)
{
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
    const double rounded = std::abs(value) < step * 1e-6 ? 0 : value;
    return number(rounded, step == std::floor(step) ? 0 : decimals + (step * std::pow(10, decimals) == 2.5 ? 1 : 0));
}

std::vector<Tick> linearTicks(PlotAxis::Kind kind, double low, double high, int wanted)
{
    const double raw = (high - low) / wanted;
    double step = kind == PlotAxis::Kind::Duration ? durationStep(raw) : niceCeiling(raw);
    if (kind == PlotAxis::Kind::WholeNumber) {
        step = std::max(1.0, step == 2.5 ? 5.0 : step);
    }
    std::vector<Tick> ticks;
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < kMaxTicks && (first + i) * step <= high + step * 1e-9; ++i) {
        const double value = (first + i) * step;
        const bool isClock = kind == PlotAxis::Kind::Duration && step >= 1;
        ticks.push_back({value, isClock ? clockText(std::llround(value)) : numberText(value, step)});
    }
    return ticks;
}

std::vector<Tick> logarithmTicks(double low, double high, int wanted)
{
    const double decades = high - low;
    if (decades < 0.5) { // too short for 1-2-5: uses round values, at their logarithms
        std::vector<Tick> ticks = linearTicks(PlotAxis::Kind::Linear, std::pow(10, low), std::pow(10, high), wanted);
        std::erase_if(ticks, [](const Tick& tick) { return tick.place <= 0; });
        for (Tick& tick : ticks) {
            tick.place = std::log10(tick.place);
        }
        return ticks;
    }
    std::vector<double> digits{1};
    if (decades * 3 <= wanted * 1.5) {
        digits = {1, 2, 5};
    }
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / wanted)));
    std::vector<Tick> ticks;
    for (int power = static_cast<int>(std::floor(low)); power <= high && ticks.size() < kMaxTicks; power += stride) {
        for (const double digit : digits) {
            const double place = power + std::log10(digit);
            if (place >= low - 1e-9 && place <= high + 1e-9) {
                const double value = digit * std::pow(10, power);
                ticks.push_back({place, power > 6 || power < -6 ? figures(value, 3) : numberText(value, std::pow(10, power))});
            }
        }
    }
    return ticks;
}

} // namespace

double niceCeiling(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-12))));
    for (const double step : {1.0, 2.0, 2.5, 5.0}) {
        if (value <= step * power * (1 + 1e-9)) {
            return step * power;
        }
    }
    return 10 * power;
}

double durationStep(double seconds)
{
    for (const double step : {1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0}) {
        if (seconds <= step) {
            return seconds < 0.5 ? niceCeiling(seconds) : step;
        }
    }
    return 3600 * niceCeiling(seconds / 3600);
}

void PlotAxis::setRange(Kind kind, double low, double high)
{
    m_kind = kind;
    m_categories.clear();
    low = std::isfinite(low) ? low : 0;
    high = std::isfinite(high) ? high : low + 1;
    if (kind == Kind::Log) {
        high = high > 0 ? high : 1;
        low = low > 0 ? low : high / 1000;
        high = high > low ? high : low * 10;
    } else if (!(high > low)) {
        high = low + std::max(1.0, std::abs(low) * 0.1);
    }
    m_from = toPlane(low);
    m_to = toPlane(high);
}

void PlotAxis::setCategories(const QStringList& names)
{
    m_kind = Kind::Categories;
    m_categories = names;
    m_from = -0.5;
    m_to = std::max<double>(static_cast<double>(names.size()), 1) - 0.5;
}

double PlotAxis::toPlane(double value) const
{
    constexpr double below = -1e6;
    return m_kind != Kind::Log ? value : value > 0 ? std::log10(value) : below;
}

double PlotAxis::fromPlane(double place) const
{
    return m_kind == Kind::Log ? std::pow(10, place) : place;
}

PlotAxis PlotAxis::part(double from, double to) const
{
    PlotAxis axis = *this;
    axis.m_from = from;
    axis.m_to = to;
    return axis;
}

std::vector<Tick> PlotAxis::ticks(int wanted) const
{
    if (!(m_to > m_from) || !std::isfinite(m_from) || !std::isfinite(m_to)) {
        return {};
    }
    if (m_kind == Kind::Categories) {
        return categoryTicks(std::max(1, wanted));
    }
    wanted = std::clamp(wanted, 1, kMaxTicks / 4);
    return m_kind == Kind::Log ? logarithmTicks(m_from, m_to, wanted) : linearTicks(m_kind, m_from, m_to, wanted);
}

std::vector<Tick> PlotAxis::categoryTicks(int wanted) const
{
    const int first = std::max(0, static_cast<int>(std::ceil(m_from)));
    const int last = std::min(static_cast<int>(m_categories.size()) - 1, static_cast<int>(std::floor(m_to)));
    const int stride = std::max(1, (last - first + wanted) / wanted);
    std::vector<Tick> ticks;
    for (int i = (first + stride - 1) / stride * stride; i <= last; i += stride) {
        ticks.push_back({static_cast<double>(i), m_categories[i]});
    }
    return ticks;
}

QString PlotAxis::text(double value) const
{
    if (m_kind == Kind::Categories) {
        const auto i = static_cast<qsizetype>(std::lround(value));
        return i >= 0 && i < m_categories.size() ? m_categories[i] : QString();
    }
    const bool whole = std::abs(value - std::round(value)) < 1e-9 && std::abs(value) < 1e9;
    return whole ? number(value, 0) : figures(value, 4);
}

} // namespace knobscope
