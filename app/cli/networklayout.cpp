// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tuner: a config for each layer so that kernels and layout transforms take least together.
#include "app/cli/commands.h"
#include "app/cli/opennetwork.h"

#include "core/stats/statistics.h"
#include "core/store/meta.h"
#include "core/store/project.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

constexpr int kRounds = 5;

/// Two networks in turn, so that a slow stretch of the machine meets both; the median of each.
Result<std::pair<double, double>> timeInTurn(NetworkRunner& runner, int runs)
{
    std::vector<double> of[2];
    for (int round = 0; round <= kRounds; ++round) {
        for (const int slot : {0, 1}) {
            const auto seconds = runner.time(std::max(1, runs / kRounds), nullptr, slot);
            if (!seconds) {
                return fail(seconds);
            }
            if (round > 0) { // the first warms caches and clocks up
                of[slot].insert(of[slot].end(), seconds->begin(), seconds->end());
            }
        }
    }
    return std::pair(quantile(of[0], 0.5), quantile(of[1], 0.5));
}

/// What a network takes by what is known: kernels and transforms at the machine's full pace, as they are kept and chosen by,
/// times what the machine makes of that now, and all else as it takes in the network of the quickest kernels.
class Prediction
{
public:
    Prediction() = default;
    Prediction(const NetworkReport& quickest, const std::vector<double>& profile)
    {
        double known = 0;
        double now = 0;
        for (size_t s = 0; s < quickest.steps.size() && s < profile.size(); ++s) {
            const NetworkStep& step = quickest.steps[s];
            if (step.knownSeconds > 0) {
                known += step.knownSeconds;
                now += profile[s];
            } else if (step.op != "layout") {
                m_rest += profile[s];
            }
        }
        m_slower = known > 0 && now > 0 ? now / known : 1;
    }
    double slower() const { return m_slower; }
    double seconds(const NetworkReport& report) const { return report.predictedSeconds * m_slower + m_rest; }

private:
    double m_rest = 0;
    double m_slower = 1;
};

Result<void> keep(const NetworkFlags& flags, const std::string& target, const std::vector<TimedTransform>& transforms)
{
    auto project = Project::open(flags.project, Project::Mode::ReadWrite);
    return project ? setMetaValues(*project, {{transformsKey(target, flags.threads), transformsToJson(transforms)}})
                   : fail(project);
}

/// The quickest kernels (slot 0) and those that are chosen together (slot 1).
struct BothNetworks {
    NetworkRunner runner;
    NetworkReport quickest;
    NetworkReport plan;
    Prediction prediction;
    size_t timed = 0; ///< transforms
};

Result<Prediction> predictionOf(NetworkRunner& runner, const NetworkReport& quickest, int runs)
{
    const auto warm = runner.time(3);
    const auto profile = warm ? runner.profile(std::max(5, runs / 5)) : warm;
    return profile ? Result<Prediction>(Prediction(quickest, *profile)) : fail(profile);
}

/// Opens the quickest kernels, times the transforms that are missing and keeps them, opens the plan.
Result<BothNetworks> openBoth(const Output& output, const NetworkFlags& flags)
{
    auto opening = openingOf(flags);
    auto runner = opening ? NetworkRunner::start(flags.worker) : fail(opening);
    if (!runner) {
        return fail(runner);
    }
    opening->isPerLayer = true;
    auto quickest = runner->open(*opening);
    if (!quickest) {
        return fail(quickest);
    }
    if (quickest->tuned == 0) {
        return fail(ErrorCode::NotFound, "{} has no run of a task of {} with {} threads; tune it first: network tune",
                    flags.project, quickest->network, flags.threads);
    }
    const auto prediction = predictionOf(*runner, *quickest, flags.runs);
    output.note("timing layout transforms");
    auto added = prediction ? runner->timeTransforms(opening->transforms) : fail(prediction);
    if (!added) {
        return fail(added);
    }
    for (TimedTransform& one : *added) {
        one.seconds /= prediction->slower(); // at full pace, as kernels are kept
        opening->transforms.push_back(one);
    }
    auto kept = added->empty() ? Result<void>() : keep(flags, opening->target, opening->transforms);
    quickest = kept ? runner->open(*opening) : fail(kept); // its prediction knows the transforms now
    opening->isPerLayer = false;
    opening->slot = 1;
    auto plan = quickest ? runner->open(*opening) : quickest;
    if (!plan) {
        return fail(plan);
    }
    return BothNetworks{std::move(*runner), std::move(*quickest), std::move(*plan), *prediction, added->size()};
}

Exit layout(const Output& output, const NetworkFlags& flags)
{
    auto both = openBoth(output, flags);
    const auto measured = both ? timeInTurn(both->runner, flags.runs) : fail(both);
    if (!measured) {
        return output.failure(measured.error());
    }
    const NetworkReport& plan = both->plan;
    const double predicted = both->prediction.seconds(plan) * 1e3;
    const double perLayer = both->prediction.seconds(both->quickest) * 1e3;
    if (output.isJson()) {
        output.document({{"network", plan.network},
                         {"threads", flags.threads},
                         {"method", plan.method},
                         {"proven", plan.isProven},
                         {"predicted_ms", predicted},
                         {"per_layer_best_ms", perLayer},
                         {"measured_ms", measured->second * 1e3},
                         {"per_layer_measured_ms", measured->first * 1e3},
                         {"transforms", plan.transforms},
                         {"per_layer_transforms", both->quickest.transforms},
                         {"timed_transforms", both->timed},
                         {"tuned", plan.tuned},
                         {"untuned", plan.untuned}});
        return Exit::Success;
    }
    TextTable table({"kernels", "transforms", "predicted ms", "measured ms"}, {false, true, true, true});
    table.add({"quickest of each layer", std::to_string(both->quickest.transforms), fmt::format("{:.3f}", perLayer),
               fmt::format("{:.3f}", measured->first * 1e3)});
    table.add(
        {fmt::format("chosen together ({}{})", plan.method, plan.isProven ? ", nothing is better" : ", perhaps not the best"),
         std::to_string(plan.transforms), fmt::format("{:.3f}", predicted), fmt::format("{:.3f}", measured->second * 1e3)});
    output.text(
        table.text()
        + fmt::format("{} of {} layers are tuned; {} transforms were timed now. Kernels take {:.2f} times as long here as alone "
                      "at the machine's full pace.\n",
                      plan.tuned, plan.tuned + plan.untuned, both->timed, both->prediction.slower()));
    return Exit::Success;
}

} // namespace

void addNetworkLayoutCommand(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<NetworkFlags>();
    CLI::App* command = network.add_subcommand(
        "layout", "Choose configs so that kernels and layout transforms take least together; predicted and measured");
    addNetworkFlags(*command, *flags);
    command->get_option("--project")->required();
    command->callback([=, &output, &action] { action = [=, &output] { return layout(output, *flags); }; });
}

} // namespace knobscope::cli
