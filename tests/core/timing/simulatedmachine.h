// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/timedkernel.h"
#include "core/timing/trialtimer.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace knobscope {

/// A shared machine with a clock of its own: calls scatter, whole stretches are slow, and the pace changes.
class SimulatedMachine
{
public:
    struct Weather {
        double noise = 0;          ///< standard deviation of a call, as a share of it
        double slowShare = 0;      ///< of the time spent in slow stretches …
        double slowBy = 1.7;       ///< … in which calls take so many times as long
        double stretchSeconds = 0.2;
        double paceFrom = 1;       ///< the pace goes to and fro between these, and calls with it
        double paceTo = 1;
        double pacePeriod = 20;    ///< seconds
    };

    SimulatedMachine(Weather weather, unsigned seed)
        : m_weather(weather)
        , m_random(seed)
    {
    }

    double now() const { return m_now; }
    void wait(double seconds) { m_now += seconds; }
    /// From now on a slow stretch of exactly so many seconds.
    void slowDown(double seconds)
    {
        m_isSlow = true;
        m_until = m_now + seconds;
    }
    /// What work of so many seconds at full pace takes now; of what slow stretches cost it pays this share.
    double take(double seconds, double share = 1)
    {
        while (m_now >= m_until) {
            m_isSlow = !m_isSlow && m_weather.slowShare > 0;
            const double part = m_isSlow ? m_weather.slowShare : 1 - m_weather.slowShare;
            m_until = m_until + std::exponential_distribution(1 / (m_weather.stretchSeconds * 2 * part))(m_random);
        }
        const double phase = 0.5 - 0.5 * std::cos(2 * M_PI * m_now / m_weather.pacePeriod);
        const double pace = m_weather.paceFrom + (m_weather.paceTo - m_weather.paceFrom) * phase;
        const double scatter = std::exp(std::normal_distribution(0.0, 1.0)(m_random) * m_weather.noise);
        const double taken = seconds * scatter * (m_isSlow ? 1 + (m_weather.slowBy - 1) * share : 1) / pace;
        m_now += taken;
        return taken;
    }
    /// The loop that shows the pace pays for slow stretches as kernels do, or not at all where memory is what is slow.
    TimingWorld world(double share = 1)
    {
        return {[this, share] { return 50e-6 * 200e9 / take(50e-6, share); },
                [this](std::chrono::milliseconds pause) { wait(static_cast<double>(pause.count()) * 1e-3); }};
    }

private:
    Weather m_weather;
    std::mt19937 m_random;
    double m_now = 0;
    double m_until = 0;
    bool m_isSlow = true;
};

/// A kernel of a known speed on it.
class SimulatedKernel : public TimedKernel
{
public:
    /// share: of what slow stretches cost.
    SimulatedKernel(SimulatedMachine& machine, double seconds, double share = 1)
        : m_machine(machine)
        , m_seconds(seconds)
        , m_share(share)
    {
    }
    void call() override { m_machine.take(m_seconds, m_share); }
    double timeBatch(int64_t calls) override
    {
        double sum = 0;
        for (int64_t i = 0; i < calls; ++i) {
            sum += m_machine.take(m_seconds, m_share);
        }
        return sum / static_cast<double>(calls);
    }
    void flush() override {}
    double shortestBatch() const override { return 40e-6; }
    const std::vector<KernelArgument>& arguments() const override { return m_arguments; }
    Result<std::vector<double>> values(size_t) override { return std::vector<double>{}; }

private:
    SimulatedMachine& m_machine;
    double m_seconds;
    double m_share;
    std::vector<KernelArgument> m_arguments;
};

/// A timer of kernels on a simulated machine with the references of a task, which candidates change.
class SimulatedTask
{
public:
    explicit SimulatedTask(SimulatedMachine& machine, double paceShare = 1)
        : SimulatedTask(machine, machine.world(paceShare))
    {
    }
    SimulatedTask(SimulatedMachine& machine, TimingWorld world)
        : timer(std::move(world))
        , m_machine(machine)
    {
    }

    TimedKernel& kernel(double seconds, double share = 1)
    {
        m_kernels.push_back(std::make_unique<SimulatedKernel>(m_machine, seconds, share));
        return *m_kernels.back();
    }
    /// Samples a kernel and makes it the anchor.
    bool setAnchor(double seconds)
    {
        TimedKernel& anchor = kernel(seconds);
        RunOutcome out;
        references = {};
        const auto timed = timer.time(anchor, seconds, references, {}, out);
        references = {&anchor, out.costs.empty() ? 0 : out.costs.front(), true, nullptr, 1};
        return timed && out.timing.speedup == 1 && !out.isBest;
    }
    RunOutcome time(TimedKernel& candidate, double warmUp, const MeasureOptions& options = {})
    {
        RunOutcome out;
        if (const auto timed = timer.time(candidate, warmUp, references, options, out); !timed) {
            out.error = MeasureError::RuntimeDevice;
        } else if (out.isBest) {
            references.best = &candidate;
            references.bestSpeedup = out.timing.speedup;
        }
        return out;
    }

    TrialTimer timer;
    TimedReferences references;

private:
    SimulatedMachine& m_machine;
    std::vector<std::unique_ptr<TimedKernel>> m_kernels;
};

} // namespace knobscope
