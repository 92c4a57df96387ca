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
    Table table = Table({{"name", "network"},
                         {"workloads", "workloads", "{}"},
                         {"gflops", "GFLOPs (2*MAC)", "{:.3f}"},
                         {"graph", "graph"},
                         {"source", "form"}})
                      .withIds({"variant"});
    for (const Network& network : all) {
        table.add({network.id(), network.workloads.size(), network.totalFlops() / 1e9, hasNetworkGraph(network), network.source,
                   network.variant});
    }
    return output.answer("networks", table, {{"flops_counted", "plain"}});
}

namespace {

Exit templateList(const Output& output)
{
    Table table = Table({{"name", "template"}, {"runs_on", "runs on"}, {"extra", "origin"}, {"summary", "description"}})
                      .withIds({"aliases"});
    for (const Template& t : templates()) {
        table.add({t.name, t.isGpu ? "GPU" : "CPU", TableCell(t.isExtra, t.isExtra ? "extra" : "AutoTVM"), t.summary, t.aliases});
    }
    return output.answer("templates", table);
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
