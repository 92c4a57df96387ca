// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/replay.h"

#include "core/timing/inflight.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace knobscope {

std::optional<int64_t> Replay::trialsTo(double share) const
{
    const auto at = reachOf(best, share);
    return at ? std::optional(static_cast<int64_t>(*at)) : std::nullopt;
}

namespace {

/// See recordedTuner.
class RecordedOrder : public Tuner
{
public:
    RecordedOrder(const RecordedSpace& space, uint64_t seed)
        : m_space(space)
        , m_order(std::ssize(space.points), seed)
        , m_next(m_order.next())
    {
    }
    std::optional<int64_t> next() override
    {
        const auto point = std::exchange(m_next, m_next ? m_order.next() : std::nullopt);
        return point ? std::optional(m_space.points[static_cast<size_t>(*point)].index) : std::nullopt;
    }
    void update(std::span<const Trial>) override {}
    bool hasNext() const override { return m_next.has_value(); }

private:
    const RecordedSpace& m_space;
    ShuffledRange m_order;
    std::optional<int64_t> m_next; ///< position in the points
};

/// Follows whether the best configs of a space would be pruned.
class BestWatch
{
public:
    BestWatch(const RecordedSpace& space, const PruneOptions& options)
    {
        const double top = space.bestFlops();
        for (const RecordedPoint& point : space.points) {
            const double flops = options.isOn() ? space.flopsAt(point.index).value_or(0) : 0;
            if (flops > 0 && flops >= nearShare * top) {
                m_open.push_back({point.index, flops >= top});
            }
        }
    }
    void proposed(int64_t index)
    {
        std::erase_if(m_open, [index](const Near& near) { return near.index == index; });
    }
    void look(const Pruner& pruner, Replay& replay)
    {
        std::erase_if(m_open, [&](const Near& near) {
            const bool isRuledOut = pruner.wouldPrune(near.index);
            replay.nearRuledOut += isRuledOut ? 1 : 0;
            replay.isBestRuledOut = replay.isBestRuledOut || (isRuledOut && near.isBest);
            return isRuledOut;
        });
    }

private:
    static constexpr double nearShare = 0.99;
    struct Near {
        int64_t index = 0;
        bool isBest = false;
    };
    std::vector<Near> m_open; ///< neither measured nor ruled out yet
};

tl::unexpected<Error> notRecorded(const RecordedSpace& space, const std::string& tuner, int64_t index)
{
    return fail(ErrorCode::Unsupported,
                "{}: {} requested config {}, which is not recorded (the recording covers {:.1f} % of the space); measure what it "
                "requests with `knobscope-cli lab record --tuners {}`, on the same machine and with the same seeds and budget",
                space.label, tuner, index, 100 * space.completeness(), tuner);
}

Result<std::unique_ptr<Tuner>> makeReplayed(const RecordedSpace& space, const std::string& name, const TunerContext& context)
{
    if (name == recordedTuner && context.parameters.empty()) {
        return std::make_unique<RecordedOrder>(space, context.seed);
    }
    return makeTuner(name, context);
}

Result<Replay> drive(Tuner& tuner, const std::string& name, const RecordedSpace& space, const ReplayOptions& options,
                     const std::shared_ptr<BoundSource>& bounds)
{
    const double top = options.measure ? std::max(space.bestFlops(), 1.0) : space.bestFlops();
    const bool isSparse = space.isSparse();
    Replay out;
    Pruner pruner(bounds, options.prune);
    BestWatch watch(space, options.prune);
    InFlight<int64_t, bool> pending(options.inFlight); // configs, and whether they are pruned
    std::unordered_set<int64_t> seen;
    int64_t launched = 0;
    while (options.stop == nullptr || !*options.stop) {
        if (launched < options.budget && pending.hasRoom()) {
            if (const auto next = tuner.next()) {
                const bool isPruned = pruner.judge(*next) == Pruner::Verdict::Prune;
                pending.add(*next, isPruned);
                out.repeated += !seen.insert(*next).second && !isPruned ? 1 : 0;
                launched += isPruned ? 0 : 1;
                watch.proposed(*next);
                continue;
            }
        }
        const auto first = pending.takeFirst();
        if (!first) {
            break;
        }
        const int64_t index = first->job;
        std::optional<double> flops = space.flopsAt(index);
        if (*first->answer) {
            out.prunedGood += flops.value_or(0) >= 0.95 * top ? 1 : 0;
            const Trial trial{index, pruner.maxFlops(index)};
            tuner.update(std::span(&trial, 1));
            continue;
        }
        if (!flops && options.measure) {
            flops = options.measure(index);
            if (!flops) {
                break;
            }
        } else if (!flops && isSparse) {
            return notRecorded(space, name, index);
        }
        out.unknown += flops ? 0 : 1;
        out.failed += flops.value_or(0) > 0 ? 0 : 1;
        ++out.trials;
        const double share = flops.value_or(0) / top;
        if (share > (out.best.empty() ? 0 : out.best.back().best)) {
            out.best.push_back({static_cast<double>(out.trials), share});
        }
        const Trial trial{index, flops.value_or(0)};
        pruner.learn(trial);
        watch.look(pruner, out);
        tuner.update(std::span(&trial, 1));
    }
    out.pruning = pruner.count();
    return out;
}

} // namespace

Result<Replay> replay(const RecordedSpace& space, const TunerChoice& choice, uint64_t seed, const ReplayOptions& options,
                      std::shared_ptr<FeatureSource> features, std::shared_ptr<BoundSource> bounds)
{
    if (!(space.bestFlops() > 0) && !options.measure) {
        return fail(ErrorCode::Unsupported, "{}: all configs of the recorded space failed, so there is nothing to find",
                    space.label);
    }
    if (!bounds && !space.isForeign) {
        bounds = std::make_shared<BoundSource>(space.task, defaultMachine(space.task.target));
    }
    TunerContext context{.space = &space.task.space,
                         .task = space.isForeign ? nullptr : &space.task,
                         .seed = seed,
                         .parameters = choice.parameters,
                         .features = std::move(features),
                         .bounds = bounds};
    for (const EarlierTask& earlier : options.history) {
        if (workloadKey(*earlier.task) != workloadKey(space.task)) {
            context.history.push_back(earlier);
        }
    }
    auto tuner = TRY(makeReplayed(space, choice.name, context));
    auto out = drive(*tuner, choice.text, space, options, bounds);
    if (options.stop != nullptr && *options.stop) {
        return fail(ErrorCode::Timeout, "{}: the replay was stopped", space.label);
    }
    return out;
}

Result<EarlierTask> earlierRun(const RecordedSpace& space, int64_t trials)
{
    // A search finds the best points among others, as in a log.
    auto tuner = TRY(makeTuner("bayes", space.task.space, 0));
    EarlierTask earlier{std::make_shared<const Task>(space.task), space.label, {}};
    for (int64_t i = 0; i < trials; ++i) {
        for (const int64_t index : tuner->propose(1)) {
            const auto flops = space.flopsAt(index);
            if (!flops && space.isSparse()) {
                return notRecorded(space, "bayes", index);
            }
            const Trial trial{index, flops.value_or(0)};
            if (auto entity = space.task.space.at(index)) {
                earlier.trials.push_back({std::move(*entity), trial.flops});
            }
            tuner->update(std::span(&trial, 1));
        }
    }
    return earlier;
}

} // namespace knobscope
