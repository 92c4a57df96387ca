// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/annealing.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

/// Keeps the best distinct points.
class Best
{
public:
    explicit Best(size_t count)
        : m_count(count)
    {
    }
    /// Returns true if the point was added.
    bool offer(double score, int64_t index, std::span<const int64_t> walk = {})
    {
        if (m_count == 0 || std::isnan(score) || m_walks.contains(index)) {
            return false;
        }
        if (m_items.size() == m_count) {
            if (score <= m_items.begin()->first) {
                return false;
            }
            m_walks.erase(-m_items.begin()->second);
            m_items.erase(m_items.begin());
        }
        m_items.emplace(score, -index); // for equal scores the lower index is kept
        m_walks.emplace(index, std::vector(walk.begin(), walk.end()));
        return true;
    }
    std::vector<Maximum> take(bool keepsNegative)
    {
        std::vector<Maximum> out;
        for (auto item = m_items.rbegin(); item != m_items.rend(); ++item) {
            if (keepsNegative || item->first >= 0) {
                out.push_back({-item->second, item->first, std::move(m_walks[-item->second])});
            }
        }
        return out;
    }

private:
    size_t m_count;
    std::set<std::pair<double, int64_t>> m_items;
    std::unordered_map<int64_t, std::vector<int64_t>> m_walks; ///< of the points in m_items
};

} // namespace

SimulatedAnnealing::SimulatedAnnealing(const ConfigSpace& space, uint64_t seed, const AnnealingOptions& options)
    : m_space(space)
    , m_random(seed)
    , m_options(options)
{
}

int64_t SimulatedAnnealing::randomPoint()
{
    for (int tries = 0; tries < 10'000; ++tries) {
        const int64_t index = m_random.below(m_space.rangeLength());
        if (m_space.isValid(index)) {
            return index;
        }
    }
    return -1; // hardly any point is valid: the caller's other methods find one
}

int64_t SimulatedAnnealing::step(int64_t from)
{
    std::vector<int64_t> digits = m_space.digits(from);
    for (int tries = 0; tries < 100 && !digits.empty(); ++tries) {
        const auto knob = static_cast<size_t>(m_random.below(static_cast<int64_t>(digits.size())));
        const int64_t before = digits[knob];
        digits[knob] = m_random.below(m_space.knobs()[knob].size());
        const int64_t index = m_space.indexOfDigits(digits);
        if (index != from && m_space.isValid(index)) {
            return index;
        }
        digits[knob] = before;
    }
    return from;
}

void SimulatedAnnealing::startFrom(std::span<const int64_t> points)
{
    for (size_t i = 0; i < points.size(); ++i) {
        if (i < m_points.size()) {
            m_points[i] = points[i];
            m_walks[i].clear();
        } else if (static_cast<int64_t>(m_points.size()) < m_options.points) {
            m_points.push_back(points[i]);
            m_walks.emplace_back();
        }
    }
}

std::vector<int64_t> SimulatedAnnealing::walkTo(size_t walk) const
{
    std::vector<int64_t> points = m_walks[walk];
    points.push_back(m_points[walk]);
    return points;
}

void SimulatedAnnealing::move(size_t walk, int64_t to)
{
    if (to == m_points[walk]) {
        return;
    }
    std::vector<int64_t>& points = m_walks[walk];
    if (points.size() + 1 == kMaxWalk) { // walkTo() adds one
        points.erase(points.begin());
    }
    points.push_back(std::exchange(m_points[walk], to));
}

std::vector<Maximum> SimulatedAnnealing::maxima(const ScoreFunction& score, size_t count, const IndexCondition& isExcluded)
{
    const auto wanted = static_cast<size_t>(std::min(m_options.points, m_space.validCount().high));
    while (m_points.size() < wanted) {
        const int64_t index = randomPoint();
        if (index < 0) {
            break;
        }
        m_points.push_back(index);
        m_walks.emplace_back();
    }
    Best best(count);
    std::vector<float> scores = score(m_points);
    for (size_t i = 0; i < scores.size(); ++i) {
        if (!isExcluded(m_points[i])) {
            best.offer(scores[i], m_points[i], m_walks[i]);
        }
    }
    const double cooling = 1.0 / static_cast<double>(m_options.iterations + 1);
    double temperature = 1;
    int64_t lastChange = 0;
    std::vector<int64_t> proposals(m_points.size());
    for (int64_t k = 0; !scores.empty() && k < m_options.iterations && k < lastChange + m_options.patience; ++k) {
        std::transform(m_points.begin(), m_points.end(), proposals.begin(), [&](int64_t from) { return step(from); });
        const std::vector<float> found = score(proposals);
        if (found.empty()) {
            break;
        }
        for (size_t i = 0; i < proposals.size(); ++i) {
            if (!isExcluded(proposals[i]) && best.offer(found[i], proposals[i], walkTo(i))) {
                lastChange = k;
            }
            const double gain = static_cast<double>(found[i]) - static_cast<double>(scores[i]);
            if (m_random.unit() < std::exp(std::min(gain / (temperature + 1e-5), 1.0))) {
                move(i, proposals[i]);
                scores[i] = found[i];
            }
        }
        temperature -= cooling;
    }
    return best.take(m_options.keepsNegative);
}

std::vector<Maximum> bestOfAll(const ConfigSpace& space, const ScoreFunction& score, size_t count,
                               const IndexCondition& isExcluded)
{
    constexpr size_t block = 4096;
    Best best(count);
    std::vector<int64_t> some;
    const auto judge = [&] {
        const std::vector<float> scores = score(some);
        for (size_t i = 0; i < scores.size(); ++i) {
            best.offer(scores[i], some[i]);
        }
        some.clear();
    };
    for (int64_t index = 0; index < space.rangeLength(); ++index) {
        if (space.isValid(index) && !isExcluded(index)) {
            some.push_back(index);
        }
        if (some.size() == block) {
            judge();
        }
    }
    if (!some.empty()) {
        judge();
    }
    return best.take(true);
}

std::vector<Maximum> pickDiverse(const ConfigSpace& space, std::span<const Maximum> candidates, size_t count)
{
    std::vector<std::vector<int64_t>> digits;
    for (const Maximum& candidate : candidates) {
        digits.push_back(space.digits(candidate.index));
    }
    std::vector<std::unordered_set<int64_t>> covered(space.knobs().size());
    std::vector<bool> isTaken(candidates.size(), false);
    std::vector<Maximum> picked;
    while (picked.size() < std::min(count, candidates.size())) {
        size_t best = candidates.size();
        int64_t most = -1;
        for (size_t i = 0; i < candidates.size(); ++i) {
            int64_t added = 0;
            for (size_t k = 0; k < digits[i].size(); ++k) {
                added += covered[k].contains(digits[i][k]) ? 0 : 1;
            }
            if (!isTaken[i] && added > most) {
                most = added;
                best = i;
            }
        }
        isTaken[best] = true;
        picked.push_back(candidates[best]);
        for (size_t k = 0; k < digits[best].size(); ++k) {
            covered[k].insert(digits[best][k]);
        }
    }
    return picked;
}

} // namespace knobscope
