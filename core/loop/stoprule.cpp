// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/stoprule.h"

#include "core/loop/durationtext.h"

#include <algorithm>

namespace knobscope {

StopRule StopRule::trials(int64_t count)
{
    return {Kind::Trials, static_cast<double>(count)};
}

StopRule StopRule::seconds(double seconds)
{
    return {Kind::Seconds, seconds};
}

StopRule StopRule::plateau(int64_t trials)
{
    return {Kind::Plateau, static_cast<double>(trials)};
}

StopRule StopRule::target(double gflops)
{
    return {Kind::Target, gflops};
}

StopRule StopRule::targetPercent(double percent, double peakGflops)
{
    return {Kind::TargetPercent, percent, peakGflops};
}

StopRule StopRule::anyOf(std::vector<StopRule> rules)
{
    StopRule rule;
    rule.m_kind = Kind::AnyOf;
    rule.m_parts = std::move(rules);
    return rule;
}

std::optional<Sentence> StopRule::verdict(const RunStanding& now) const
{
    bool holds = false;
    switch (m_kind) {
    case Kind::Never: break;
    case Kind::Trials: holds = static_cast<double>(now.trials) >= m_amount; break;
    case Kind::Seconds: holds = now.seconds >= m_amount; break;
    case Kind::Plateau: holds = static_cast<double>(now.sinceBest) >= m_amount; break;
    case Kind::Target: holds = now.bestGflops >= m_amount; break;
    case Kind::TargetPercent: holds = m_peak > 0 && now.bestPlainGflops >= m_amount / 100 * m_peak; break;
    case Kind::AnyOf:
        for (const StopRule& part : m_parts) {
            if (auto sentence = part.verdict(now)) {
                return sentence;
            }
        }
    }
    return holds ? std::optional(text()) : std::nullopt;
}

std::optional<int64_t> StopRule::trialLimit() const
{
    std::optional<int64_t> least = m_kind == Kind::Trials ? std::optional(static_cast<int64_t>(m_amount)) : std::nullopt;
    for (const StopRule& part : m_parts) {
        const auto limit = part.trialLimit();
        least = limit && (!least || *limit < *least) ? limit : least;
    }
    return least;
}

std::optional<double> StopRule::secondLimit() const
{
    std::optional<double> least = m_kind == Kind::Seconds ? std::optional(m_amount) : std::nullopt;
    for (const StopRule& part : m_parts) {
        const auto limit = part.secondLimit();
        least = limit && (!least || *limit < *least) ? limit : least;
    }
    return least;
}

double StopRule::secondsLeft(const RunStanding& now, int64_t total, double trialsPerSecond) const
{
    if (trialsPerSecond <= 0) {
        return -1;
    }
    const double toLast = static_cast<double>(total - now.trials) / trialsPerSecond;
    const auto limit = secondLimit();
    return limit ? std::max(0.0, std::min(toLast, *limit - now.seconds)) : toLast;
}

Sentence StopRule::text() const
{
    switch (m_kind) {
    case Kind::Never: return phrase("no limit");
    case Kind::Trials: return m_amount == 1 ? phrase("1 trial") : phrase("{:.0f} trials", m_amount);
    case Kind::Seconds: return durationText(m_amount);
    case Kind::Plateau: return phrase("no better config in {:.0f} trials", m_amount);
    case Kind::Target: return phrase("{:g} GFLOPS reached", m_amount);
    case Kind::TargetPercent: return phrase("{:g} % of the peak of {:.1f} GFLOPS reached", m_amount, m_peak);
    case Kind::AnyOf: break;
    }
    Sentence all;
    for (size_t i = 0; i < m_parts.size(); ++i) {
        const Sentence part = m_parts[i].text();
        all = i == 0 ? part : i + 1 == m_parts.size() ? phrase("{} or {}", all, part) : phrase("{}, {}", all, part);
    }
    return all.empty() ? phrase("no limit") : all;
}

} // namespace knobscope
