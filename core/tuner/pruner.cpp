// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/pruner.h"

#include "core/text/numbertext.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t leastSeen = 4;
constexpr double goodShare = 0.95;

} // namespace

Result<PruneOptions> parsePruneOptions(std::string_view text)
{
    PruneOptions out;
    if (text == "off") {
        return out;
    }
    out.factor = PruneOptions::usualFactor;
    if (text == "on") {
        return out;
    }
    const std::string_view number = text.starts_with("on=") ? text.substr(3) : text;
    out.factor = numberFrom<double>(number).value_or(0);
    if (!(out.factor >= 1) || out.factor > 1e6) {
        return fail(ErrorCode::InvalidArgument,
                    "Leaving out hopeless configs is off, on or on=FACTOR with a factor from 1 on, not '{}'", text);
    }
    return out;
}

nlohmann::json pruneCountToJson(const PruneCount& count)
{
    return {{"judged", count.judged}, {"pruned", count.pruned}, {"checked", count.checked}, {"mistaken", count.mistaken}};
}

double Pruner::rate() const
{
    double most = 0;
    for (const Seen& seen : m_seen) {
        most = seen.flops >= m_best / 2 ? std::max(most, seen.cycles * seen.flops) : most;
    }
    return most;
}

double Pruner::mostFlops(int64_t index)
{
    const auto cycles = m_bounds->cycles(index);
    return cycles ? rate() / *cycles : 0;
}

Pruner::Verdict Pruner::judge(int64_t index)
{
    if (!m_options.isOn() || !m_bounds || m_seen.size() < leastSeen) {
        return Verdict::Measure;
    }
    const auto cycles = m_bounds->cycles(index);
    if (!cycles) {
        return Verdict::Measure;
    }
    ++m_count.judged;
    if (rate() / *cycles * m_options.factor >= m_best) {
        return Verdict::Measure;
    }
    if (m_options.checkEvery > 0 && ++m_hopeless % m_options.checkEvery == 0) {
        ++m_count.checked;
        m_checks.push_back(index);
        return Verdict::Check;
    }
    ++m_count.pruned;
    return Verdict::Prune;
}

void Pruner::learn(const Trial& trial)
{
    if (!m_options.isOn() || !m_bounds) {
        return;
    }
    const double flops = usableFlops(trial.flops);
    const auto check = std::find(m_checks.begin(), m_checks.end(), trial.index);
    if (check != m_checks.end()) {
        m_checks.erase(check);
        m_count.mistaken += flops > 0 && flops >= goodShare * m_best ? 1 : 0;
    }
    if (flops > 0) {
        m_best = std::max(m_best, flops);
        if (const auto cycles = m_bounds->cycles(trial.index)) {
            m_seen.push_back({*cycles, flops});
        }
    }
}

} // namespace knobscope
