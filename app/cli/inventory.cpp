// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/network/extract.h"
#include "core/task/host.h"
#include "core/template/template.h"
#include "core/tuner/cost_model/costmodel.h"
#include "core/tuner/tuner.h"

#include <CLI/CLI.hpp>

#include <fmt/ranges.h>

#include <dlfcn.h>
#include <thread>

namespace knobscope::cli {

namespace {

/// Whether a library that is opened at run time is on this machine.
bool canOpen(const char* library)
{
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (handle) {
        dlclose(handle);
    }
    return handle != nullptr;
}

Exit devices(const Output& output)
{
    nlohmann::json list = nlohmann::json::array();
    const auto host = hostTarget();
#ifdef KNOBSCOPE_HAVE_LLVM
    const std::string why;
#else
    const std::string why = "this build has no LLVM";
#endif
    list.push_back({{"name", "cpu"},
                    {"target", host ? host->text : ""},
                    {"cores", std::thread::hardware_concurrency()},
                    {"usable", why.empty()},
                    {"why_not", why}});
    const std::string gpu = !canOpen("libcuda.so.1")
                              ? "no NVIDIA driver is installed (libcuda.so.1); and running GPU kernels is not in this version"
                              : "running GPU kernels is not in this version; the spaces of CUDA templates can be explored";
    list.push_back({{"name", "cuda"}, {"target", "cuda"}, {"usable", false}, {"why_not", gpu}});
    const std::string model = xgboostVersion();
    const char* const without =
        "without it (libxgboost-dev) the tuners xgb and model are missing";
    if (output.isJson()) {
        const nlohmann::json library{{"name", "xgboost"},
                                     {"version", model.empty() ? nlohmann::json() : nlohmann::json(model)},
                                     {"why_not", model.empty() ? "this build has no XGBoost; " + std::string(without) : ""}};
        output.document({{"devices", list}, {"libraries", nlohmann::json::array({library})}});
        return Exit::Success;
    }
    for (const auto& device : list) {
        const auto reason = device["why_not"].get<std::string>();
        output.text(fmt::format("{:<5} {}{}\n", device["name"].get<std::string>(), device["target"].get<std::string>(),
                                reason.empty() ? fmt::format(", {} cores", device["cores"].get<unsigned>()) : ": " + reason));
    }
    output.text(fmt::format("cost model: {}\n", model.empty() ? "no XGBoost; " + std::string(without) : model));
    return Exit::Success;
}

Exit networks(const Output& output)
{
    const auto all = loadNetworks();
    if (!all) {
        return output.failure(all.error());
    }
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"network", "workloads", "GFLOPs", "form"}, {false, true, true, false});
    for (const Network& network : *all) {
        list.push_back({{"name", network.id()},
                        {"variant", network.variant},
                        {"source", network.source},
                        {"workloads", network.workloads.size()},
                        {"gflops", network.totalFlops() / 1e9}});
        table.add({network.id(), std::to_string(network.workloads.size()), fmt::format("{:.3f}", network.totalFlops() / 1e9),
                   network.source});
    }
    output.isJson() ? output.document({{"networks", list}}) : output.text(table.text());
    return Exit::Success;
}

Exit templateList(const Output& output)
{
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"template", "runs on", "what it does"}, {false, false, false});
    for (const Template& t : templates()) {
        list.push_back({{"name", t.name}, {"aliases", t.aliases}, {"summary", t.summary}, {"runs", !t.isGpu}});
        table.add({t.name, t.isGpu ? "GPU (space only)" : "CPU", t.summary});
    }
    output.isJson() ? output.document({{"templates", list}}) : output.text(table.text());
    return Exit::Success;
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
    output.isJson() ? output.document({{"tuners", list}}) : output.text(text);
    return Exit::Success;
}

} // namespace

void addInventoryCommands(CLI::App& app, const Output& output, Action& action)
{
    app.add_subcommand("devices", "What kernels can run on here, and what is missing")->callback([&] {
        action = [&] { return devices(output); };
    });
    app.add_subcommand("networks", "The networks that ship with the program")->callback([&] {
        action = [&] { return networks(output); };
    });
    app.add_subcommand("templates", "The templates and what they run on")->callback([&] {
        action = [&] { return templateList(output); };
    });
    app.add_subcommand("tuners", "The tuners and their parameters")->callback([&] {
        action = [&] { return tunerList(output); };
    });
}

} // namespace knobscope::cli
