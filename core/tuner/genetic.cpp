// SPDX-License-Identifier: GPL-3.0-or-later
// AutoTVM's genetic algorithm as of v0.11: genes are knob digits, one-point crossover, elites are kept, children may repeat.
// Unlike AutoTVM, part of the first generation can be seeded instead of random.
#include "core/tuner/all.h"
#include "core/tuner/boundsource.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int kMaxFailedDraws = 10'000;
constexpr int kDrawnAtFirst = 16; // random configs to pick the best bound from for the first generation

struct Individual {
    int64_t index = 0;
    double score = 0;
    ProposalReason reason{.kind = ProposalKind::Random};
};

class GeneticTuner : public Tuner
{
public:
    GeneticTuner(const TunerContext& context, const TunerValues& values)
        : m_context(context)
        , m_seeded(values("seeded"))
        , m_space(*context.space)
        , m_random(context.seed)
        , m_fresh(m_space.rangeLength(), context.seed ^ 0x5bd1e995)
        , m_mutation(values("mutation_prob"))
        , m_valid(m_space.validCount())
    {
        m_populationSize = std::min(static_cast<int64_t>(values("pop_size")), m_valid.high);
        m_eliteCount = std::min(static_cast<int64_t>(values("elite_num")), m_valid.high);
    }

    std::optional<int64_t> next() override
    {
        begin();
        if (m_proposed == m_population.size()) {
            return std::nullopt;
        }
        const int64_t index = m_population[m_proposed++].index;
        m_visited.insert(index);
        return index;
    }
    ProposalReason reason() const override { return m_proposed > 0 ? m_population[m_proposed - 1].reason : ProposalReason(); }

    void update(std::span<const Trial> trials) override
    {
        for (const Trial& trial : trials) {
            if (m_scored < m_population.size()) {
                m_population[m_scored++].score = usableFlops(trial.flops);
            }
        }
        if (m_scored == m_population.size() && !m_population.empty()) {
            breed();
        }
    }

    /// Adds the config to the parents of the next generation. Of one that was measured before, the last timing counts.
    void observe(const Trial& trial) override
    {
        bool isScored = false;
        const auto correct = [&](Individual& known) {
            if (known.index == trial.index) {
                known.score = usableFlops(trial.flops);
                isScored = true;
            }
        };
        std::for_each(m_population.begin(), m_population.begin() + static_cast<std::ptrdiff_t>(m_scored), correct);
        std::ranges::for_each(m_elites, correct);
        if (isScored) {
            return;
        }
        m_visited.insert(trial.index);
        m_known.insert(trial.index);
        m_elites.push_back({trial.index, usableFlops(trial.flops), {}});
    }

    bool hasNext() const override { return !m_begun || m_scored < m_population.size(); }

private:
    /// Creates the first generation on first use, so that configs already known are not measured again.
    void begin()
    {
        if (std::exchange(m_begun, true)) {
            return;
        }
        if (static_cast<int64_t>(m_elites.size()) >= m_populationSize) { // observed, as by a resumed run: a generation
            breed();
            return;
        }
        if (m_seeded > 0 && m_context.task) {
            seedPopulation();
        }
        fillPopulation();
        m_visited = m_known; // next() marks the others
    }

    void fillPopulation()
    {
        while (static_cast<int64_t>(m_population.size()) < m_populationSize) {
            const auto index = m_fresh.nextConfig(m_space, m_visited);
            if (!index) {
                break;
            }
            m_population.push_back({*index});
        }
    }

    /// Seeds a share of the first generation with the template's untuned config and configs with good bounds.
    void seedPopulation()
    {
        const auto add = [&](int64_t index, ProposalReason reason) {
            if (m_space.isValid(index) && m_visited.insert(index).second) {
                m_population.push_back({index, 0, std::move(reason)});
            }
        };
        if (const auto fallback = fallbackConfig(*m_context.task); fallback && fallback->index) {
            add(*fallback->index, {.kind = ProposalKind::Untuned});
        }
        const auto bounds = usefulBounds(m_context);
        if (!bounds) {
            return;
        }
        RandomNumbers random(m_context.seed ^ 0x27d4eb2f);
        const auto wanted = static_cast<int64_t>(std::lround(m_seeded * static_cast<double>(m_populationSize)));
        for (int64_t i = static_cast<int64_t>(m_population.size()); i < wanted; ++i) {
            std::optional<std::pair<double, int64_t>> best;
            for (int tries = 0; tries < kDrawnAtFirst; ++tries) {
                const int64_t index = random.below(m_space.rangeLength());
                const auto cycles = m_space.isValid(index) ? bounds->cycles(index) : std::nullopt;
                if (cycles && !m_visited.contains(index)) {
                    best = std::min(best.value_or(std::pair(*cycles, index)), std::pair(*cycles, index));
                }
            }
            if (best) {
                add(best->second, {.kind = ProposalKind::Bound, .candidates = kDrawnAtFirst});
            }
        }
    }

    /// Selects parents and creates children, once the generation has all its results.
    void breed()
    {
        std::vector<Individual> pool = m_population;
        pool.insert(pool.end(), m_elites.begin(), m_elites.end());
        m_elites = pool;
        std::stable_sort(m_elites.begin(), m_elites.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
        m_elites.resize(std::min(m_elites.size(), static_cast<size_t>(m_eliteCount)));

        m_population.clear();
        ++m_generation;
        m_proposed = 0;
        m_scored = 0;
        const int64_t left = m_valid.exact ? m_valid.low - static_cast<int64_t>(m_visited.size()) : INT64_MAX;
        if (left <= m_populationSize) {
            while (const auto index = m_fresh.nextConfig(m_space, m_visited)) {
                m_population.push_back({*index});
            }
            return;
        }
        const std::vector<double> cumulative = selectionWeights(pool);
        int vain = 0; // if nearly all configs are known, random children are rarely new
        while (static_cast<int64_t>(m_population.size()) < m_populationSize && vain < kMaxFailedDraws) {
            const size_t first = draw(cumulative);
            size_t second = draw(cumulative);
            for (int tries = 0; second == first && pool.size() > 1; ++tries) {
                // If one parent has nearly all the weight, picks the next one as its partner.
                second = tries < 1000 ? draw(cumulative) : (first + 1) % pool.size();
            }
            const Individual child = childOf(pool[first].index, pool[second].index);
            if (m_space.isValid(child.index) && !m_known.contains(child.index)) {
                m_population.push_back(child);
                vain = 0;
            } else {
                ++vain;
            }
        }
        fillPopulation();
    }

    static std::vector<double> selectionWeights(const std::vector<Individual>& pool)
    {
        std::vector<double> cumulative;
        double total = 0;
        for (const Individual& individual : pool) {
            total += individual.score + 1e-8;
            cumulative.push_back(total);
        }
        for (double& weight : cumulative) {
            weight /= total;
        }
        return cumulative;
    }

    size_t draw(const std::vector<double>& cumulative)
    {
        const auto at = std::upper_bound(cumulative.begin(), cumulative.end(), m_random.unit());
        return std::min(static_cast<size_t>(at - cumulative.begin()), cumulative.size() - 1);
    }

    Individual childOf(int64_t a, int64_t b)
    {
        std::vector<int64_t> genes = m_space.digits(a);
        const std::vector<int64_t> other = m_space.digits(b);
        if (genes.empty()) {
            return {};
        }
        ProposalReason reason{.kind = ProposalKind::Child, .from = {a, b}, .round = m_generation};
        reason.cut = m_random.below(static_cast<int64_t>(genes.size()));
        std::copy(other.begin() + reason.cut, other.end(), genes.begin() + reason.cut);
        for (size_t i = 0; i < genes.size(); ++i) {
            if (m_random.unit() < m_mutation) {
                genes[i] = m_random.below(m_space.knobs()[i].size());
                reason.mutated.push_back(static_cast<int64_t>(i));
            }
        }
        return {m_space.indexOfDigits(genes), 0, std::move(reason)};
    }

    TunerContext m_context;
    double m_seeded;
    const ConfigSpace& m_space;
    RandomNumbers m_random;
    ShuffledRange m_fresh;
    double m_mutation;
    SpaceCount m_valid;
    int64_t m_populationSize = 0;
    int64_t m_eliteCount = 0;
    std::vector<Individual> m_population;
    std::vector<Individual> m_elites;
    std::unordered_set<int64_t> m_visited; ///< proposed or known
    std::unordered_set<int64_t> m_known; ///< measured but not proposed
    bool m_begun = false;
    int64_t m_generation = 1;
    size_t m_proposed = 0;
    size_t m_scored = 0;
};

} // namespace

TunerEntry geneticTuner()
{
    return {
        {"ga",
         "Breeds a population of configs from the faster ones, as AutoTVM's tuner does, but begins with the untuned config and "
         "with configs that an analytical bound allows to be fast (seeded = 0: with random ones, as AutoTVM). A population of "
         "100 is slow to start; 20 suits short runs.",
         {{"pop_size", 100, 2, 100000, true, "Configs in a generation."},
          {"elite_num", 3, 0, 100000, true, "Number of best configs of all generations that are always parents."},
          {"mutation_prob", 0.1, 0, 1, false, "Probability that a knob of a child gets a random value."},
          {"seeded", 1, 0, 1, false,
           "Share of the first generation that is chosen instead of random: the untuned config of the template, and configs that "
           "an analytical bound allows to be fast; AutoTVM chooses none."}}},
        [](const TunerContext& context, const TunerValues& values) { return std::make_unique<GeneticTuner>(context, values); }};
}

} // namespace knobscope
