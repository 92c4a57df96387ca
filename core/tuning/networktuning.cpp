// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/networktuning.h"

#include "core/base/coreplan.h"
#include "core/store/projectlocks.h"
#include "core/tuning/layoutcomparison.h"
#include "core/tuning/listeners.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

namespace {

// Smaller budgets are for trials only.
constexpr double kMinSeconds = 60;
constexpr int64_t kMinTrials = 64;
// Interval between two runs of the whole network: a multiple of the last one's duration, and a minimum in seconds.
constexpr double kMinRunInterval = 20;
constexpr double kMinSecondsBetweenRuns = 20;
constexpr double kMinImprovement = 0.99; // of the prediction at the last run
// Timing of one run, in seconds.
constexpr double kTimedSeconds = 0.6;
// Limits on profiling kernels in the network at the end: seconds, and share of the budget.
constexpr double kProfileSeconds = 30;
constexpr double kProfileShare = 0.05;

// Limits on timing the network alternately before and after: seconds, share of a budget of time, and seconds for each trial of a
// budget of trials, a small one of which is not worth five seconds.
constexpr double kMinPairSeconds = 5;
constexpr double kMaxPairSeconds = 15;
constexpr double kPairShare = 0.05;
constexpr double kMinPairSecondsOfTrials = 1;
constexpr double kPairSecondsOfTrial = 0.025;

double pairSeconds(const NetworkBudget& budget)
{
    return budget.seconds > 0
             ? std::clamp(kPairShare * budget.seconds, kMinPairSeconds, kMaxPairSeconds)
             : std::clamp(kPairSecondsOfTrial * static_cast<double>(budget.trials), kMinPairSecondsOfTrials, kMaxPairSeconds);
}

/// Seconds of the steps without a template, but for layout transforms, which depend on the choice of kernels.
double secondsWithoutTemplate(const NetworkReport& report, std::span<const double> stepSeconds)
{
    double seconds = 0;
    for (size_t s = 0; s < stepSeconds.size(); ++s) {
        const NetworkStep& step = report.steps[s];
        seconds += step.config.is_null() && !step.isTransform() ? stepSeconds[s] : 0;
    }
    return seconds;
}

/// Runs the whole network with the project's current results.
class WholeRuns
{
public:
    WholeRuns(const NetworkTuning& tuning, LoopControl& control, ProjectWriter& writer, std::span<LoopListener* const> listeners,
              const NetworkWatch& watch)
        : m_tuning(tuning)
        , m_control(control)
        , m_writer(writer)
        , m_listeners(listeners)
        , m_watch(watch)
        , m_isOn(tuning.whole && (tuning.budget.seconds >= kMinSeconds || tuning.budget.trials >= kMinTrials))
    {
        if (tuning.whole) {
            m_whole = *tuning.whole;
        }
    }

    /// Runs it if a run is due.
    void between(const SharedPoint& point)
    {
        if (m_ran == kNever || (steadySeconds() >= m_next && isFaster(point))) {
            run(point);
        }
    }

    /// Profiles the kernels in the network and runs it with the fastest of them, whatever the time.
    void atEnd(const SharedPoint& point)
    {
        if (point.trials == 0 || m_control.isStopping()) {
            return;
        }
        if (m_isOn) {
            log(phrase("Timing kernels inside the network"));
            if (const auto profiled = profileInNetwork(); !profiled && !m_control.isStopping()) {
                log(phrase("The times of kernels inside the network are unknown: {}", profiled.error()));
            }
        }
        run(point, Phase::End);
    }
    /// Part of the budget for profiling, in seconds.
    double profileSeconds() const { return m_isOn ? std::min(kProfileSeconds, kProfileShare * m_tuning.budget.seconds) : 0; }

    /// Seconds of the steps without a template, profiled whatever the budget. 0 if profiling fails, which is logged.
    double secondsWithoutTask()
    {
        if (!m_tuning.whole) {
            return 0;
        }
        const auto seconds = profileOthers();
        if (!seconds && !m_control.isStopping()) {
            log(phrase("The prediction does not include steps without a template: {}", seconds.error()));
        }
        return seconds.value_or(0);
    }

    std::vector<WholeRun> takeRuns() { return std::move(m_runs); }
    std::optional<NetworkComparison> comparison() const { return m_comparison; }

private:
    static constexpr int64_t kNever = -1;
    enum class Phase : uint8_t { Between, End };

    bool isFaster(const SharedPoint& point) const
    {
        return point.isWhole && (m_predicted == 0 || point.networkSeconds < kMinImprovement * m_predicted);
    }

    void run(const SharedPoint& point, Phase phase = Phase::Between)
    {
        if (!m_isOn) {
            return;
        }
        const double began = steadySeconds();
        m_referenceSeconds = 0;
        auto timed = time(phase);
        if (m_control.isStopping()) {
            return;
        }
        m_ran = point.trials;
        if (!timed) {
            m_isOn = false;
            log(phrase("The whole network is not timed: {}", timed.error()));
            return;
        }
        m_next =
            steadySeconds() + std::max(kMinSecondsBetweenRuns, kMinRunInterval * (steadySeconds() - began - m_referenceSeconds));
        m_predicted = point.isWhole ? point.networkSeconds : 0;
        if (const auto isCorrect = checkCorrect(timed->check); !isCorrect) {
            log(phrase("With the best configs after {} trials: {}", point.trials, isCorrect.error()));
            return;
        }
        m_runs.push_back(
            {unixTime(), timed->seconds, m_predicted, point.trials, point.seconds, timed->check.error, timed->isDisturbed});
        keep();
        if (m_watch.whole) {
            m_watch.whole(m_runs.back());
        }
    }

    /// Opens the project after writing everything measured so far.
    Result<Project> openProject()
    {
        return m_writer.flush() ? Project::open(m_writer.path(), Project::Mode::ReadOnly)
                                : tl::make_unexpected(m_writer.refusal());
    }

    void keepTransforms(const NetworkOpening& opening, size_t known)
    {
        if (opening.transforms.size() > known) {
            m_writer.setMeta(transformsKey(opening.target, opening.threads), nlohmann::json(opening.transforms).dump());
        }
    }

    /// Compares the output with the reference, which the first check computes.
    Result<NetworkCheck> check(NetworkRunner& runner)
    {
        const double began = steadySeconds();
        if (m_reference.empty()) {
            log(phrase("Computing the network with reference operators, to check its results"));
        }
        const bool isNew = m_reference.empty();
        const auto compared = runner.check(m_control.stopFlag(), &m_reference);
        m_referenceSeconds += isNew ? steadySeconds() - began : 0;
        return compared;
    }

    Result<void> profileInNetwork()
    {
        auto project = TRY(openProject());
        auto runner = TRY(NetworkRunner::start(m_whole.worker));
        TRY(identify(runner, m_whole, m_control.stopFlag()));
        auto before = TRY(storedProfile(project, m_whole));
        auto unprofiled = TRY(openingWithoutProfile(m_whole, &project));
        const size_t known = unprofiled.transforms.size();
        const auto seen =
            profileKernels(runner, unprofiled, std::move(before), kProfileSeconds, m_control.stopFlag(), &m_reference);
        keepTransforms(unprofiled, known);
        if (!seen) {
            return fail(seen);
        }
        const auto [key, value] = profileEntry(m_whole, *seen);
        m_writer.setMeta(key, value.dump());
        return {};
    }

    Result<double> profileOthers()
    {
        auto project = TRY(openProject());
        auto runner = TRY(NetworkRunner::start(m_whole.worker));
        TRY(identify(runner, m_whole, m_control.stopFlag()));
        const auto opening = TRY(openingOf(m_whole, &project));
        const auto report = TRY(runner.open(opening, m_control.stopFlag()));
        if (m_isOn || !m_tuning.plan.skipped.empty()) {
            const auto compared = TRY(check(runner));
            TRY(checkCorrect(compared));
        }
        const auto runs = TRY(runsWithin(runner, kTimedSeconds, m_control.stopFlag()));
        const auto samples = TRY(runner.sample(runs, m_control.stopFlag()));
        const auto steps = TRY(runner.profile(runs, m_control.stopFlag()));
        return secondsWithoutTemplate(report, steps) * timeOf(samples).clockRatio; // kernels too are timed at full pace
    }

    struct Timed {
        double seconds = 0;
        NetworkCheck check;
        bool isDisturbed = false;
    };
    /// Times it in a temporary process, because its spinning threads would disturb kernel timing.
    Result<Timed> time(Phase phase)
    {
        const Sentence load = phase == Phase::End ? loadWarning(allowedCores()) : Sentence();
        auto project = TRY(openProject());
        auto runner = TRY(NetworkRunner::start(m_whole.worker));
        TRY(identify(runner, m_whole, m_control.stopFlag()));
        auto opening = TRY(openingOf(m_whole, &project));
        const size_t known = opening.transforms.size();
        const auto report = TRY(openTimingTransforms(runner, opening, m_control.stopFlag()));
        keepTransforms(opening, known);
        const auto compared = TRY(check(runner));
        const auto runs = TRY(runsWithin(runner, kTimedSeconds, m_control.stopFlag()));
        const auto time = timeOf(TRY(timeWarm(runner, runs, m_control.stopFlag())));
        Timed timed{time.seconds, compared, !load.empty() || !findOtherMeasurer("cpu").empty()};
        if (m_ran == kNever && compared.isCorrect()) {
            m_start = chosenConfigs(report);
        } else if (phase == Phase::End && m_start && compared.isCorrect()) {
            if (const auto done = compareWithStart(runner, opening, report, load); !done && !m_control.isStopping()) {
                m_comparison.reset();
                log(phrase("The network is not compared with the one before: {}", done.error()));
            }
            timed.seconds = m_comparison && m_comparison->pairs > 0 ? keptSeconds(*m_comparison) : timed.seconds;
        }
        return timed;
    }

    static double keptSeconds(const NetworkComparison& comparison)
    {
        return comparison.keepsAfter() ? comparison.afterSeconds : comparison.beforeSeconds;
    }

    /// Times the open network and the program of the start alternately, and stores which of them is kept.
    Result<void> compareWithStart(NetworkRunner& runner, const NetworkOpening& after, const NetworkReport& report,
                                  const Sentence& load)
    {
        NetworkOpening before = after;
        before.known = *m_start;
        before.slot = 1;
        const auto earlier = TRY(runner.open(before, m_control.stopFlag()));
        m_comparison.emplace();
        if (!isSameProgram(report, earlier)) {
            log(phrase("Timing the whole network before and after, alternately"));
            m_comparison = comparisonOf(TRY(runner.timePairs(pairSeconds(m_tuning.budget), m_control.stopFlag())));
        }
        m_comparison->disturbed = load.empty() ? findOtherMeasurer("cpu") : load;
        if (!m_comparison->disturbed.empty()) {
            m_listeners.warn(m_comparison->disturbed);
        }
        auto project = TRY(openProject());
        const auto results = TRY(openingWithoutProfile(m_whole, &project));
        const auto [key, value] = programEntry(m_whole, results.known, m_comparison->keepsAfter() ? nlohmann::json() : *m_start);
        m_writer.setMeta(key, value);
        return {};
    }

    void keep()
    {
        if (!m_before) {
            auto project = Project::open(m_writer.path(), Project::Mode::ReadOnly);
            auto kept = project ? storedWholeRuns(*project, m_whole) : fail(project);
            if (!kept) { // do not overwrite what cannot be read now
                return;
            }
            m_before = std::move(*kept);
        }
        auto all = *m_before;
        all.insert(all.end(), m_runs.begin(), m_runs.end());
        const auto [key, value] = wholeRunsEntry(m_whole, all);
        m_writer.setMeta(key, value.dump());
    }

    void log(const Sentence& line) { m_listeners.log(line); }

    const NetworkTuning& m_tuning;
    LoopControl& m_control;
    ProjectWriter& m_writer;
    Listeners m_listeners;
    const NetworkWatch& m_watch;
    WholeNetwork m_whole; ///< identified by the first runner
    NetworkReference m_reference;
    double m_referenceSeconds = 0; ///< spent on computing the reference, in the last run
    bool m_isOn;
    double m_next = 0;
    double m_predicted = 0; ///< at the last run
    int64_t m_ran = kNever; ///< trials at the last run
    std::vector<WholeRun> m_runs;
    std::optional<nlohmann::json> m_start; ///< chosenConfigs() of the first run; nullopt: it was wrong
    std::optional<NetworkComparison> m_comparison;
    std::optional<std::vector<WholeRun>> m_before; ///< stored before this tuning; nullopt: not read yet
};

} // namespace

Result<TunedNetwork> tuneNetwork(const NetworkTuning& tuning, Measurer& measurer, LoopControl& control, ProjectWriter& writer,
                                 std::span<LoopListener* const> listeners, const NetworkWatch& watch)
{
    ProjectLocks lock(writer.path());
    if (lock.acquire(ProjectLocks::kNetworkTuningLock) == ProjectLocks::Answer::Refused) {
        return fail(ErrorCode::Unsupported,
                    "Another program is tuning a network in {}; wait until it ends, or tune into another project", writer.path());
    }
    auto project = TRY(Project::open(writer.path(), Project::Mode::ReadOnly));
    auto tasks = TRY(sharingTasks(tuning.plan, tuning.run, measurer.kind(), project));
    WholeRuns whole(tuning, control, writer, listeners, watch);
    whole.between({});
    SharedWatch shared = watch.shared;
    shared.between = [&](const SharedPoint& point) { whole.between(point); };
    NetworkBudget budget = tuning.budget;
    budget.seconds = std::max(0.0, budget.seconds - whole.profileSeconds());
    SharedBudget sharing = budgetOf(budget, tuning.plan);
    sharing.fixedSeconds = whole.secondsWithoutTask();
    auto outcome = TRY(tuneSharing(std::move(tasks), sharing, measurer, control, listeners, shared));
    if (outcome.reason == "finished") {
        whole.atEnd(outcome.curve.back());
    }
    return TunedNetwork{std::move(outcome), whole.takeRuns(), whole.comparison()};
}

} // namespace knobscope
