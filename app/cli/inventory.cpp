// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/network/extract.h"
#include "core/network/models/models.h"
#include "core/template/template.h"
#include "core/tuner/tuner.h"

#include <CLI/CLI.hpp>

#include <fmt/ranges.h>

namespace knobscope::cli {

Result<Exit> listNetworks(const Output& output)
{
    const auto all = TRY(loadNetworks());
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"network", ">workloads", ">GFLOPs (2*MAC)", "graph", "form"});
    for (const Network& network : all) {
        list.push_back({{"name", network.id()},
                        {"variant", network.variant},
                        {"source", network.source},
                        {"workloads", network.workloads.size()},
                        {"graph", hasNetworkGraph(network)},
                        {"gflops", network.totalFlops() / 1e9}});
        table.add({network.id(), std::to_string(network.workloads.size()), fmt::format("{:.3f}", network.totalFlops() / 1e9),
                   hasNetworkGraph(network) ? "yes" : "", network.source});
    }
    return output.answer({{"networks", list}, {"flops_counted", "plain"}}, table.text());
}

namespace {

Exit templateList(const Output& output)
{
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"template", "runs on", "origin", "description"});
    for (const Template& t : templates()) {
        list.push_back({{"name", t.name},
                        {"aliases", t.aliases},
                        {"summary", t.summary},
                        {"runs_on", t.isGpu ? "GPU" : "CPU"},
                        {"extra", t.isExtra}});
        table.add({t.name, t.isGpu ? "GPU" : "CPU", t.isExtra ? "extra" : "AutoTVM", t.summary});
    }
    return output.answer({{"templates", list}}, table.text());
}

Exit tunerList(const Output& output)
{
    nlohmann::json list = nlohmann::json::array();
    std::string text;
    for (const TunerDescription& tuner : tuners()) {
        nlohmann::json parameters = nlohmann::json::array();
        text += fmt::format("{:<8} {}\n", tuner.name, tuner.sentence);
        for (const TunerParameter& p : tuner.parameters) {
            nlohmann::json entry{{"name", p.name}, {"default", parameterValue(p, p.defaultValue)}, {"sentence", p.sentence}};
            if (p.choices.empty()) {
                entry.update({{"low", p.low}, {"high", p.high}});
                text += fmt::format("           {} = {:g}: {}\n", p.name, p.defaultValue, p.sentence);
            } else {
                entry["choices"] = p.choices;
                text += fmt::format("           {} = {} ({}): {}\n", p.name, p.choices.at(static_cast<size_t>(p.defaultValue)),
                                    fmt::join(p.choices, ", "), p.sentence);
            }
            parameters.push_back(std::move(entry));
        }
        list.push_back({{"name", tuner.name}, {"sentence", tuner.sentence}, {"parameters", parameters}});
    }
    return output.answer({{"tuners", list}}, text);
}

} // namespace

void addInventoryCommands(CLI::App& app, const Output& output, Action& action)
{
    const auto add = [&](const char* name, const char* what, const Action& work) {
        whenChosen(*app.add_subcommand(name, what), action, work);
    };
    add("networks", "List the networks that ship with the program", [&] { return listNetworks(output); });
    add("templates", "List the templates and what they run on", [&] { return templateList(output); });
    add("tuners", "List the tuners and their parameters", [&] { return tunerList(output); });
}

} // namespace knobscope::cli
