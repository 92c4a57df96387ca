// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotaxis.h"
#include "widgets/text/number.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

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

double PlotAxis::toPlane(double value) const
{
    constexpr double below = -1e6;
    return m_kind != Kind::Log ? value : value > 0 ? std::log10(value) : below;
}

PlotAxis PlotAxis::part(double from, double to) const
{
    PlotAxis axis = *this;
    axis.m_low = m_kind == Kind::Log ? std::pow(10, from) : from;
    axis.m_high = m_kind == Kind::Log ? std::pow(10, to) : to;
    return axis;
}

std::vector<Tick> PlotAxis::ticks(int wanted) const
{
    if (m_kind != Kind::Categories) {
        return ticksFor(m_kind == Kind::Log ? TickKind::Logarithm : TickKind::Number, toPlane(m_low), toPlane(m_high), wanted);
    }
    std::vector<Tick> ticks;
    const int count = static_cast<int>(m_categories.size());
    const int stride = std::max(1, (count + wanted - 1) / std::max(wanted, 1));
    for (int i = 0; i < count; i += stride) {
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
