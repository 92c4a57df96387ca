// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"
#include "core/worker/kernelmessage.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <random>

namespace knobscope {

/// Costs that depend on the config alone; finishes in random order; every seventh config fails.
class FakeMeasurer : public Measurer
{
public:
    explicit FakeMeasurer(unsigned seed)
        : m_random(seed)
    {
    }
    Result<void> submit(int64_t id, MeasureInput input) override
    {
        if (refusesFrom >= 0 && submitted >= refusesFrom) {
            return fail(ErrorCode::Crashed, "The GPU is gone: it fell off the bus");
        }
        if (++submitted > untriedAfter && untriedAfter >= 0) {
            m_waiting.emplace_back(id, untried());
            return {};
        }
        m_waiting.emplace_back(id, resultOf(*input.entity.index));
        return {};
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_waiting.empty()) {
            return std::nullopt;
        }
        const size_t at = m_random() % m_waiting.size();
        auto done = m_waiting[at];
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(at));
        return done;
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        std::vector<MeasureResult> results;
        for (const MeasureInput& input : inputs) {
            results.push_back(resultOf(*input.entity.index));
        }
        return results;
    }
    void stop() override {}
    int capacity() const override { return 4; }

    static MeasureResult resultOf(int64_t index)
    {
        MeasureResult r;
        r.timestamp = unixTime();
        r.buildSeconds = 0.010;
        r.runSeconds = 0.002;
        if (index % 7 == 3) {
            r.error = MeasureError::RuntimeDevice;
            r.why = Sentence("it crashed");
            r.costs = {1e9};
        } else {
            r.costs = {1e-3 / (1 + static_cast<double>(index % 50))};
        }
        return r;
    }
    /// That of a config when there is no worker.
    static MeasureResult untried()
    {
        MeasureResult r = failedResult(MeasureError::Unknown, Sentence("Building: The worker is gone; install it again"));
        r.infrastructureFailed = true;
        return r;
    }
    int submitted = 0;
    int untriedAfter = -1; ///< after so many configs there is no worker; -1: there always is
    int refusesFrom = -1;  ///< so many configs are taken; -1: all

private:
    std::mt19937 m_random;
    std::deque<std::pair<int64_t, MeasureResult>> m_waiting;
};

class Recorder : public LoopListener
{
public:
    void trialFinished(const TrialFinished& e) override
    {
        order.push_back(e.entity.index.value());
        if (stopAt > 0 && static_cast<int>(order.size()) == stopAt) {
            control->stop();
        }
    }
    void runFinished(const RunFinished& e) override { last = e; }
    std::vector<int64_t> order;
    RunFinished last;
    int stopAt = 0;
    LoopControl* control = nullptr;
};

inline LoopTask task(const char* tuner, int64_t trials, uint64_t seed = 5)
{
    LoopTask t{makeTask("tutorial/matmul", {512, 512, 512, "float32"}, parseTarget("llvm").value()).value(), "matmul", {}, {}, 0};
    t.options.tuner = tuner;
    t.options.trials = trials;
    t.options.seed = seed;
    t.options.prune = "off"; // what it costs has nothing to do with loops
    if (t.options.tuner == "ga") {
        t.options.parameters = {{"pop_size", 10}};
    }
    return t;
}

} // namespace knobscope
