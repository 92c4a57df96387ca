// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on a whole network.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/base/numbertext.h"
#include "core/graph/onnx/checkmodel.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/network/extract.h"
#include "core/network/modelfile.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

/// 3 means neither correct nor incorrect: a model with unsupported operators.
constexpr Exit kUnsupported{3};

nlohmann::json valuesJson(const Graph& graph, const std::vector<ValueId>& ids)
{
    nlohmann::json list = nlohmann::json::array();
    for (const ValueId id : ids) {
        const auto& type = graph.value(id).type;
        list.push_back({{"name", graph.value(id).name},
                        {"type", type ? nlohmann::json(type->number.text()) : nlohmann::json()},
                        {"shape", type ? nlohmann::json(type->shape) : nlohmann::json()}});
    }
    return list;
}

/// The model's outputs. Those of a dynamic tail have no type before the network runs.
nlohmann::json outputsJson(const ImportedGraph& imported)
{
    nlohmann::json list = valuesJson(imported.graph, imported.graph.outputs);
    if (!imported.tail) {
        return list;
    }
    nlohmann::json all = nlohmann::json::array();
    for (const DynamicTail::Output& output : imported.tail->outputs) {
        all.push_back(output.isOfTail ? nlohmann::json{{"name", output.name}, {"type", nullptr}, {"shape", nullptr}}
                                      : list.at(output.index));
    }
    return all;
}

nlohmann::json passesJson(const std::vector<PassReport>& passes)
{
    nlohmann::json list = nlohmann::json::array();
    for (const PassReport& pass : passes) {
        list.push_back({{"pass", pass.pass}, {"changes", pass.lines}});
    }
    return list;
}

nlohmann::json unsupportedJson(const ImportedGraph& imported)
{
    nlohmann::json list = nlohmann::json::array();
    for (const UnsupportedNode& node : imported.unsupported) {
        list.push_back({{"node", node.node}, {"op", node.op}, {"message", node.why.message}});
    }
    return list;
}

/// The nodes that run after the graph; null if there are none.
nlohmann::json dynamicJson(const ImportedGraph& imported)
{
    const auto& tail = imported.tail;
    if (!tail) {
        return {};
    }
    nlohmann::json sections = nlohmann::json::array();
    for (const TailSection& section : tail->sections) {
        nlohmann::json layers = nlohmann::json::array();
        for (const size_t layer : section.layers) {
            const Node& node = section.graph.nodes[layer];
            layers.push_back({{"node", nameOf(section.graph, node)}, {"op", node.op}});
        }
        sections.push_back(
            {{"nodes", section.nodes.size()},
             {"layers", std::move(layers)},
             {section.hasImages ? "images" : "rows", section.hasImages ? section.itemsAtOnce() : section.rowsAtOnce()}});
    }
    return {{"nodes", tail->nodes},
            {"operators", tail->operators},
            {"cause", {{"node", tail->cause}, {"op", tail->causeOperator}}},
            {"sections", std::move(sections)}};
}

int nodesOf(const ImportedGraph& imported)
{
    int nodes = 0;
    for (const auto& [op, count] : imported.operators) {
        nodes += count;
    }
    return nodes;
}

std::string describe(const ModelNetwork& model)
{
    const ImportedGraph& imported = model.imported;
    std::string text = phrase("{}: {} (node|nodes), opset {}, {} (parameter|parameters)\n", model.network.id(), nodesOf(imported),
                              imported.opset, groupedNumber(imported.parameters))
                           .message;
    const auto add = [&](const char* what, ValueId id) {
        const Value& value = imported.graph.value(id);
        text +=
            fmt::format("{:<7} {} {}\n", what, quotedName(value.name), value.type ? value.type->text() : "of an unknown type");
    };
    std::ranges::for_each(imported.graph.inputs, [&](ValueId id) { add("input", id); });
    if (!imported.tail) {
        std::ranges::for_each(imported.graph.outputs, [&](ValueId id) { add("output", id); });
    }
    for (const DynamicTail::Output& output : imported.tail ? imported.tail->outputs : std::vector<DynamicTail::Output>()) {
        if (output.isOfTail) {
            text += fmt::format("output  {} of a shape that depends on data\n", quotedName(output.name));
        } else {
            add("output", imported.graph.outputs[output.index]);
        }
    }
    Table operators({{"", "operator"}, {"", "nodes", "{}"}});
    for (const auto& [op, count] : imported.operators) {
        operators.add({op, count});
    }
    text += "\n" + operators.toText() + "\n";
    for (const PassReport& pass : model.passes) {
        text += fmt::format("{}: {}\n", pass.pass, pass.lines.size());
        for (const std::string& line : pass.lines) {
            text += "  " + line + "\n";
        }
    }
    return text + phrase("{} (kernel|kernels) of {} (node|nodes)\n\n", model.groups.size(), imported.graph.nodes.size()).message;
}

/// Nodes of a dynamic tail, and those of its sections.
std::string tailText(const DynamicTail& tail)
{
    int byDefinition = tail.nodes;
    std::string sections;
    for (const TailSection& section : tail.sections) {
        byDefinition -= static_cast<int>(section.nodes.size());
        std::string layers;
        for (const size_t layer : section.layers) {
            layers += (layers.empty() ? "" : ", ") + quotedName(nameOf(section.graph, section.graph.nodes[layer]));
        }
        sections +=
            phrase("{} (node|nodes) behind it (runs|run) on kernels, {}: {}\n", section.nodes.size(),
                   section.hasImages ? phrase("image by image") : phrase("{} (row|rows) at a time", section.rowsAtOnce()), layers)
                .message;
    }
    return phrase("{} (node runs by its definition|nodes run by their definitions), without kernels, because shapes from {} "
                  "on depend on data\n",
                  byDefinition, nodeText(tail.cause, tail.causeOperator))
               .message
         + sections;
}

/// Nodes that are unsupported or have no task.
std::string uncoveredText(const ModelNetwork& model, const ExtractedTasks& extracted)
{
    std::string text;
    for (const UnsupportedNode& node : model.imported.unsupported) {
        text += fmt::format("not supported: node {} ({}): {}\n", quotedName(node.node), node.op, node.why);
    }
    text += model.imported.tail ? tailText(*model.imported.tail) : std::string();
    for (const std::string& sentence : extracted.skipped) {
        text += "no task: " + sentence + "\n";
    }
    for (const std::string& sentence : extracted.onlyExtra) {
        text += "extra task: " + sentence + "\n";
    }
    if (!extracted.onlyExtra.empty()) {
        text += fmt::format("`tasks {} --extra` lists the extra tasks\n", model.network.id());
    }
    return text;
}

Result<Exit> import(const Output& output, const std::string& name, const TaskOptions& options)
{
    CodeWorker compiler;
    const auto shapes = TRY(readShapes(options, name));
    const auto target = TRY(readTarget(options.target, compiler));
    const auto model = TRY(openModelNetwork(name, shapes));
    const auto extracted = TRY(extractTasks(model.network, target));
    const auto tasks = TRY(listTasks(extracted, target));
    const ImportedGraph& imported = model.imported;
    return output.answer({{"network", model.network.id()},
                          {"opset", imported.opset},
                          {"nodes", nodesOf(imported)},
                          {"operators", imported.operators},
                          {"parameters", imported.parameters},
                          {"inputs", valuesJson(imported.graph, imported.graph.inputs)},
                          {"outputs", outputsJson(imported)},
                          {"unsupported", unsupportedJson(imported)},
                          {"dynamic", dynamicJson(imported)},
                          {"passes", passesJson(model.passes)},
                          {"kernels", model.groups.size()},
                          {"tasks", tasks.toJson()},
                          {"skipped", extracted.skipped},
                          {"only_extra", extracted.onlyExtra},
                          {"target", target.text},
                          {"flops_counted", "plain"}},
                         describe(model) + tasks.toText() + uncoveredText(model, extracted));
}

Result<Exit> check(const Output& output, const std::string& model, const std::string& folder, const CheckTolerance& tolerance)
{
    const auto checked = TRY(checkModel(model, folder, tolerance));
    const char* result = checked.verdict == ModelVerdict::Pass ? "pass"
                       : checked.verdict == ModelVerdict::Fail ? "fail"
                                                               : "unsupported";
    nlohmann::json answer{{"result", result}, {"message", checked.message}};
    std::string text = fmt::format("{}: {}\n", result, checked.message);
    for (const auto& [key, member] : {std::pair("error", &Difference::largest), std::pair("max_abs", &Difference::largest),
                                      std::pair("max_rel", &Difference::largestRelative), std::pair("rms", &Difference::rms)}) {
        answer[key] = checked.difference ? nlohmann::json((*checked.difference).*member) : nlohmann::json();
    }
    answer["quanta"] = checked.quanta ? nlohmann::json(*checked.quanta) : nlohmann::json();
    answer["quanta_allowed"] = tolerance.quanta;
    if (checked.difference) {
        text += fmt::format("max. absolute error {:.3g}, max. relative error {:.3g}, root mean square {:.3g}\n",
                            checked.difference->largest, checked.difference->largestRelative, checked.difference->rms);
    }
    if (checked.quanta) {
        text += fmt::format("quantized outputs: {:.3g} quanta, {} allowed\n", *checked.quanta, tolerance.quanta);
    }
    output.answer(answer, text);
    return checked.verdict == ModelVerdict::Pass ? Exit::Success
         : checked.verdict == ModelVerdict::Fail ? Exit::Failure
                                                 : kUnsupported;
}

} // namespace

void addNetworkCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* network = app.add_subcommand("network", "Work with whole networks");
    network->require_subcommand(1);

    whenChosen(*network->add_subcommand("list", "List the networks that ship with the program"), action,
               [&] { return listNetworks(output); });

    auto name = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    CLI::App* importing =
        network->add_subcommand("import", "Show a network as a graph: operators, changes made by passes, tuning tasks");
    importing->add_option("NETWORK", *name, "An .onnx file, or a bundled network that `network list` shows as a graph")
        ->required();
    addTargetOptions(*importing, *options);
    whenChosen(*importing, action, [=, &output] { return import(output, *name, *options); });

    addNetworkTune(*network, output, action);

    auto model = std::make_shared<std::string>();
    auto folder = std::make_shared<std::string>();
    CLI::App* checking = network->add_subcommand(
        "check", "Compute an ONNX model on its test data and compare; exit code 0: correct, 1: wrong, 3: not supported");
    checking->add_option("MODEL", *model, "ONNX file")->required();
    checking->add_option("FOLDER", *folder, "Folder with input_0.pb, … and output_0.pb, …")->required();
    auto tolerance = std::make_shared<CheckTolerance>();
    checking->add_option("--rtol", tolerance->relative, "Relative tolerance")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    checking
        ->add_option(
            "--atol", tolerance->absolute,
            "Absolute tolerance; without it, what rounding explains for the scale of the output and the length of its sums")
        ->check(CLI::NonNegativeNumber);
    constexpr int kMostQuanta = 255;
    checking
        ->add_option("--quanta", tolerance->quanta,
                     "How many steps of its scale an element of a quantized output may be off; 0: the tolerances alone")
        ->capture_default_str()
        ->check(between(0, kMostQuanta));
    whenChosen(*checking, action, [=, &output] { return check(output, *model, *folder, *tolerance); });

    addNetworkRunCommands(*network, output, action);
    addNetworkPrecisions(*network, output, action);
    addNetworkLayoutCommand(*network, output, action);
    addNetworkWhatIfCommand(*network, output, action);
}

} // namespace knobscope::cli
