// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/counting.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace knobscope {

namespace {

constexpr int64_t kMaxExactCombinations = 2'000'000; // evaluated in about half a second
constexpr int kSampleSize = 20'000;
constexpr int kStopCheckInterval = 4096; // combinations between two checks of the stop flag

using Number = std::optional<int64_t>;

/// Candidates of a knob that give all constraints the same numbers.
struct Group {
    int64_t digit = 0;  ///< a representative
    int64_t weight = 0; ///< number of candidates
    std::vector<Number> numbers; ///< one column per term that reads the knob
};

/// Location of a term's number: a knob of the cluster and a column of that knob's groups.
struct Source {
    size_t knob = 0;
    size_t column = 0;
};

/// Knobs coupled by constraints; clusters are independent of each other.
struct Cluster {
    std::vector<size_t> knobs;       ///< indexes into the space
    std::vector<size_t> constraints; ///< indexes into the space
    std::vector<std::vector<Group>> groups;   ///< one list per knob
    std::vector<std::vector<Source>> sources; ///< one list per constraint, in the order of its terms
    int64_t points = 1;       ///< number of combinations of the knobs' values
    int64_t combinations = 1; ///< number of combinations of the knobs' groups; capped
};

struct ClusterEffect {
    int64_t removes = 0;
    int64_t removesExclusively = 0;
    std::vector<int64_t> example; ///< one group per knob of the cluster
    bool isExampleExclusive = false;
};

/// Result of evaluating all combinations, or a sample of them. `evaluated` counts points.
struct ClusterCount {
    int64_t evaluated = 0;
    int64_t valid = 0;
    bool exact = true;
    std::vector<ClusterEffect> effects;
};

std::vector<Cluster> clustersOf(const ConfigSpace& space)
{
    const auto& knobs = space.knobs();
    std::vector<size_t> leader(knobs.size());
    std::iota(leader.begin(), leader.end(), size_t{0});
    const auto find = [&](size_t i) {
        while (leader[i] != i) {
            i = leader[i];
        }
        return i;
    };
    std::vector<std::vector<size_t>> touched;
    for (const Constraint& constraint : space.constraints()) {
        std::vector<size_t> own;
        for (size_t i = 0; i < knobs.size(); ++i) {
            if (std::ranges::find(constraint.terms(), knobs[i].name(), &ExpressionTerm::knob) != constraint.terms().end()) {
                own.push_back(i);
                leader[find(i)] = find(own.front());
            }
        }
        touched.push_back(std::move(own));
    }
    std::map<size_t, Cluster> byLeader;
    Cluster constant; // constraints without knobs
    for (size_t c = 0; c < touched.size(); ++c) {
        (touched[c].empty() ? constant : byLeader[find(touched[c].front())]).constraints.push_back(c);
    }
    std::vector<Cluster> clusters;
    for (auto& [head, cluster] : byLeader) {
        for (size_t i = 0; i < knobs.size(); ++i) {
            if (find(i) == head) {
                cluster.knobs.push_back(i);
                cluster.points *= knobs[i].size();
            }
        }
        clusters.push_back(std::move(cluster));
    }
    if (!constant.constraints.empty()) {
        clusters.push_back(std::move(constant));
    }
    return clusters;
}

void groupCandidates(const ConfigSpace& space, Cluster& cluster)
{
    struct Column {
        const Constraint* constraint;
        ExpressionTerm term;
    };
    std::vector<std::vector<Column>> columns(cluster.knobs.size());
    for (const size_t c : cluster.constraints) {
        const Constraint& constraint = space.constraints()[c];
        std::vector<Source> sources;
        for (const ExpressionTerm& term : constraint.terms()) {
            size_t k = 0;
            while (space.knobs()[cluster.knobs[k]].name() != term.knob) {
                ++k;
            }
            sources.push_back({k, columns[k].size()});
            columns[k].push_back({&constraint, term});
        }
        cluster.sources.push_back(std::move(sources));
    }
    for (size_t k = 0; k < cluster.knobs.size(); ++k) {
        const Knob& knob = space.knobs()[cluster.knobs[k]];
        std::map<std::vector<Number>, size_t> known;
        std::vector<Group> groups;
        std::vector<Number> numbers(columns[k].size());
        for (int64_t digit = 0; digit < knob.size(); ++digit) {
            for (size_t i = 0; i < numbers.size(); ++i) {
                const auto& [constraint, term] = columns[k][i];
                numbers[i] = constraint->number(knob.at(digit), knob.definition(), term.position);
            }
            const auto [at, isNew] = known.try_emplace(numbers, groups.size());
            if (isNew) {
                groups.push_back({digit, 0, numbers});
            }
            ++groups[at->second].weight;
        }
        if (__builtin_mul_overflow(cluster.combinations, static_cast<int64_t>(groups.size()), &cluster.combinations)) {
            cluster.combinations = INT64_MAX;
        }
        cluster.groups.push_back(std::move(groups));
    }
}

/// Evaluates combinations one by one and counts those that hold.
class Tally
{
public:
    explicit Tally(const Cluster& cluster)
        : m_cluster(cluster)
    {
        m_count.effects.resize(cluster.constraints.size());
    }

    void evaluate(const ConfigSpace& space, const std::vector<int64_t>& chosen, int64_t weight)
    {
        m_count.evaluated += weight;
        m_broken.clear();
        for (size_t c = 0; c < m_cluster.constraints.size(); ++c) {
            m_numbers.clear();
            for (const Source& source : m_cluster.sources[c]) {
                m_numbers.push_back(
                    m_cluster.groups[source.knob][static_cast<size_t>(chosen[source.knob])].numbers[source.column]);
            }
            if (!space.constraints()[m_cluster.constraints[c]].holds(m_numbers)) {
                m_broken.push_back(c);
            }
        }
        m_count.valid += m_broken.empty() ? weight : 0;
        const bool isOnlyViolation = m_broken.size() == 1;
        for (const size_t c : m_broken) {
            ClusterEffect& effect = m_count.effects[c];
            effect.removes += weight;
            effect.removesExclusively += isOnlyViolation ? weight : 0;
            if (effect.example.empty() || (isOnlyViolation && !effect.isExampleExclusive)) {
                effect.example = chosen;
                effect.isExampleExclusive = isOnlyViolation;
            }
        }
    }

    ClusterCount take() { return std::move(m_count); }
    void markEstimated() { m_count.exact = false; }

private:
    const Cluster& m_cluster;
    ClusterCount m_count;
    std::vector<Number> m_numbers;
    std::vector<size_t> m_broken;
};

ClusterCount countAll(const ConfigSpace& space, const Cluster& cluster, const std::atomic<bool>* stop)
{
    Tally tally(cluster);
    std::vector<int64_t> chosen(cluster.knobs.size(), 0);
    for (int64_t n = 0; n < cluster.combinations; ++n) {
        int64_t weight = 1;
        for (size_t k = 0; k < chosen.size(); ++k) {
            weight *= cluster.groups[k][static_cast<size_t>(chosen[k])].weight;
        }
        tally.evaluate(space, chosen, weight);
        for (size_t k = 0; k < chosen.size() && ++chosen[k] == static_cast<int64_t>(cluster.groups[k].size()); ++k) {
            chosen[k] = 0;
        }
        if (n % kStopCheckInterval == 0 && stop && *stop) {
            tally.markEstimated();
            break;
        }
    }
    return tally.take();
}

ClusterCount countSample(const ConfigSpace& space, const Cluster& cluster, const std::atomic<bool>* stop)
{
    Tally tally(cluster);
    tally.markEstimated();
    std::mt19937_64 random(1);
    std::vector<std::vector<int64_t>> ends; // cumulative weights: map a random digit to its group
    for (const auto& groups : cluster.groups) {
        std::vector<int64_t> sums;
        for (const Group& group : groups) {
            sums.push_back((sums.empty() ? 0 : sums.back()) + group.weight);
        }
        ends.push_back(std::move(sums));
    }
    std::vector<int64_t> chosen(cluster.knobs.size(), 0);
    for (int i = 0; i < kSampleSize && !(stop && *stop); ++i) {
        for (size_t k = 0; k < chosen.size(); ++k) {
            const auto at = static_cast<int64_t>(random() % static_cast<uint64_t>(ends[k].back()));
            chosen[k] = std::upper_bound(ends[k].begin(), ends[k].end(), at) - ends[k].begin();
        }
        tally.evaluate(space, chosen, 1);
    }
    return tally.take();
}

/// Wilson's interval (1927) for a share of the points, 99 %.
SpaceCount scaled(const ClusterCount& count, int64_t part, int64_t points)
{
    if (count.exact) {
        return {part, part, true};
    }
    constexpr double z = 2.576;
    const double n = std::max<double>(1, static_cast<double>(count.evaluated));
    const double share = static_cast<double>(part) / n;
    const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double margin = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const auto of = [&](double p) {
        return std::min(points, static_cast<int64_t>(std::clamp(p, 0.0, 1.0) * static_cast<double>(points)));
    };
    return {std::max(of(centre - margin), part > 0 ? int64_t{1} : int64_t{0}), of(centre + margin), false};
}

SpaceCount times(const SpaceCount& a, const SpaceCount& b)
{
    return {a.low * b.low, a.high * b.high, a.exact && b.exact};
}

/// Uses digit 0 for every knob that the constraint does not read.
int64_t exampleIndex(const ConfigSpace& space, const Cluster& cluster, const ClusterEffect& effect)
{
    if (effect.example.size() != cluster.knobs.size() || effect.removes == 0) {
        return -1;
    }
    std::vector<int64_t> digits(space.knobs().size(), 0);
    for (size_t k = 0; k < cluster.knobs.size(); ++k) {
        digits[cluster.knobs[k]] = cluster.groups[k][static_cast<size_t>(effect.example[k])].digit;
    }
    return space.indexOfDigits(digits);
}

ConstraintEffects combine(const ConfigSpace& space, const std::vector<Cluster>& clusters, const std::vector<ClusterCount>& counts)
{
    ConstraintEffects out;
    out.constraints.resize(space.constraints().size());
    int64_t untouched = space.rangeLength();
    for (const Cluster& cluster : clusters) {
        untouched /= cluster.points;
    }
    out.valid = {untouched, untouched, true};
    for (size_t i = 0; i < clusters.size(); ++i) {
        out.valid = times(out.valid, scaled(counts[i], counts[i].valid, clusters[i].points));
    }
    for (size_t i = 0; i < clusters.size(); ++i) {
        const int64_t rest = space.rangeLength() / clusters[i].points;
        SpaceCount othersValid{untouched, untouched, true};
        for (size_t j = 0; j < clusters.size(); ++j) {
            othersValid = j == i ? othersValid : times(othersValid, scaled(counts[j], counts[j].valid, clusters[j].points));
        }
        for (size_t c = 0; c < clusters[i].constraints.size(); ++c) {
            const ClusterEffect& found = counts[i].effects[c];
            ConstraintEffect& effect = out.constraints[clusters[i].constraints[c]];
            effect.text = space.constraints()[clusters[i].constraints[c]].text();
            effect.removes = times(scaled(counts[i], found.removes, clusters[i].points), {rest, rest, true});
            effect.removesExclusively = times(scaled(counts[i], found.removesExclusively, clusters[i].points), othersValid);
            effect.example = exampleIndex(space, clusters[i], found);
        }
    }
    return out;
}

/// `budget` < 0: no limit.
std::optional<ConstraintEffects> count(const ConfigSpace& space, const std::atomic<bool>* stop, int64_t budget)
{
    std::vector<Cluster> clusters = clustersOf(space);
    int64_t work = 0;
    for (Cluster& cluster : clusters) {
        for (const size_t k : cluster.knobs) {
            work += space.knobs()[k].size();
        }
        if (budget >= 0 && work > budget) {
            return std::nullopt;
        }
        groupCandidates(space, cluster);
        work += std::min(cluster.combinations,
                         cluster.combinations > kMaxExactCombinations ? int64_t{kSampleSize} : kMaxExactCombinations);
    }
    if (budget >= 0 && work > budget) {
        return std::nullopt;
    }
    std::vector<ClusterCount> counts;
    for (const Cluster& cluster : clusters) {
        counts.push_back(cluster.combinations > kMaxExactCombinations ? countSample(space, cluster, stop)
                                                                      : countAll(space, cluster, stop));
    }
    return combine(space, clusters, counts);
}

} // namespace

ConstraintEffects countEffects(const ConfigSpace& space, const std::atomic<bool>* stop)
{
    return *count(space, stop, -1);
}

std::optional<ConstraintEffects> countEffectsWithin(const ConfigSpace& space, int64_t budget)
{
    return count(space, nullptr, budget);
}

} // namespace knobscope
