// SPDX-License-Identifier: GPL-3.0-or-later
// AutoTVM's Droplet (TVM v0.13, DropletTuner; Canesche et al., arXiv 2406.20037): descent from the corner of the space in steps
// of any set of knobs, with growing steps when near ones do not improve; a config counts as better only if a significance test
// says so. Unlike TVM, restarts at a random config when no step is left, and measures the remainder of a batch (TVM drops it by
// a slicing bug).
#include "core/tuner/all.h"
#include "core/tuner/queuetuner.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr size_t kMaxKnobsAtOnce = 16; // with more knobs, only the first ones move together

class DropletTuner : public QueueTuner
{
public:
    DropletTuner(const ConfigSpace& space, uint64_t seed, const TunerValues& values)
        : m_space(space)
        , m_fresh(space.rangeLength(), seed)
        , m_batch(static_cast<size_t>(values("batch")))
        , m_pvalue(values("pvalue"))
        , m_noise(values("noise"))
    {
        for (const Knob& knob : space.knobs()) {
            m_longest = std::max(m_longest, knob.size());
        }
        visit(0);
        if (m_queue.empty()) {
            restart(); // a constraint excludes the corner
        }
    }

private:
    double noiseOf(const Trial& trial) const { return trial.noise > 0 ? trial.noise : m_noise; }

    /// True if it is significantly faster than the centre (two-sided normal test).
    bool isBetter(const Trial& trial) const
    {
        if (!(trial.flops > m_centre.flops)) {
            return false;
        }
        const double difference = std::log(trial.flops / std::max(m_centre.flops, 1e-300));
        const double deviation = std::hypot(noiseOf(trial), noiseOf(m_centre));
        return deviation <= 0 || std::erfc(difference / deviation * 0.7071067811865476) <= m_pvalue;
    }

    void learn(const Trial& trial, bool wasProposed) override
    {
        m_visited.insert(trial.index);
        m_sinceStep += wasProposed ? 1 : 0;
        if (trial.index == m_centre.index) { // measured again: the last timing counts
            m_centre = trial;
        } else if (m_centre.index < 0 || isBetter(trial)) {
            m_moved = m_moved || m_centre.index >= 0 || trial.flops > 0;
            m_centre = trial;
        }
    }

    /// Continues after a batch of results, or when idle: steps around a new centre, or takes larger steps.
    void refillQueue() override
    {
        if (m_sinceStep < m_batch && !isIdle()) {
            return;
        }
        m_sinceStep = 0;
        if (m_moved) {
            m_moved = false;
            m_step = 1;
            queueNeighbours(1);
        }
        while (m_queue.size() < m_batch && m_step < m_longest && m_centre.index >= 0) {
            queueNeighbours(++m_step);
        }
        if (isIdle()) {
            restart();
        }
    }

    /// Queues configs that move sets of knobs by `step`, up and down, from all knobs to only the last one, until there is more
    /// than a batch of new configs. Moves past the end wrap around; moves below 0 stop at 0.
    void queueNeighbours(int64_t step)
    {
        const std::vector<int64_t> centre = m_space.digits(m_centre.index);
        const size_t together = std::min(centre.size(), kMaxKnobsAtOnce);
        const size_t enough = m_queue.size() + m_batch + 1;
        const auto move = [&](const auto& isMoved, int64_t by) {
            if (m_queue.size() == enough) {
                return;
            }
            std::vector<int64_t> digits = centre;
            for (size_t knob = 0; knob < digits.size(); ++knob) {
                if (isMoved(knob)) {
                    const int64_t digit = digits[knob] + by;
                    digits[knob] = digit > 0 ? digit % m_space.knobs()[knob].size() : 0;
                }
            }
            visit(m_space.indexOfDigits(digits));
        };
        for (size_t set = (size_t{1} << together) - 1; set > 0; --set) {
            // Makes the first knob the highest bit, as in AutoTVM.
            const auto isMoved = [&](size_t knob) { return knob < together && ((set >> (together - 1 - knob)) & 1) != 0; };
            move(isMoved, step);
            move(isMoved, -step);
        }
        for (size_t single = together; single < centre.size(); ++single) {
            const auto isMoved = [&](size_t knob) { return knob == single; };
            move(isMoved, step);
            move(isMoved, -step);
        }
    }

    void visit(int64_t index)
    {
        if (m_visited.insert(index).second && m_space.isValid(index)) {
            m_queue.push_back({index, m_centre.index});
        }
    }

    void restart()
    {
        m_centre = {-1, 0};
        m_moved = false;
        m_step = 1;
        while (m_queue.empty()) {
            const auto index = m_fresh.nextConfig(m_space, m_visited);
            if (!index) {
                return;
            }
            visit(*index);
        }
    }

    const ConfigSpace& m_space;
    ShuffledRange m_fresh;
    size_t m_batch;
    double m_pvalue;
    double m_noise;
    int64_t m_longest = 1;
    std::unordered_set<int64_t> m_visited;
    Trial m_centre{-1, 0};
    int64_t m_step = 1;
    size_t m_sinceStep = 0;
    bool m_moved = false;
};

} // namespace

TunerEntry dropletTuner()
{
    return {{"droplet",
             "Starts in the corner of the space and descends in steps of several knobs at once; a step counts if a test shows "
             "that it is no accident.",
             {{"pvalue", 0.05, 0, 1, false, "Probability that a step without effect is accepted as an improvement."},
              {"noise", 0.0075, 0, 1, false, "Standard error of a speed, as a share, if the trial does not report one."},
              {"batch", 16, 1, 100000, true, "Results between two decisions; AutoTVM uses the number of builders."}}},
            [](const TunerContext& context, const TunerValues& values) {
                return std::make_unique<DropletTuner>(*context.space, context.seed, values);
            }};
}

} // namespace knobscope
