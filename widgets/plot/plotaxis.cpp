// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotaxis.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace knobscope {

double roundedUp(double value)
{
    if (!std::isfinite(value) || value <= 0) {
        return 1;
    }
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * power * (1 + 1e-12)) {
            return step * power;
        }
    }
    return 10 * power;
}

void PlotAxis::setRange(Kind kind, double low, double high)
{
    m_kind = kind;
    m_categories.clear();
    m_low = std::isfinite(low) ? low : 0;
    m_high = std::isfinite(high) ? high : m_low + 1;
    if (kind == Kind::Log) {
        m_high = m_high > 0 ? m_high : 1;
        m_low = m_low > 0 ? m_low : m_high / 1000;
        m_high = m_high > m_low ? m_high : m_low * 10;
    } else if (!(m_high > m_low)) {
        m_high = m_low + std::max(1.0, std::abs(m_low) * 0.1);
    }
}

void PlotAxis::setCategories(const QStringList& names)
{
    m_kind = Kind::Categories;
    m_categories = names;
    m_low = -0.5;
    m_high = std::max<double>(static_cast<double>(names.size()), 1) - 0.5;
}

double PlotAxis::toUnit(double value) const
{
    if (m_kind == Kind::Log) {
        return value > 0 ? std::log(value / m_low) / std::log(m_high / m_low) : -1;
    }
    return (value - m_low) / (m_high - m_low);
}

double PlotAxis::fromUnit(double unit) const
{
    return m_kind == Kind::Log ? m_low * std::pow(m_high / m_low, unit) : m_low + unit * (m_high - m_low);
}

std::vector<PlotTick> PlotAxis::linearTicks(int most) const
{
    const double step = roundedUp((m_high - m_low) / std::max(most, 1));
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
    std::vector<PlotTick> ticks;
    for (double i = std::ceil(m_low / step - 1e-9); i * step <= m_high + step * 1e-9; ++i) {
        ticks.push_back({i * step, QLocale().toString(i * step, 'f', decimals)});
    }
    return ticks;
}

std::vector<PlotTick> PlotAxis::logTicks(int most) const
{
    const double decades = std::log10(m_high / m_low);
    if (decades < 1) {
        return linearTicks(most);
    }
    const bool halves = decades * 3 <= most;
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(most, 1))));
    std::vector<PlotTick> ticks;
    for (int e = static_cast<int>(std::floor(std::log10(m_low))); e <= static_cast<int>(std::ceil(std::log10(m_high))); ++e) {
        for (const double m : {1.0, 2.0, 5.0}) {
            const double value = m * std::pow(10.0, e);
            const bool wanted = m == 1 ? e % stride == 0 : halves;
            if (wanted && value >= m_low * (1 - 1e-9) && value <= m_high * (1 + 1e-9)) {
                ticks.push_back({value, QLocale().toString(value, 'g', 6)});
            }
        }
    }
    return ticks;
}

std::vector<PlotTick> PlotAxis::ticks(int most) const
{
    if (m_kind == Kind::Categories) {
        std::vector<PlotTick> ticks;
        const int count = static_cast<int>(m_categories.size());
        const int stride = std::max(1, (count + most - 1) / std::max(most, 1));
        for (int i = 0; i < count; i += stride) {
            ticks.push_back({static_cast<double>(i), m_categories[i]});
        }
        return ticks;
    }
    return m_kind == Kind::Log ? logTicks(most) : linearTicks(most);
}

QString PlotAxis::text(double value) const
{
    if (m_kind == Kind::Categories) {
        const auto i = static_cast<qsizetype>(std::lround(value));
        return i >= 0 && i < m_categories.size() ? m_categories[i] : QString();
    }
    const bool whole = std::abs(value - std::round(value)) < 1e-9 && std::abs(value) < 1e9;
    return whole ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', 4);
}

} // namespace knobscope
