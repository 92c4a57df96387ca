// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tuner: chooses a config for each layer that minimises the total time of kernels and layout transforms.
#include "app/cli/commands.h"
#include "app/cli/opennetwork.h"

#include "core/store/meta.h"
#include "core/store/project.h"
#include "core/tuning/layoutcomparison.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

/// `timed`: number of transforms that had to be timed.
Result<LayoutComparison> compare(OpenNetwork& network, const NetworkFlags& flags, size_t& timed)
{
    const NetworkOpening& opening = network.opening;
    const auto keep = [&](const std::vector<TimedTransform>& all) -> Result<void> {
        timed = all.size() - opening.transforms.size();
        auto project = TRY(Project::open(flags.project, Project::Mode::ReadWrite));
        return setMetaValues(project, {{transformsKey(opening.target, flags.threads), nlohmann::json(all)}});
    };
    return compareLayouts(network.runner, opening, flags.runs, keep, network.reference);
}

Table::Row row(const std::string& kernels, const ComparedNetwork& network)
{
    return {kernels, network.report.transforms, network.predictedSeconds, network.measuredSeconds};
}

Result<Exit> layout(const Output& output, const NetworkFlags& flags)
{
    output.note("checking and timing layers, layout transforms, and the network with the chosen configs");
    size_t timed = 0;
    auto network = TRY(openNetwork(output, flags, false));
    const auto [fastest, plan, slower] = TRY(compare(network, flags, timed));
    recheckLoad(network);
    Table table(
        {{"", "kernels"}, {"", "transforms", "{}"}, {"", "predicted ms", "{:.3f}", 1e3}, {"", "measured ms", "{:.3f}", 1e3}});
    table.add(row("fastest of each layer", fastest));
    table.add(row(
        fmt::format("chosen together ({}{})", plan.report.method, plan.report.isProven ? ", optimal" : ", possibly not optimal"),
        plan));
    return output.answer({{"network", plan.report.network},
                          {"threads", flags.threads},
                          {"method", plan.report.method},
                          {"proven", plan.report.isProven},
                          {"predicted_ms", plan.predictedSeconds * 1e3},
                          {"per_layer_best_ms", fastest.predictedSeconds * 1e3},
                          {"measured_ms", plan.measuredSeconds * 1e3},
                          {"per_layer_measured_ms", fastest.measuredSeconds * 1e3},
                          {"transforms", plan.report.transforms},
                          {"per_layer_transforms", fastest.report.transforms},
                          {"timed_transforms", timed},
                          {"disturbed", sentenceOrNull(network.disturbed)},
                          {"tuned", plan.report.tuned},
                          {"untuned", plan.report.untuned}},
                         table.toText()
                             + phrase("{} of {} (layer|layers) are tuned; {} (transform was|transforms were) timed now. Kernels "
                                      "take {:.2f} times as long in the network as alone at the machine's full speed.\n",
                                      plan.report.tuned, plan.report.tuned + plan.report.untuned, timed, slower)
                                   .message
                             + disturbedText(network.disturbed));
}

} // namespace

void addNetworkLayoutCommand(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<NetworkFlags>();
    CLI::App* command = network.add_subcommand(
        "layout",
        "Choose configs that minimize the total time of kernels and layout transforms; show prediction and measurement");
    addNetworkFlags(*command, *flags);
    command->get_option("--project")->required();
    whenChosen(*command, action, [=, &output] { return layout(output, *flags); });
}

} // namespace knobscope::cli
