// SPDX-License-Identifier: GPL-3.0-or-later
// Bayesian optimization with a Gaussian process whose distances understand split factors, after BaCO (Hellsten et al., ASPLOS
// 2023, arXiv 2212.11142): models log run times, excludes failing configs from the surface and predicts failures from
// neighbours, and maximizes expected improvement over points of the space itself, so that constraints need no special handling.
#include "core/tuner/all.h"
#include "core/tuner/boundsource.h"
#include "core/tuner/gaussianprocess.h"
#include "core/tuner/knobcoordinates.h"
#include "core/tuner/prior.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int64_t kMaxEnumerated = 3000; // limit of points for a table of the whole space
constexpr int64_t kMaxEnumeratedRange = 200'000; // limit of the range to scan for them
constexpr size_t kSampledPoints = 1024;     // limit of the table for a larger space
// With bounds, each new point costs a lowering: the table starts small, and grows at each rebuild.
constexpr size_t kFirstPoints = 192;
constexpr size_t kAddedRandom = 10; // for each trial since the last rebuild
constexpr size_t kAddedNear = 6;
constexpr size_t kMaxModelled = 160;        // observations in the surface after a rebuild
constexpr size_t kMaxGrown = 256;           // observations that force a rebuild
constexpr size_t kMaxFitted = 96;           // observations for fitting the lengths
constexpr size_t kDrawnForBound = 64;        // random configs to pick the best bound from
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

class BayesTuner : public Tuner
{
public:
    BayesTuner(const TunerContext& context, int64_t samples, size_t starts, bool isBounded)
        : m_space(*context.space)
        , m_coordinates(m_space)
        , m_random(context.seed)
        , m_fresh(m_space.rangeLength(), context.seed ^ 0x9e3779b9)
        , m_samples(samples)
    {
        m_isEnumerated = m_space.rangeLength() <= kMaxEnumeratedRange && m_space.validCount().high <= kMaxEnumerated;
        if (m_isEnumerated) {
            for (int64_t index = 0; index < m_space.rangeLength(); ++index) {
                if (m_space.isValid(index)) {
                    m_pool.push_back(index);
                }
            }
        }
        m_shape.lengths.assign(m_coordinates.dimensions(), 0.5);
        m_bounds = isBounded ? usefulBounds(context) : nullptr;
        if (m_bounds) {
            m_samples = (samples + 3) / 4;
            m_firstPoints = m_bounds->affordable(kFirstPoints);
            m_addedRandom = m_bounds->affordable(kAddedRandom);
            m_addedNear = m_bounds->affordable(kAddedNear);
            m_drawn = static_cast<int>(m_bounds->affordable(kDrawnForBound));
        }
        m_next = m_fresh.nextConfig(m_space, m_seen);
        learnFrom(context, starts);
        if (const auto untuned = m_bounds ? m_bounds->untuned() : std::nullopt) {
            m_starts.push_back(*untuned); // proposed first
        }
    }

    std::optional<int64_t> next() override
    {
        if (!m_next) {
            return std::nullopt;
        }
        const int64_t index = choose();
        see(index);
        if (m_process) {
            add(index);
        }
        return index;
    }

    void update(std::span<const Trial> trials) override
    {
        for (const Trial& trial : trials) {
            m_score[trial.index] = usableFlops(trial.flops);
            m_changed = true;
        }
    }

    void observe(const Trial& trial) override
    {
        if (see(trial.index) && m_process) {
            add(trial.index);
        }
        m_score[trial.index] = usableFlops(trial.flops);
        m_changed = true;
    }

    bool hasNext() const override { return m_next.has_value(); }
    int64_t earlierRecords() const override { return m_earlierRecords; }
    ProposalReason reason() const override { return m_reason; }

    Beliefs beliefs(std::span<const int64_t> indexes) override
    {
        const double best = bestScore();
        if (best <= 0 || m_coordinates.dimensions() == 0) {
            return {};
        }
        const std::vector<int64_t> modelled = chosen(kMaxModelled);
        CoordinateTable table;
        table.width = m_coordinates.dimensions();
        for (const std::span<const int64_t> some : {std::span(modelled), indexes}) {
            for (const int64_t index : some) {
                m_highest = m_bounds ? std::max(m_highest, predicted(index)) : m_highest;
                m_coordinates.append(index, table.values);
            }
        }
        fit();
        GaussianProcess process(table, m_shape, m_coordinates.knobOf());
        std::vector<double> values;
        for (size_t row = 0; row < modelled.size(); ++row) {
            process.observe(row);
            values.push_back(valueOf(modelled[row], best) - expected(modelled[row]));
        }
        process.setValues(values);
        Beliefs beliefs;
        for (size_t row = modelled.size(); const int64_t index : indexes) {
            beliefs.values.push_back(process.mean(row) + expected(index));
            beliefs.deviations.push_back(process.deviation(row++));
        }
        return beliefs;
    }

private:
    /// Proposes the best configs of similar tasks first, in place of some of the random ones.
    void learnFrom(const TunerContext& context, size_t starts)
    {
        ModelOptions options;
        options.transfer = TransferRule::Similar;
        const UsableHistory usable = usableHistory(m_space, options, context.history);
        if (!usable.sentence.empty() && context.onMessage) {
            context.onMessage(usable.sentence);
        }
        m_starts = Prior(m_space, options, usable.tasks).bestConfigs(starts);
        m_earlierRecords = usable.records();
        std::reverse(m_starts.begin(), m_starts.end());
        if (!m_starts.empty()) {
            m_samples = std::max<int64_t>(static_cast<int64_t>(m_starts.size()) + 2, m_samples / 2);
        }
    }

    int64_t choose()
    {
        m_reason = {};
        while (!m_starts.empty()) {
            const int64_t index = m_starts.back();
            m_starts.pop_back();
            if (!m_seen.contains(index)) {
                m_reason.kind = m_bounds && m_bounds->untuned() == index ? ProposalKind::Untuned : ProposalKind::Earlier;
                return index;
            }
        }
        if (static_cast<int64_t>(m_seen.size()) >= m_samples) {
            return mostPromising();
        }
        m_reason = {.kind = m_bounds ? ProposalKind::Bound : ProposalKind::Random, .candidates = m_bounds ? m_drawn + 1 : 0};
        return m_bounds ? bestForeseen() : *m_next;
    }

    /// Returns the config with the best bound of some random ones.
    int64_t bestForeseen()
    {
        int64_t best = *m_next;
        for (int tries = 0; tries < m_drawn; ++tries) {
            const int64_t index = m_random.below(m_space.rangeLength());
            if (m_space.isValid(index) && !m_seen.contains(index) && predicted(index) > predicted(best)) {
                best = index;
            }
        }
        return best;
    }

    /// Log of the speed that the bound allows, up to a constant; far below all others if the bound is unknown.
    double predicted(int64_t index)
    {
        const auto [at, isNew] = m_predicted.try_emplace(index, 0);
        if (isNew) {
            at->second = -std::log(m_bounds->cycles(index).value_or(1e15));
        }
        return at->second;
    }
    /// Prior mean of the surface: the bound's log speed relative to the highest in the table.
    double expected(int64_t index) { return m_bounds ? std::max(predicted(index) - m_highest, -2.3) : 0; }

    /// Marks a config as seen; returns false if it was seen before.
    bool see(int64_t index)
    {
        if (!m_seen.insert(index).second) {
            return false;
        }
        m_order.push_back(index);
        if (m_next == index) {
            m_next = m_fresh.nextConfig(m_space, m_seen);
        }
        return true;
    }

    /// Log speed relative to the best; configs slower than a tenth of it count as a tenth.
    double valueOf(int64_t index, double best) const
    {
        const double score = scoreOf(index);
        return score > 0 ? std::max(std::log(score / best), -2.3) : kUnknown;
    }

    double bestScore() const { return m_score.empty() ? 0 : std::ranges::max(m_score | std::views::values); }

    /// Adds an observation to the surface. Ignores a point that is not in the table; the next rebuild includes it.
    void add(int64_t index)
    {
        const auto row = m_rowOf.find(index);
        if (row != m_rowOf.end()) {
            m_process->observe(row->second);
            m_modelled.push_back(index);
            m_changed = true;
        }
    }

    /// Observations for the surface: all, or the best and the latest.
    std::vector<int64_t> chosen(size_t most) const
    {
        if (m_order.size() <= most) {
            return m_order;
        }
        std::vector<int64_t> best(m_order.begin(), m_order.end());
        std::stable_sort(best.begin(), best.end(), [&](int64_t a, int64_t b) { return scoreOf(a) > scoreOf(b); });
        best.resize(most / 2);
        std::unordered_set<int64_t> taken(best.begin(), best.end());
        for (size_t i = m_order.size(); i > 0 && best.size() < most; --i) {
            if (taken.insert(m_order[i - 1]).second) {
                best.push_back(m_order[i - 1]);
            }
        }
        return best;
    }
    double scoreOf(int64_t index) const
    {
        const auto at = m_score.find(index);
        return at == m_score.end() ? 0 : at->second;
    }

    void fit()
    {
        const double best = bestScore();
        CoordinateTable table;
        table.width = m_coordinates.dimensions();
        std::vector<double> values;
        for (const int64_t index : chosen(kMaxFitted)) {
            if (const double value = valueOf(index, best); !std::isnan(value)) {
                values.push_back(value - expected(index));
                m_coordinates.append(index, table.values);
            }
        }
        if (values.size() >= 3 && table.width > 0) {
            m_shape = fitShape(table, values, m_coordinates.knobOf(), m_shape);
        }
        m_fitAt = std::max(m_order.size() + 3, m_order.size() * 5 / 4);
    }

    /// Extends the table of a large space by the observed points, neighbours of the best ones and random points. Without bounds,
    /// which make a point costly, replaces it.
    void growPool()
    {
        const bool isFirst = m_pool.empty();
        const size_t trials = m_order.size() - m_madeAt;
        if (m_bounds) {
            thinPool();
        } else {
            m_pool.clear();
        }
        std::unordered_set<int64_t> taken(m_pool.begin(), m_pool.end());
        std::vector<int64_t> best = chosen(kMaxModelled);
        const auto add = [&](int64_t index) {
            if (taken.insert(index).second) {
                m_pool.push_back(index);
            }
        };
        std::ranges::for_each(best, add);
        std::stable_sort(best.begin(), best.end(), [&](int64_t a, int64_t b) { return scoreOf(a) > scoreOf(b); });
        best.resize(std::min<size_t>(best.size(), 5));
        const size_t before = m_pool.size();
        for (const int64_t centre : best) {
            std::vector<int64_t> near = m_space.neighbours(centre);
            std::erase_if(near, [&](int64_t index) { return taken.contains(index); });
            const size_t left = m_bounds ? before + trials * m_addedNear - m_pool.size() : kSampledPoints / 8;
            const size_t count = std::min(near.size(), m_bounds ? (left + 1) / 2 : left); // half for the best, a quarter, …
            for (size_t i = 0; i < count; ++i) {
                std::swap(near[i], near[i + static_cast<size_t>(m_random.below(static_cast<int64_t>(near.size() - i)))]);
                add(near[i]);
            }
        }
        const size_t wanted = !m_bounds ? kSampledPoints : isFirst ? m_firstPoints : m_pool.size() + trials * m_addedRandom;
        for (size_t tries = 0; tries < 20 * kSampledPoints && m_pool.size() < wanted; ++tries) {
            const int64_t index = m_random.below(m_space.rangeLength());
            const int64_t drawn = isFirst || !m_bounds || tries % 3 == 0 ? index : mutated(best[tries % best.size()]);
            if (m_space.isValid(drawn)) {
                add(drawn);
            }
        }
    }

    /// A config that differs from this one in up to three knobs.
    int64_t mutated(int64_t index)
    {
        std::vector<int64_t> digits = m_space.digits(index);
        for (int i = 0; i < 3; ++i) {
            const auto knob = static_cast<size_t>(m_random.below(std::ssize(digits)));
            digits[knob] = m_random.below(m_space.knobs()[knob].size());
        }
        return m_space.indexOfDigits(digits);
    }

    /// Keeps the table within its limit: drops the unobserved points of which the surface expects least.
    void thinPool()
    {
        if (!m_process || m_pool.size() <= kSampledPoints) {
            return;
        }
        std::vector<std::pair<double, int64_t>> ranked;
        for (size_t row = 0; row < m_pool.size(); ++row) {
            const int64_t index = m_pool[row];
            if (!m_seen.contains(index)) {
                ranked.emplace_back(-(m_process->mean(row) + expected(index) + 2 * m_process->deviation(row)), index);
            }
        }
        std::ranges::sort(ranked);
        m_pool = chosen(kMaxModelled);
        for (size_t i = 0; i < ranked.size() && m_pool.size() < kSampledPoints * 3 / 4; ++i) {
            m_pool.push_back(ranked[i].second);
        }
    }

    void refit()
    {
        if (!m_isEnumerated) {
            growPool();
        }
        for (size_t row = 0; m_bounds && row < m_pool.size(); ++row) {
            m_highest = std::max(m_highest, predicted(m_pool[row]));
        }
        if (m_order.size() >= m_fitAt) {
            fit();
        }
        m_table = {};
        m_table.width = m_coordinates.dimensions();
        m_table.setRows(m_pool.size());
        m_rowOf.clear();
        for (size_t row = 0; row < m_pool.size(); ++row) {
            m_coordinates.append(m_pool[row], m_table.values);
            m_rowOf[m_pool[row]] = row;
        }
        m_process = std::make_unique<GaussianProcess>(m_table, m_shape, m_coordinates.knobOf());
        m_modelled.clear();
        m_weighed.clear();
        m_nearWorked.clear();
        m_nearFailed.clear();
        for (const int64_t index : chosen(kMaxModelled)) {
            add(index);
        }
        m_madeAt = m_order.size();
    }

    /// Probability that a config works, estimated from its similarity to configs that worked and that failed.
    double chanceToWork(size_t row) const
    {
        return m_failed.empty() ? 1 : m_nearWorked[row] / (m_nearWorked[row] + m_nearFailed[row]);
    }

    /// Adds new results to the sums of chanceToWork; does nothing until a config has failed.
    void weighResults()
    {
        if (m_failed.empty()) {
            return;
        }
        m_nearWorked.resize(m_pool.size(), 1);
        m_nearFailed.resize(m_pool.size(), 0);
        for (const int64_t index : m_modelled) {
            if (m_score.contains(index) && m_weighed.insert(index).second) {
                std::vector<double>& sums = m_failed.contains(index) ? m_nearFailed : m_nearWorked;
                const size_t centre = m_rowOf.at(index);
                for (size_t row = 0; row < sums.size(); ++row) {
                    sums[row] += m_process->kernel(row, centre);
                }
            }
        }
    }

    int64_t mostPromising()
    {
        const bool isStale = !m_isEnumerated && m_order.size() >= m_madeAt + 12;
        if (!m_process || m_order.size() >= m_fitAt || m_process->observations() >= kMaxGrown || isStale) {
            refit();
        }
        if (m_changed) {
            const double best = bestScore();
            std::vector<double> values;
            m_failed.clear();
            for (const int64_t index : m_modelled) {
                values.push_back(valueOf(index, best) - expected(index));
                if (m_score.contains(index) && scoreOf(index) <= 0) {
                    m_failed.insert(index);
                }
            }
            m_process->setValues(values);
            weighResults();
            m_changed = false;
        }
        int64_t best = *m_next;
        int64_t candidates = 0;
        m_reason.kind = ProposalKind::Random;
        std::pair<double, double> bestRank{-1, 0};
        for (size_t row = 0; row < m_pool.size(); ++row) {
            if (m_seen.contains(m_pool[row])) {
                continue;
            }
            const double mean = m_process->mean(row) + expected(m_pool[row]);
            const double deviation = m_process->deviation(row);
            const double chance = chanceToWork(row);
            const double gain = expectedImprovement(mean, deviation) * chance;
            ++candidates;
            // If no improvement is expected anywhere, ranks by the upper confidence bound.
            const std::pair<double, double> rank{gain < 1e-12 ? 0 : gain, mean + 2 * deviation};
            if (rank > bestRank) {
                bestRank = rank;
                best = m_pool[row];
                m_reason = {
                    .kind = ProposalKind::Improvement, .expected = mean, .deviation = deviation, .gain = gain, .chance = chance};
            }
        }
        m_reason.candidates = candidates;
        return best;
    }

    const ConfigSpace& m_space;
    KnobCoordinates m_coordinates;
    RandomNumbers m_random;
    ShuffledRange m_fresh;
    int64_t m_samples;
    size_t m_firstPoints = 0; ///< of the first table, with bounds
    size_t m_addedRandom = 0; ///< points by which it grows for each trial
    size_t m_addedNear = 0;
    int m_drawn = 0; ///< random configs to pick the best bound from
    int64_t m_earlierRecords = 0;
    std::vector<int64_t> m_starts; ///< to propose first, the next one last
    bool m_isEnumerated = false;
    std::optional<int64_t> m_next; ///< a random unseen point
    std::unordered_set<int64_t> m_seen; ///< proposed or observed
    std::vector<int64_t> m_order; ///< the same, in order
    std::unordered_map<int64_t, double> m_score; ///< results; 0: failed
    std::unordered_set<int64_t> m_failed; ///< failed ones in the surface
    std::shared_ptr<BoundSource> m_bounds; ///< null: disabled or not useful
    std::unordered_map<int64_t, double> m_predicted;
    double m_highest = -1e300; ///< largest log speed of predicted()
    SurfaceShape m_shape;
    size_t m_fitAt = 0;
    size_t m_madeAt = 0;
    bool m_changed = true;
    ProposalReason m_reason; ///< of the last proposal
    std::vector<int64_t> m_pool; ///< points of the table
    CoordinateTable m_table;
    std::unordered_map<int64_t, size_t> m_rowOf;
    std::unique_ptr<GaussianProcess> m_process;
    std::vector<int64_t> m_modelled; ///< observations in the surface, in order
    std::unordered_set<int64_t> m_weighed; ///< observations included in the two sums
    std::vector<double> m_nearWorked; ///< by row: 1 + similarity to configs that worked
    std::vector<double> m_nearFailed; ///< by row: similarity to configs that failed
};

} // namespace

TunerEntry bayesTuner()
{
    return {
        {"bayes",
         "Fits a smooth surface to the speeds measured so far and tries where it may be highest; few trials, much computation.",
         {{"samples", 8, 1, 100000, true, "Random configs before the first surface; a quarter as many if a bound is known."},
          {"starts", 4, 0, 1000, true, "Best configs of similar earlier tasks that are tried first."},
          {"bound", 1, 0, 1, true,
           "1: starts with configs that an analytical bound allows to be fast, and learns how far each falls short of it; 0: "
           "starts without this knowledge."}}},
        [](const TunerContext& context, const TunerValues& values) {
            return std::make_unique<BayesTuner>(context, static_cast<int64_t>(values("samples")),
                                                static_cast<size_t>(values("starts")), values("bound") > 0);
        }};
}

} // namespace knobscope
