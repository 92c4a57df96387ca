// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/runlab.h"

#include "core/base/coreplan.h"
#include "core/tuner/boundsource.h"
#include "core/tuner/feature/featuresource.h"
#include "core/worker/kernelmessage.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace knobscope {

namespace {

/// Lowers the priority of this thread, so that replays use only the spare time of these cores, which also build kernels for them;
/// also if the program was started with real-time priority for the measurements.
void lowerPriority(const std::vector<int>& cores)
{
    constexpr int nicer = 10;
    if (!cores.empty()) {
        pinToCores(cores);
        const sched_param usual{};
        (void)sched_setscheduler(0, SCHED_OTHER, &usual);
        (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + nicer); // of this thread only, on Linux
    }
}

class Lab
{
public:
    Lab(std::span<const RecordedSpace> spaces, std::span<const TunerChoice> tuners, const LabOptions& options,
        const std::atomic<bool>* stop, const LabWatch& watch)
        : m_spaces(spaces)
        , m_tuners(tuners)
        , m_options(options)
        , m_stop(stop)
        , m_watch(watch)
    {
        m_options.replaying.stop = stop;
        for (const RecordedSpace& space : spaces) {
            m_features.push_back(std::make_shared<FeatureSource>(space.task.space, space.isForeign ? nullptr : &space.task));
            m_bounds.push_back(space.isForeign ? nullptr
                                               : std::make_shared<BoundSource>(space.task, defaultMachine(space.task.target)));
        }
        const std::vector<std::optional<Replay>> seeds(static_cast<size_t>(options.seeds));
        m_replays.assign(spaces.size(), std::vector(tuners.size(), seeds));
    }

    Result<LabResult> go()
    {
        TRY(catchExceptions([this] { return tryOneTrial(); }));
        replayAll();
        if (m_problem) {
            return tl::make_unexpected(*m_problem);
        }
        LabResult result = resultSoFar();
        if (result.spaces.empty()) {
            return fail(ErrorCode::Timeout, "The lab was stopped before any space was replayed with every tuner");
        }
        return result;
    }

private:
    bool isStopped() const { return m_stop != nullptr && *m_stop; }

    /// Detects what cannot start before hours are spent on the others.
    Result<void> tryOneTrial() const
    {
        ReplayOptions oneTrial;
        oneTrial.budget = 1;
        oneTrial.measure = m_options.replaying.measure;
        for (size_t space = 0; space < m_spaces.size() && !isStopped(); ++space) {
            for (const TunerChoice& tuner : m_tuners) {
                TRY(replay(m_spaces[space], tuner, m_options.firstSeed, oneTrial, m_features[space], m_bounds[space]));
            }
        }
        return {};
    }

    /// Runs in `jobs` threads; each replay has its own slot, so that the order does not matter.
    void replayAll()
    {
        const auto run = [this] {
            if (const auto worked = catchExceptions([this] { return work(); }); !worked) {
                const std::lock_guard lock(m_mutex);
                m_problem = m_problem || isStopped() ? m_problem : worked.error();
                m_next = total();
            }
        };
        const auto cores = static_cast<int>(std::thread::hardware_concurrency());
        std::vector<std::jthread> threads;
        for (int i = 1; i < (m_options.jobs > 0 ? m_options.jobs : std::max(1, cores)); ++i) {
            threads.emplace_back(run);
        }
        run();
    }

    size_t total() const { return m_spaces.size() * m_tuners.size() * static_cast<size_t>(m_options.seeds); }

    Result<void> work()
    {
        lowerPriority(m_options.cores);
        const size_t each = m_spaces.size() * m_tuners.size();
        for (size_t i = m_next++; i < total() && !isStopped(); i = m_next++) {
            const size_t seed = i / each;
            const size_t space = i % each / m_tuners.size();
            const size_t tuner = i % m_tuners.size();
            auto done = TRY(replay(m_spaces[space], m_tuners[tuner], m_options.firstSeed + seed, m_options.replaying,
                                   m_features[space], m_bounds[space]));
            const std::lock_guard lock(m_mutex);
            m_replays[space][tuner][seed] = std::move(done);
            ++m_done;
            reportProgress(static_cast<int64_t>(total()));
        }
        return {};
    }

    /// Requires the mutex.
    void reportProgress(int64_t total)
    {
        constexpr double betweenSeconds = 1;
        constexpr double shareOfTime = 0.2;
        const double seconds = steadySeconds() - m_started;
        if (m_watch.progress) {
            m_watch.progress(
                {m_done, total, seconds, seconds / static_cast<double>(m_done) * static_cast<double>(total - m_done)});
        }
        if (m_watch.soFar && m_done < total && seconds >= m_nextSoFar) {
            LabResult result = resultSoFar();
            if (!result.spaces.empty()) {
                m_watch.soFar(std::move(result));
            }
            const double told = steadySeconds() - m_started;
            m_nextSoFar = told + std::max(betweenSeconds, (told - seconds) / shareOfTime);
        }
    }

    LabResult resultSoFar() const
    {
        LabResult out;
        out.seeds = m_options.seeds;
        for (size_t space = 0; space < m_spaces.size(); ++space) {
            std::vector<std::vector<Replay>> common(m_tuners.size());
            for (size_t seed = 0; seed < static_cast<size_t>(m_options.seeds); ++seed) {
                const bool haveAll =
                    std::ranges::all_of(m_replays[space], [&](const auto& tuner) { return tuner[seed].has_value(); });
                for (size_t tuner = 0; haveAll && tuner < m_tuners.size(); ++tuner) {
                    common[tuner].push_back(*m_replays[space][tuner][seed]);
                }
            }
            if (!common[0].empty()) {
                out.spaces.push_back(spaceStanding(m_spaces[space], m_tuners, common, m_options.replaying.budget));
                out.replays += out.spaces.back().seeds;
            }
        }
        out.overall = overallStandings(out.spaces);
        out.isWhole = out.replays == static_cast<int64_t>(m_spaces.size()) * m_options.seeds;
        return out;
    }

    std::span<const RecordedSpace> m_spaces;
    std::span<const TunerChoice> m_tuners;
    LabOptions m_options;
    const std::atomic<bool>* m_stop;
    const LabWatch& m_watch;
    std::vector<std::shared_ptr<FeatureSource>> m_features; ///< by space
    std::vector<std::shared_ptr<BoundSource>> m_bounds; ///< by space; null without a template to compute them from
    std::atomic<size_t> m_next{0};
    double m_started = steadySeconds();
    std::mutex m_mutex; ///< guards the members below
    std::vector<std::vector<std::vector<std::optional<Replay>>>> m_replays; ///< by space, tuner, seed
    int64_t m_done = 0;
    double m_nextSoFar = 1;
    std::optional<Error> m_problem;
};

} // namespace

Result<LabResult> runLab(std::span<const RecordedSpace> spaces, std::span<const TunerChoice> tuners, const LabOptions& options,
                         const std::atomic<bool>* stop, const LabWatch& watch)
{
    if (spaces.empty() || tuners.empty() || options.seeds < 1) {
        return fail(ErrorCode::InvalidArgument, "The lab needs at least one recorded space, tuner and seed");
    }
    return Lab(spaces, tuners, options, stop, watch).go();
}

} // namespace knobscope
