// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/ticks.h"

#include "widgets/text/duration.h"
#include "widgets/text/number.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int mostTicks = 64; // whatever is asked: a view is no longer readable beyond

QString numberText(double value, double step)
{
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
    const double rounded = std::abs(value) < step * 1e-6 ? 0 : value;
    return number(rounded, step == std::floor(step) ? 0 : decimals + (step * std::pow(10, decimals) == 2.5 ? 1 : 0));
}

double durationStep(double raw)
{
    for (const double step : {1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0}) {
        if (raw <= step) {
            return raw < 0.5 ? niceCeiling(raw) : step;
        }
    }
    return 3600 * niceCeiling(raw / 3600);
}

std::vector<Tick> linearTicks(TickKind kind, double low, double high, int wanted)
{
    const double raw = (high - low) / wanted;
    double step = kind == TickKind::Duration ? durationStep(raw) : niceCeiling(raw);
    if (kind == TickKind::WholeNumber) {
        step = std::max(1.0, step == 2.5 ? 5.0 : step);
    }
    std::vector<Tick> ticks;
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < mostTicks && (first + i) * step <= high + step * 1e-9; ++i) {
        const double value = (first + i) * step;
        ticks.push_back(
            {value, kind == TickKind::Duration && step >= 1 ? clockText(std::llround(value)) : numberText(value, step)});
    }
    return ticks;
}

std::vector<Tick> logarithmTicks(double low, double high, int wanted)
{
    const double decades = high - low;
    if (decades < 0.5) { // too short for 1-2-5: round values, at their logarithms
        std::vector<Tick> ticks = linearTicks(TickKind::Number, std::pow(10, low), std::pow(10, high), wanted);
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
    for (int power = static_cast<int>(std::floor(low)); power <= high && ticks.size() < mostTicks; power += stride) {
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

std::vector<Tick> ticksFor(TickKind kind, double low, double high, int wanted)
{
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high)) {
        return {};
    }
    wanted = std::clamp(wanted, 1, mostTicks / 4);
    return kind == TickKind::Logarithm ? logarithmTicks(low, high, wanted) : linearTicks(kind, low, high, wanted);
}

} // namespace knobscope
