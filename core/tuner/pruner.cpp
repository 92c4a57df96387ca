// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/pruner.h"

#include "core/base/numbertext.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr size_t kMinObservations = 5;
constexpr double kGoodShare = 0.95;

/// 99.9 % quantile of Student's t distribution by its expansion around the normal distribution; within 1 % for six degrees of
/// freedom or more, 9 % too low for three.
double studentQuantile999(double degrees)
{
    constexpr double kNormal = 3.0902323061678132;
    return kNormal + 8.1502 / degrees + 19.693 / std::pow(degrees, 2) + 36.15 / std::pow(degrees, 3);
}

} // namespace

Result<PruneOptions> parsePruneOptions(std::string_view text)
{
    PruneOptions out;
    if (text == "off") {
        return out;
    }
    out.factor = PruneOptions::kDefaultFactor;
    if (text == "on") {
        return out;
    }
    const std::string_view number = text.starts_with("on=") ? text.substr(3) : text;
    out.factor = parseNumber<double>(number).value_or(0);
    if (!(out.factor >= 1) || out.factor > 1e6) {
        return fail(ErrorCode::InvalidArgument, "Pruning must be off, on or on=FACTOR with a factor of at least 1, not '{}'",
                    text);
    }
    return out;
}

std::string pruneText(double factor)
{
    return factor == 0 ? "off" : factor == PruneOptions::kDefaultFactor ? "auto" : fmt::format("on={:.10g}", factor);
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

double Pruner::highestFlops(double cycles) const
{
    std::vector<double> bounds;
    std::vector<double> speeds;
    for (const Seen& seen : m_seen) {
        bounds.push_back(std::log(seen.cycles));
        speeds.push_back(std::log(seen.flops));
    }
    const auto count = static_cast<double>(m_seen.size());
    const double middle = mean(bounds);
    const double speed = mean(speeds);
    double squares = 0;
    double products = 0;
    for (size_t i = 0; i < bounds.size(); ++i) {
        squares += (bounds[i] - middle) * (bounds[i] - middle);
        products += (bounds[i] - middle) * (speeds[i] - speed);
    }
    if (m_seen.size() < kMinObservations || squares < 1e-9) {
        return std::numeric_limits<double>::infinity();
    }
    const double slope = products / squares;
    double rest = 0;
    for (size_t i = 0; i < bounds.size(); ++i) {
        rest += std::pow(speeds[i] - speed - slope * (bounds[i] - middle), 2);
    }
    const double away = std::log(cycles) - middle;
    const double deviation = std::sqrt(rest / (count - 2) * (1 + 1 / count + away * away / squares));
    return std::exp(speed + slope * away + studentQuantile999(count - 2) * deviation);
}

double Pruner::maxFlops(int64_t index) const
{
    const auto cycles = m_bounds->cycles(index);
    return cycles ? rate() / *cycles : 0;
}

bool Pruner::canJudge() const
{
    return m_options.isOn() && m_bounds && m_seen.size() >= kMinObservations;
}

bool Pruner::isHopeless(double cycles) const
{
    return rate() / cycles * m_options.factor < m_best && highestFlops(cycles) < m_best;
}

bool Pruner::wouldPrune(int64_t index) const
{
    const auto cycles = canJudge() && m_rightChecks >= m_options.firstChecks ? m_bounds->cycles(index) : std::nullopt;
    return cycles && isHopeless(*cycles);
}

Pruner::Verdict Pruner::judge(int64_t index)
{
    if (!canJudge()) {
        return Verdict::Measure;
    }
    const auto cycles = m_bounds->cycles(index);
    if (!cycles) {
        return Verdict::Measure;
    }
    ++m_count.judged;
    if (!isHopeless(*cycles)) {
        return Verdict::Measure;
    }
    const bool isSpotCheck = m_options.checkEvery > 0 && ++m_hopeless % m_options.checkEvery == 0;
    if (isSpotCheck || m_rightChecks < m_options.firstChecks) {
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
        const bool isMistake = flops > 0 && flops >= kGoodShare * m_best;
        m_count.mistaken += isMistake ? 1 : 0;
        m_rightChecks = isMistake ? 0 : m_rightChecks + 1;
    }
    if (flops > 0) {
        m_best = std::max(m_best, flops);
        if (const auto cycles = m_bounds->cycles(trial.index)) {
            m_seen.push_back({*cycles, flops});
        }
    }
}

} // namespace knobscope
