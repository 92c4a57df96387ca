// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/sharedtuning.h"

#include "core/tuning/listeners.h"
#include "core/tuning/resume.h"
#include "core/tuning/runstart.h"
#include "core/tuning/storedrun.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>

namespace knobscope {
namespace {

// Seconds for re-timing a layer's best few, and the maximum share of a time budget for that.
constexpr double kConfirmSeconds = 2;
constexpr double kConfirmShare = 0.12;

void recordTrial(TrialShare& share, size_t task, int64_t index, const MeasureResult& result, double spent)
{
    const bool works = result.error == MeasureError::None;
    if (works && index >= 0 && share.tasks()[task].untunedIndex == index) {
        share.recordUntuned(task, result.meanCost());
    }
    if (works && result.timing.speedup > 0) {
        share.recordFallback(task, result.meanCost() * result.timing.speedup);
    }
    share.recordTrial(task, works ? result.meanCost() : 0, spent);
}

std::vector<SharedTask> placesOf(const std::vector<SharingTask>& tasks)
{
    const auto places = tasks | std::views::transform(&SharingTask::place);
    return {places.begin(), places.end()};
}

class SharedTuning : private LoopListener
{
public:
    SharedTuning(std::vector<SharingTask> tasks, const SharedBudget& budget, Measurer& measurer, LoopControl& control,
                 std::span<LoopListener* const> listeners, const SharedWatch& watch)
        : m_tasks(std::move(tasks))
        , m_budget(budget)
        , m_measurer(measurer)
        , m_control(control)
        , m_listeners(listeners.begin(), listeners.end())
        , m_watch(watch)
    {
        m_listeners.push_back(this);
        for (size_t i = 0; i < m_tasks.size(); ++i) {
            const LoopTask& task = m_tasks[i].task;
            for (const RecordedTrial& trial : task.recorded) {
                recordTrial(m_out.share, i, trial.index, trial.result, 0);
            }
            m_found.push_back({std::ssize(task.recorded), m_out.share.best(i)});
            if (!task.recorded.empty()) { // it sets the scale of the layer's other tasks, whichever runs first
                m_measurer.beginRun(task.task, baselineOf(task));
            }
        }
    }

    Result<SharedOutcome> go()
    {
        Listeners(m_listeners).warn(m_measurer.loadWarning());
        notePoint();
        while (!isOver()) {
            const auto next = m_out.share.next();
            if (!next) {
                m_out.detail = phrase("no further gain is expected");
                break;
            }
            const int64_t left = m_budget.trials > 0 ? m_budget.trials - m_trials : m_out.share.slice();
            runSlice(*next, std::min(m_out.share.slice(), left));
            if (m_watch.between && m_out.reason == "finished") {
                m_watch.between(m_point);
            }
        }
        if (m_trials == 0 && m_refusal && !m_control.isStopping()) {
            return tl::make_unexpected(*m_refusal);
        }
        for (int round = 0; round < 3 && m_budget.confirmTop > 1 && m_out.reason == "finished"; ++round) {
            confirmWinners();
        }
        notePoint();
        m_out.curve.push_back(m_point);
        m_out.firstSeconds = foundSeconds();
        return std::move(m_out);
    }

private:
    double elapsed() const { return steadySeconds() - m_started; }
    /// Time for slices; the rest is for re-timing.
    double sliceSeconds() const
    {
        const double wanted = m_budget.confirmTop > 1 ? kConfirmSeconds * static_cast<double>(m_out.share.layers()) : 0;
        return m_budget.seconds - std::min(wanted, kConfirmShare * m_budget.seconds);
    }
    bool isTimeUp(double seconds) const { return m_budget.seconds > 0 && elapsed() >= seconds; }
    bool isOver() const
    {
        return m_out.reason != "finished" || (m_budget.trials > 0 && m_trials >= m_budget.trials) || isTimeUp(sliceSeconds());
    }

    double foundSeconds() const
    {
        const TrialShare& share = m_out.share;
        std::vector<double> found(share.layers());
        for (size_t i = 0; i < m_tasks.size(); ++i) {
            double& least = found[m_tasks[i].place.layer];
            least = minPositive(minPositive(m_found[i].seconds, m_found[i].trials > 0 ? share.untuned(i) : 0), least);
        }
        return share.sumOf([&](size_t layer) { return found[layer] > 0 ? found[layer] : share.untunedSeconds(layer); });
    }

    /// Continues the task's run for `trials` trials.
    void runSlice(size_t number, int64_t trials)
    {
        if (!m_runs[number]) {
            m_runs[number] = makeRun(std::move(m_tasks[number].task), m_measurer, m_control, m_listeners);
        }
        const int64_t before = m_out.trials[number];
        const bool isLimited = m_budget.seconds > 0;
        m_current = number;
        m_lastTrial = steadySeconds();
        const double seconds = isLimited ? std::max(0.001, sliceSeconds() - elapsed()) : 0;
        const auto finished = m_runs[number]->advance(trials, seconds, 0);
        if (!finished) {
            m_refusal = finished.error();
            Listeners(m_listeners).log(*m_refusal);
            m_out.share.exhaust(number);
            return;
        }
        noteEnd(*finished);
        if (m_out.reason == "finished" && m_out.trials[number] - before < trials && !isTimeUp(sliceSeconds())) {
            m_out.share.exhaust(number);
        }
    }

    void noteEnd(const RunFinished& run)
    {
        if (run.reason != "finished") {
            m_out.reason = run.reason;
            m_out.detail = run.detail;
        }
    }

    void trialFinished(const TrialFinished& event) override
    {
        const double now = steadySeconds();
        recordTrial(m_out.share, m_current, event.entity.index.value_or(-1), event.result, now - m_lastTrial);
        m_lastTrial = now;
        ++m_trials;
        ++m_out.trials[m_current];
        notePoint();
        if (m_watch.trial) {
            m_watch.trial(m_current, m_point, m_out.share);
        }
    }

    void notePoint()
    {
        const TrialShare& share = m_out.share;
        const double before = m_point.networkSeconds;
        const bool isWhole =
            std::ranges::all_of(std::views::iota(size_t{0}, share.layers()), [&](size_t layer) { return share.isKnown(layer); });
        m_point = {elapsed(), m_trials, share.networkSeconds(), isWhole};
        if (m_out.curve.empty() || m_point.networkSeconds != before || m_out.curve.back().isWhole != isWhole) {
            m_out.curve.push_back(m_point);
        }
    }

    /// Re-times the layers' winners, the longest first. If another task of the layer becomes the fastest, it follows in the next
    /// round.
    void confirmWinners()
    {
        const TrialShare& share = m_out.share;
        std::vector<size_t> layers(share.layers());
        std::iota(layers.begin(), layers.end(), size_t{0});
        std::ranges::stable_sort(layers, std::greater<>(),
                                 [&](size_t layer) { return share.weight(layer) * share.layerSeconds(layer); });
        for (const size_t layer : layers) {
            const auto winner = share.winner(layer);
            if (m_out.reason != "finished" || isTimeUp(m_budget.seconds - m_longestConfirm)) {
                return;
            }
            if (!winner || m_out.trials[*winner] == 0 || !m_confirmed.insert(*winner).second) {
                continue;
            }
            if (m_watch.confirming) {
                m_watch.confirming(layer);
            }
            const double began = elapsed();
            confirm(*winner);
            m_longestConfirm = std::max(m_longestConfirm, elapsed() - began);
        }
    }

    void confirm(size_t number)
    {
        Run& run = *m_runs[number];
        const auto finished = run.advance(0, 0, m_budget.confirmTop);
        if (!finished) {
            Listeners(m_listeners).log(finished.error());
            return;
        }
        noteEnd(*finished);
        m_out.share.scale(number, finished->scale);
        m_out.share.correct(number, finished->bestSeconds);
        m_found[number].seconds = run.bestSeconds(m_found[number].trials);
    }

    /// Results of earlier runs of a task.
    struct Found {
        int64_t trials = 0;
        double seconds = 0; ///< of the best; 0: none worked
    };

    std::vector<SharingTask> m_tasks; ///< those that have a run are moved
    std::vector<std::unique_ptr<Run>> m_runs{m_tasks.size()};
    SharedBudget m_budget;
    Measurer& m_measurer;
    LoopControl& m_control;
    std::vector<LoopListener*> m_listeners;
    const SharedWatch& m_watch;
    double m_started = steadySeconds();
    int64_t m_trials = 0;
    size_t m_current = 0; ///< task of the running slice
    double m_lastTrial = 0; ///< when its last trial finished
    SharedPoint m_point;
    SharedOutcome m_out{.share = TrialShare(placesOf(m_tasks), m_budget.slice,
                                            m_budget.seconds > 0 ? TrialCost::Seconds : TrialCost::Trials, m_budget.fixedSeconds),
                        .trials = std::vector<int64_t>(m_tasks.size(), 0),
                        .reason = "finished"};
    std::optional<Error> m_refusal;
    std::set<size_t> m_confirmed;
    double m_longestConfirm = 0; ///< seconds
    std::vector<Found> m_found; ///< by task
};

bool hasOwnLimits(const RunOptions& options)
{
    return options.earlyStopping > 0 || options.targetGflops > 0 || options.targetPercent > 0 || !options.log.empty();
}

} // namespace

Result<SharedOutcome> tuneSharing(std::vector<SharingTask> tasks, const SharedBudget& budget, Measurer& measurer,
                                  LoopControl& control, std::span<LoopListener* const> listeners, const SharedWatch& watch)
{
    if (tasks.empty() || (budget.trials <= 0 && !(budget.seconds > 0))) {
        return fail(ErrorCode::InvalidArgument, "There is no task to tune, or no budget");
    }
    return SharedTuning(std::move(tasks), budget, measurer, control, listeners, watch).go();
}

Result<std::optional<LoopTask>> resumableRunOf(Project& project, const Task& task, TimingKind kind)
{
    const auto runs = TRY(runsOfTask(project, task));
    const RunRow* longest = nullptr;
    for (const RunRow& run : runs) {
        const MeasureOptions measuring = measuringOf(run);
        const bool isResumable = !run.isOwned && run.trials > 0 && TimingKind{measuring.threads, measuring.coldWeights} == kind
                              && !hasOwnLimits(runOptionsOf(run));
        longest = isResumable && (!longest || run.trials > longest->trials) ? &run : longest;
    }
    if (!longest) {
        return std::nullopt;
    }
    auto found = TRY(resumableRun(project, longest->id, 0, "none"));
    return std::move(found.task);
}

} // namespace knobscope
