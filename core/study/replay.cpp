// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/replay.h"

#include "core/timing/inflight.h"

#include <algorithm>
#include <unordered_set>

namespace knobscope {

std::optional<int64_t> Replay::trialsTo(double share) const
{
    const auto at = std::lower_bound(best.begin(), best.end(), share);
    return at == best.end() ? std::nullopt : std::optional<int64_t>(at - best.begin() + 1);
}

namespace {

tl::unexpected<Error> notRecorded(const RecordedSpace& space, const std::string& tuner, int64_t index)
{
    return fail(ErrorCode::Unsupported,
                "{}: {} requested config {}, which is not recorded (the recording covers {:.1f} % of the space); measure what it "
                "requests with `knobscope-cli lab record --tuners {}`, on the same machine and with the same seeds and budget",
                space.label, tuner, index, 100 * space.completeness(), tuner);
}

Result<Replay> drive(Tuner& tuner, const std::string& name, const RecordedSpace& space, const ReplayOptions& options,
                     const std::shared_ptr<BoundSource>& bounds)
{
    const double top = options.measure ? std::max(space.bestFlops(), 1.0) : space.bestFlops();
    const bool isSparse = space.isSparse();
    Replay out;
    Pruner pruner(bounds, options.prune);
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
        out.best.push_back(out.best.empty() ? share : std::max(out.best.back(), share));
        const Trial trial{index, flops.value_or(0)};
        pruner.learn(trial);
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
    auto tuner = TRY(makeTuner(choice.name, context));
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
