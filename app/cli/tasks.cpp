// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/inspect.h"
#include "app/cli/measureflags.h"
#include "app/cli/modeloptions.h"
#include "app/cli/taskargument.h"
#include "app/cli/tasklist.h"

#include "core/ir/printer.h"
#include "core/network/extract.h"
#include "core/template/template.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

Exit networkTasks(const Output& output, const std::string& name, const TaskOptions& options, bool extra)
{
    CodeWorker compiler;
    const auto target = readTarget(options.target, compiler);
    const auto networks = networksOf(name, options);
    if (!target || !networks) {
        return output.failure(target ? networks.error() : target.error());
    }
    const auto network = findNetwork(*networks, name);
    if (!network) {
        return output.failure(network.error());
    }
    const auto extracted = extractTasks(*network, *target, extra ? TaskChoice::WithExtra : TaskChoice::AutoTvm);
    if (!extracted) {
        return output.failure(extracted.error());
    }
    const auto list = listTasks(*extracted, *target);
    if (!list) {
        return output.failure(list.error());
    }
    for (const std::string& sentence : extracted->skipped) {
        output.note(sentence);
    }
    output.isJson() ? output.document({{"tasks", list->json}, {"target", target->text}, {"flops_counted", "plain"}})
                    : output.text(list->text);
    return Exit::Success;
}

/// One task, given as a TASK, and with --extra what else computes the same.
Exit oneTask(const Output& output, const std::string& argument, const TaskOptions& options, bool extra)
{
    CodeWorker compiler;
    const auto alternatives = extra ? readAlternatives(argument, options, compiler) : std::vector<std::string>{};
    if (!alternatives) {
        return output.failure(alternatives.error());
    }
    const auto autotvm = readAutotvmTask(argument, options, compiler);
    if (!autotvm) {
        return output.failure(autotvm.error());
    }
    std::vector<std::string> all{argument};
    all.insert(all.end(), alternatives->begin(), alternatives->end());
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"template", "configs", ""}, {false, true, false});
    std::string target;
    for (const std::string& one : all) {
        const auto task = readTask(one, options, compiler);
        if (!task) {
            return output.failure(task.error());
        }
        const auto made = findTemplate(task->name);
        const bool isExtra = made && (*made)->isExtra;
        list.push_back({{"task", task->name},
                        {"args", task->args},
                        {"len", task->space.rangeLength()},
                        {"extra", isExtra},
                        {"gflops", task->plainFlops / 1e9},
                        {"autotvm_gflops", task->autotvmFlops / 1e9}});
        if (isExtra && *autotvm) {
            list.back()["alternative_to"] = **autotvm;
        }
        table.add({task->name, std::to_string(task->space.rangeLength()), isExtra ? "alternative, not AutoTVM's" : ""});
        target = task->target.text;
    }
    output.isJson() ? output.document({{"tasks", list}, {"target", target}, {"flops_counted", "plain"}})
                    : output.text(table.text());
    return Exit::Success;
}

/// What --show asks for beyond knobs: text, and members of the document.
Result<Inspection> inspectCode(const Task& task, const ConfigEntity& entity, const std::string& show, DeviceCompiler by,
                               CodeWorker& compiler)
{
    if (task.isGpu || isDeviceLevel(show)) {
        return inspectDevice(task, entity, show, by, compiler);
    }
    const auto nest = TRY(lowerConfig(task, entity));
    if (show == "loops") {
        return Inspection{{{"lines", provenance(ir::print(nest), nest.provenance)}}, ir::text(nest)};
    }
    const auto code = TRY(compiler.text(task, entity, show == "asm" ? CodeLevel::Assembly : CodeLevel::Llvm));
    return Inspection{nlohmann::json::object(), code.joined()};
}

Exit config(const Output& output, const std::string& argument, const TaskOptions& options, int64_t index, const std::string& show,
            const std::string& compilerName, const std::string& kind)
{
    CodeWorker compiler;
    const auto task = readTask(argument, options, compiler);
    const auto by = parseDeviceCompiler(compilerName);
    if (!task || !by) {
        return output.failure(task ? by.error() : task.error());
    }
    const auto entity = task->space.at(index);
    if (!entity) {
        return output.failure(entity.error());
    }
    nlohmann::json values = nlohmann::json::object();
    std::string text;
    for (const auto& [name, value] : entity->values) {
        values[name] = valueToJson(value);
        text += fmt::format("{:<24} {}\n", name, valueText(value));
    }
    nlohmann::json document{
        {"index", index}, {"entity", values}, {"entity_repr", entityText(*entity)}, {"show", show}, {"task", task->name}};
    if (show == "schedule") {
        const auto schedule = scheduleConfig(*task, *entity);
        if (!schedule) {
            return output.failure(schedule.error());
        }
        text = schedule->text();
    } else if (show == "steps" || show == "figures") {
        const auto inspection = show == "steps" ? inspectSteps(*task, *entity) : inspectFigures(*task, *entity);
        if (!inspection) {
            return output.failure(inspection.error());
        }
        document[show] = inspection->json;
        text = inspection->text;
    } else if (show == "features") {
        const auto inspection = inspectFeatures(*task, *entity, kind);
        if (!inspection) {
            return output.failure(inspection.error());
        }
        document["kind"] = kind;
        document["features"] = inspection->json;
        text = inspection->text;
    } else if (show != "knobs") {
        const auto inspection = inspectCode(*task, *entity, show, *by, compiler);
        if (!inspection) {
            return output.failure(inspection.error());
        }
        document.update(inspection->json);
        text = inspection->text;
        for (auto note = inspection->notes.rbegin(); note != inspection->notes.rend(); ++note) {
            output.note(*note);
            if (!output.isJson() && (show == "cuda" || show == "ptx")) {
                text.insert(0, "// " + *note + "\n");
            }
        }
    }
    document["text"] = text;
    output.isJson() ? output.document(document) : output.text(text);
    return Exit::Success;
}

} // namespace

void addTaskCommands(CLI::App& app, const Output& output, Action& action)
{
    auto name = std::make_shared<std::string>();
    auto listed = std::make_shared<TaskOptions>();
    CLI::App* list = app.add_subcommand("tasks", "The tuning tasks of a network");
    list->add_option("NETWORK", *name,
                     "Its name, or NAME/FORM (see networks), or an ONNX file; or one TASK: NETWORK:N or a workload as JSON")
        ->required();
    addShapeOption(*list, listed->shapes);
    list->add_option("--target", listed->target, "\"llvm -mcpu=…\", \"cuda\", … (default: this machine's CPU)");
    auto extra = std::make_shared<bool>(false);
    list->add_flag("--extra", *extra, "Also the tasks of templates that AutoTVM does not have, as NETWORK:N/TEMPLATE");
    list->callback([=, &output, &action] {
        const bool isTask = !name->ends_with(".onnx") && name->find_first_of("[:") != std::string::npos;
        action = [=, &output] { return (isTask ? oneTask : networkTasks)(output, *name, *listed, *extra); };
    });

    auto argument = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    auto index = std::make_shared<int64_t>(0);
    auto show = std::make_shared<std::string>("knobs");
    CLI::App* inspect =
        app.add_subcommand("config", "One config of a task: its knobs, derived figures, schedule, loop nest or code");
    inspect->add_option("TASK", *argument, "NETWORK:N, NETWORK:N/TEMPLATE, or an AutoTVM workload as JSON")->required();
    inspect->add_option("INDEX", *index, "Number of the config in the space")->required()->check(isConfigNumber);
    inspect
        ->add_option(
            "--show", *show,
            "knobs, figures, features, schedule, steps or loops; llvm or asm of CPU tasks; cuda, ptx or sass-info of GPU tasks")
        ->check(CLI::IsMember(
            {"knobs", "figures", "features", "schedule", "steps", "loops", "llvm", "asm", "cuda", "ptx", "sass-info"}));
    auto compiler = std::make_shared<std::string>("auto");
    inspect->add_option("--compiler", *compiler, "Who makes PTX: nvrtc, llvm or auto (NVRTC where it is installed)")
        ->check(CLI::IsMember({"auto", "nvrtc", "llvm"}));
    auto kind = std::make_shared<std::string>("itervar");
    inspect->add_option("--features", *kind, "With --show features: knob, itervar, curve (AutoTVM's) or value")
        ->check(CLI::IsMember({"knob", "itervar", "curve", "value"}));
    inspect->add_option("--edit", options->edits, "A change of the space, e.g. 'tile_n-=8'")->take_all()->allow_extra_args(false);
    addShapeOption(*inspect, options->shapes);
    inspect->add_option("--target", options->target, "What to compile for (default: this machine's CPU)");
    inspect->callback([=, &output, &action] {
        action = [=, &output] { return config(output, *argument, *options, *index, *show, *compiler, *kind); };
    });
}

} // namespace knobscope::cli
