// SPDX-License-Identifier: GPL-3.0-or-later
// The two tuners with a cost model: AutoTVM's, and ours with small batches.
#include "core/tuner/all.h"
#include "core/tuner/modeloptions.h"

#include <array>

namespace knobscope {

namespace {

const std::vector<std::string> kLossNames{"reg", "rank", "rank-binary"};

ModelOptions commonOptions(const TunerContext& context, const TunerValues& values)
{
    ModelOptions o;
    o.seed = context.seed;
    o.planSize = static_cast<int64_t>(values("plan_size"));
    o.boosting.seed = context.seed;
    o.boosting.recallAt = static_cast<int>(o.planSize);
    o.boosting.threads = static_cast<int>(values("num_threads"));
    o.annealing.iterations = static_cast<int64_t>(values("sa_n_iter"));
    o.annealing.points = static_cast<int64_t>(values("sa_parallel_size"));
    o.annealing.patience = static_cast<int64_t>(values("sa_early_stop"));
    o.diversityRatio = values("diversity_filter_ratio");
    o.overlap = static_cast<int64_t>(values("overlap"));
    return o;
}

std::vector<TunerParameter> commonParameters(double plan, double iterations, double points, double patience, double overlap)
{
    return {
        {"plan_size", plan, 1, 10000, true, "Trials between two fits of the model, and configs planned after each."},
        {"num_threads", 1, 1, 256, true, "Threads that fit the model, on cores where nothing is timed."},
        {"sa_n_iter", iterations, 1, 100000, true, "Simulated annealing: maximum number of steps."},
        {"sa_parallel_size", points, 1, 100000, true, "Simulated annealing: points that move at a time."},
        {"sa_early_stop", patience, 1, 100000, true, "Simulated annealing: steps without a better point before it stops."},
        {"diversity_filter_ratio", 0, 0, 100, false,
         "Plans with this many times the needed configs, and keeps the most diverse ones; below 1: off."},
        {"overlap", overlap, 0, 1000, true,
         "Trials from the old plan while the model is being fitted; 0: they wait for the model."},
    };
}

} // namespace

TunerEntry xgbTuner()
{
    std::vector<TunerParameter> parameters = commonParameters(64, 500, 128, 50, 0);
    parameters.push_back(
        choiceParameter("feature_type", {"itervar", "knob", "curve", "value"}, "Features of a config that the model uses."));
    parameters.push_back(choiceParameter("loss_type", kLossNames, "What the model is fitted to: speeds, or their order."));
    parameters.push_back({"min_seed_records", 500, 1, 1e9, true, "Minimum number of earlier records to learn from."});
    parameters.push_back(choiceParameter("transfer", {"autotvm", "similar", "none"}, "How it uses earlier records."));
    return {{"xgb",
             "AutoTVM's tuner: after every 64 trials, boosted trees learn which configs are fast, and annealing searches for the "
             "most promising ones.",
             std::move(parameters)},
            [](const TunerContext& context, const TunerValues& values) {
                constexpr std::array kinds{FeatureKind::Itervar, FeatureKind::Knob, FeatureKind::Curve, FeatureKind::Value};
                constexpr std::array rules{TransferRule::Autotvm, TransferRule::Similar, TransferRule::None};
                ModelOptions o = commonOptions(context, values);
                o.features = kinds.at(static_cast<size_t>(values("feature_type")));
                o.boosting.loss = static_cast<ModelLoss>(values("loss_type"));
                o.minSeedRecords = static_cast<int64_t>(values("min_seed_records"));
                o.transfer = rules.at(static_cast<size_t>(values("transfer")));
                return makeModelTuner(context, o);
            },
            true};
}

TunerEntry modelTuner()
{
    std::vector<TunerParameter> parameters = commonParameters(8, 100, 64, 30, 2);
    parameters.push_back(
        choiceParameter("feature_type", {"value", "knob", "itervar", "curve"}, "Features of a config that the model uses."));
    parameters.push_back(
        choiceParameter("loss_type", {"rank", "reg", "rank-binary"}, "What the model is fitted to: speeds, or their order."));
    parameters.push_back({"rounds", 60, 1, 8000, true, "Number of trees of the model."});
    parameters.push_back({"growth", 0.1, 0, 10, false, "Share of new trials that a fit waits for."});
    parameters.push_back(choiceParameter("transfer", {"similar", "autotvm", "none"}, "How it uses earlier records."));
    return {
        {"model",
         "Boosted trees learn after every 8 trials which configs are fast, and learn from earlier runs before the first trial.",
         std::move(parameters)},
        [](const TunerContext& context, const TunerValues& values) {
            constexpr std::array kinds{FeatureKind::Value, FeatureKind::Knob, FeatureKind::Itervar, FeatureKind::Curve};
            constexpr std::array losses{ModelLoss::Rank, ModelLoss::Regression, ModelLoss::RankBinary};
            constexpr std::array rules{TransferRule::Similar, TransferRule::Autotvm, TransferRule::None};
            ModelOptions o = commonOptions(context, values);
            o.features = kinds.at(static_cast<size_t>(values("feature_type")));
            o.boosting.loss = losses.at(static_cast<size_t>(values("loss_type")));
            o.boosting.rounds = static_cast<int>(values("rounds"));
            o.boosting.patience = 0;
            o.growth = values("growth");
            o.transfer = rules.at(static_cast<size_t>(values("transfer")));
            o.annealing.keepsNegative = true;
            o.startsAtBest = true;
            o.scoreAllBelow = 4096;
            return makeModelTuner(context, o);
        },
        true};
}

} // namespace knobscope
