// SPDX-License-Identifier: GPL-3.0-or-later
// An ensemble: several tuners search together and share all results. A bandit gives the next trial to the tuner that has
// recently found new bests (OpenTuner's sliding-window area-under-curve credit, Ansel et al., PACT 2014).
#include "core/tuner/all.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>

namespace knobscope {

namespace {

std::unique_ptr<Tuner> makeArm(const char* name, TunerContext context, uint64_t seed,
                               nlohmann::json parameters = nlohmann::json::object())
{
    context.seed = seed;
    context.parameters = std::move(parameters);
    return makeTuner(name, context).value();
}

class BanditTuner : public Tuner
{
public:
    BanditTuner(const TunerContext& context, size_t window, double exploration)
        : m_window(window)
        , m_exploration(exploration)
    {
        m_arms.push_back({makeArm("bayes", context, context.seed)});
        m_arms.push_back({makeArm("descent", context, context.seed + 1, {{"samples", 8}})});
        m_arms.push_back({makeArm("ga", context, context.seed + 2, {{"pop_size", 20}})});
        m_arms.push_back({makeArm("droplet", context, context.seed + 3)});
        m_arms.push_back({makeArm("random", context, context.seed + 4)});
    }

    /// Returns a new config from the arm with the highest score that has one.
    std::optional<int64_t> next() override
    {
        std::vector<std::pair<double, size_t>> order;
        for (size_t arm = 0; arm < m_arms.size(); ++arm) {
            order.emplace_back(-score(arm), arm);
        }
        std::sort(order.begin(), order.end());
        for (const auto& [score, arm] : order) {
            if (const auto index = nextUnseen(m_arms[arm])) {
                m_known[*index] = Trial{-1, 0}; // pending
                m_history.push_back({arm, *index});
                if (m_history.size() > m_window) {
                    m_history.pop_front();
                }
                ++m_waiting;
                return index;
            }
        }
        return std::nullopt;
    }

    void update(std::span<const Trial> trials) override
    {
        for (const Trial& trial : trials) {
            --m_waiting;
            const bool isBest = trial.flops > m_best;
            for (auto& [arm, index, credit] : m_history) {
                credit = index == trial.index ? isBest : credit;
            }
            record(trial);
        }
    }

    void observe(const Trial& trial) override { record(trial); }

    bool hasNext() const override
    {
        return m_waiting > 0 || std::any_of(m_arms.begin(), m_arms.end(), [](const Arm& arm) { return arm.tuner->hasNext(); });
    }
    EarlierUse earlierUse() const override { return m_arms.front().tuner->earlierUse(); } // no other arm learns from them

private:
    struct Arm {
        std::unique_ptr<Tuner> tuner;
        std::deque<int64_t> pending; ///< its proposals whose results it has not received yet
    };
    /// A proposal and whether it became the best.
    struct Use {
        size_t arm = 0;
        int64_t index = 0;
        bool credit = false;
    };

    void record(const Trial& trial)
    {
        m_best = std::max(m_best, trial.flops);
        m_known.insert_or_assign(trial.index, trial);
        for (Arm& arm : m_arms) {
            if (std::find(arm.pending.begin(), arm.pending.end(), trial.index) == arm.pending.end()) {
                arm.tuner->observe(trial);
            } else {
                deliverResults(arm);
            }
        }
    }

    /// Passes results of an arm's own proposals to it, in the order of proposal.
    void deliverResults(Arm& arm)
    {
        while (!arm.pending.empty()) {
            const auto known = m_known.find(arm.pending.front());
            if (known == m_known.end() || known->second.index < 0) {
                return;
            }
            arm.pending.pop_front();
            arm.tuner->update(std::span(&known->second, 1));
        }
    }

    /// Upper confidence bound of an arm: its recent bests, weighted by recency, plus an exploration bonus.
    double score(size_t arm) const
    {
        double credit = 0;
        int64_t uses = 0;
        for (const Use& use : m_history) {
            if (use.arm == arm) {
                ++uses;
                credit += use.credit ? static_cast<double>(uses) : 0;
            }
        }
        if (uses == 0) {
            return 1e9 - static_cast<double>(arm);
        }
        const auto n = static_cast<double>(uses);
        return credit * 2 / (n * (n + 1)) + m_exploration * std::sqrt(2 * std::log(static_cast<double>(m_history.size())) / n);
    }

    /// Returns the arm's next new config. Answers repeated ones with their known results; gives up if the arm keeps repeating.
    std::optional<int64_t> nextUnseen(Arm& arm)
    {
        for (int tries = 0; tries < 200 && arm.tuner->hasNext(); ++tries) {
            const auto proposed = arm.tuner->next();
            if (!proposed) {
                return std::nullopt;
            }
            arm.pending.push_back(*proposed);
            if (!m_known.contains(*proposed)) {
                return proposed;
            }
            deliverResults(arm);
        }
        return std::nullopt;
    }

    size_t m_window;
    double m_exploration;
    std::vector<Arm> m_arms;
    std::deque<Use> m_history;
    std::unordered_map<int64_t, Trial> m_known; ///< results; index -1: pending
    double m_best = 0;
    int64_t m_waiting = 0;
};

} // namespace

TunerEntry banditTuner()
{
    return {{"bandit",
             "Five tuners search together and share what they learn; the next trial goes to the tuner that helped most recently.",
             {{"window", 100, 5, 100000, true, "Number of recent trials that count."},
              {"exploration", 0.05, 0, 10, false, "Bonus of a tuner that was rarely used."}}},
            [](const TunerContext& context, const TunerValues& values) {
                return std::make_unique<BanditTuner>(context, static_cast<size_t>(values("window")), values("exploration"));
            }};
}

} // namespace knobscope
