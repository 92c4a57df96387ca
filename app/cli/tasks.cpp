// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/inspect.h"
#include "app/cli/taskargument.h"

#include "core/ir/printer.h"
#include "core/network/extract.h"
#include "core/template/template.h"
#include "core/worker/kernelcounts.h"

#include <CLI/CLI.hpp>

#include <ranges>

namespace knobscope::cli {

Result<Table> listTasks(const ExtractedTasks& extracted, const Target& target)
{
    Table table = Table({{"id", "id"},
                         {"task", "template"},
                         {"shape", "shape"},
                         {"count", "layers", "{}"},
                         {"gflops", "GFLOPs (2*MAC)", "{:.3f}"},
                         {"autotvm_gflops", "(AutoTVM)", "{:.3f}"},
                         {"len", "configs", "{}"}})
                      .withIds({"args", "extra", "alternative_to"});
    for (const NetworkTask& item : extracted.tasks) {
        const auto task = TRY(makeTask(item.task, item.args, target));
        table.add({item.id, item.task, item.shape, item.count, item.plainFlops / 1e9, task.autotvmFlops / 1e9,
                   task.space.rangeLength(), item.args, item.isExtra,
                   item.isExtra ? TableCell(withoutTemplate(item.id)) : TableCell()});
    }
    return table;
}

namespace {

Result<Exit> networkTasks(const Output& output, const std::string& name, const TaskOptions& options, bool extra)
{
    CodeWorker compiler;
    const auto target = TRY(readTarget(options.target, compiler));
    const auto network = TRY(networkOf(name, options));
    const auto extracted = TRY(extractTasks(network, target, extra ? TaskChoice::WithExtra : TaskChoice::AutoTvm));
    const auto list = TRY(listTasks(extracted, target));
    for (const auto* sentences : {&extracted.skipped, &extracted.onlyExtra}) {
        for (const std::string& sentence : *sentences) {
            output.note(sentence);
        }
    }
    return output.answer("tasks", list, {{"target", target.text}, {"flops_counted", "plain"}});
}

/// Shows one task, given as a TASK, and with --extra its alternatives that compute the same.
Result<Exit> oneTask(const Output& output, const std::string& argument, const TaskOptions& options, bool extra)
{
    CodeWorker compiler;
    std::vector<std::string> all{argument};
    if (extra) {
        const auto alternatives = TRY(readAlternatives(argument, options, compiler));
        all.insert(all.end(), alternatives.begin(), alternatives.end());
    }
    const auto autotvm = TRY(readAutotvmTask(argument, options, compiler));
    Table table = Table({{"task", "template"}, {"len", "configs", "{}"}, {"extra", "origin"}})
                      .withIds({"args", "gflops", "autotvm_gflops", "alternative_to"});
    std::string target;
    for (const std::string& one : all) {
        const auto task = TRY(readTask(one, options, compiler));
        const auto made = findTemplate(task.name);
        const bool isExtra = made && (*made)->isExtra;
        table.add({task.name, task.space.rangeLength(), TableCell(isExtra, isExtra ? "extra" : "AutoTVM"), task.args,
                   task.plainFlops / 1e9, task.autotvmFlops / 1e9, isExtra && autotvm ? TableCell(*autotvm) : TableCell()});
        target = task.target.text;
    }
    return output.answer("tasks", table, {{"target", target}, {"flops_counted", "plain"}});
}

/// LLVM's estimate of the innermost loop, with the load of each port.
Result<Answer> inspectLoop(const KernelCode& code)
{
    const LevelText& assembly = code.level(CodeLevel::Assembly);
    if (code.loop.cycles <= 0) {
        return fail(ErrorCode::Unsupported, "{}", assembly.problem.empty() ? code.loopProblem : assembly.problem);
    }
    std::string text = fmt::format("{}.\n{} instructions, {:.1f} micro-operations, in lines {} to {} of --show asm.\n\n",
                                   estimateSentence(code.loop), code.loop.instructions, code.loop.operations,
                                   code.assembly.innermostFirst, code.assembly.innermostLast);
    for (const PortLoad& port : code.loop.ports) {
        text += fmt::format("{:<24} {:6.2f} cycles {:5.0f} %\n", port.name, port.cycles, 100 * port.cycles / code.loop.cycles);
    }
    nlohmann::json json = code.loop;
    json["first_line"] = code.assembly.innermostFirst;
    json["last_line"] = code.assembly.innermostLast;
    return Answer{{{"mca", std::move(json)}}, std::move(text)};
}

/// Events counted while the config's kernel runs.
Result<Answer> inspectCounters(const Task& task, const ConfigEntity& entity)
{
    const auto counts = TRY(countKernel(task, entity));
    std::string text =
        phrase("Mean of {} (call|calls) of {:.4f} ms on one thread.\n\n", counts.calls, counts.seconds * 1e3).message;
    nlohmann::json events = nlohmann::json::array();
    for (const EventCount& event : counts.events) {
        events.push_back({{"name", event.name}, {"count", event.count}, {"share", event.share}});
    }
    for (const Figure& figure : countFigures(counts)) {
        text += fmt::format("{:<20} {}\n", figure.name.message, figure.value.message);
    }
    return Answer{{{"counters",
                    {{"calls", counts.calls},
                     {"milliseconds", counts.seconds * 1e3},
                     {"events", std::move(events)},
                     {"problem", sentenceOrNull(counts.problem)}}}},
                  std::move(text)};
}

/// Output of --show beyond knobs: text, and members of the document.
Result<Answer> inspectCode(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler)
{
    if (show == "counters") {
        return inspectCounters(task, entity);
    }
    if (task.isGpu || isDeviceLevel(show)) {
        return inspectDevice(task, entity, show, compiler);
    }
    const auto nest = TRY(lowerConfig(task, entity));
    if (show == "loops") {
        return Answer{{{"lines", provenance(ir::print(nest), nest.provenance)}}, ir::text(nest)};
    }
    if (show == "mca") {
        return inspectLoop(compiler.code(task, entity));
    }
    const auto code = TRY(compiler.text(task, entity, show == "asm" ? CodeLevel::Assembly : CodeLevel::Llvm));
    return Answer{nlohmann::json::object(), code.joined()};
}

struct ConfigArguments {
    std::string task;
    TaskOptions options;
    int64_t index = 0;
    std::string show = "knobs";
    std::string features = "itervar";
    std::string project;
    int threads = 1;
};

Result<Exit> config(const Output& output, const ConfigArguments& a)
{
    CodeWorker compiler;
    const std::string& show = a.show;
    const auto task = TRY(readTask(a.task, a.options, compiler));
    const auto entity = TRY(task.space.at(a.index));
    nlohmann::json values = nlohmann::json::object();
    std::string text;
    for (const auto& [name, value] : entity.values) {
        values[name] = valueToJson(value);
        text += fmt::format("{:<24} {}\n", name, valueText(value));
    }
    nlohmann::json document{
        {"index", a.index}, {"entity", values}, {"entity_repr", entityText(entity)}, {"show", show}, {"task", task.name}};
    if (show == "schedule") {
        const auto schedule = TRY(scheduleConfig(task, entity));
        text = schedule.text();
    } else if (show == "steps" || show == "figures" || show == "findings" || show == "features") {
        auto inspection = TRY(show == "steps"      ? inspectSteps(task, entity)
                              : show == "figures"  ? inspectFigures(task, entity)
                              : show == "findings" ? inspectFindings(task, a.index, a.project, a.threads)
                                                   : inspectFeatures(task, entity, a.features));
        if (show == "features") {
            document["kind"] = a.features;
        }
        document[show] = std::move(inspection.json);
        text = std::move(inspection.text);
    } else if (show != "knobs") {
        auto inspection = TRY(inspectCode(task, entity, show, compiler));
        document.update(inspection.json);
        text = std::move(inspection.text);
        for (const std::string& note : inspection.notes | std::views::reverse) {
            output.note(note);
            if (!output.isJson() && (show == "cuda" || show == "ptx")) {
                text.insert(0, "// " + note + "\n");
            }
        }
    }
    document["text"] = text;
    return output.answer(document, text);
}

} // namespace

void addTaskCommands(CLI::App& app, const Output& output, Action& action)
{
    auto name = std::make_shared<std::string>();
    auto listed = std::make_shared<TaskOptions>();
    CLI::App* list = app.add_subcommand("tasks", "List the tuning tasks of a network");
    list->add_option("NETWORK", *name,
                     "Network, NETWORK/FORM (see networks), or ONNX file; or one TASK: NETWORK:N or a workload as JSON")
        ->required();
    addTargetOptions(*list, *listed);
    auto extra = std::make_shared<bool>(false);
    list->add_flag("--extra", *extra, "Also list the tasks of templates that AutoTVM does not have, as NETWORK:N/TEMPLATE");
    whenChosen(*list, action, [=, &output] {
        const bool isTask =
            isScheduleFile(*name) || (!name->ends_with(".onnx") && name->find_first_of("[:") != std::string::npos);
        return (isTask ? oneTask : networkTasks)(output, *name, *listed, *extra);
    });

    auto a = std::make_shared<ConfigArguments>();
    CLI::App* inspect =
        app.add_subcommand("config", "Show one config of a task: its knobs, derived figures, schedule, loop nest or code");
    inspect->add_option("TASK", a->task, kTaskForms)->required();
    inspect->add_option("INDEX", a->index, "Number of the config in the space")->required()->check(isConfigNumber);
    inspect
        ->add_option(
            "--show", a->show,
            "knobs, figures, findings, features, schedule, steps or loops; llvm, asm, mca (llvm-mca's estimate of the "
            "innermost loop) or counters (hardware events of its calls) of CPU tasks; cuda, ptx or sass-info of GPU tasks")
        ->check(CLI::IsMember({"knobs", "figures", "findings", "features", "schedule", "steps", "loops", "llvm", "asm", "mca",
                               "counters", "cuda", "ptx", "sass-info"}));
    inspect->add_option("--compiler", "PTX compiler: nvrtc, the only one; older commands also name auto")
        ->check(
            [](const std::string& name) { return std::string(name == "llvm" ? "LLVM no longer writes PTX; NVRTC does" : ""); })
        ->check(CLI::IsMember({"auto", "nvrtc"}));
    inspect->add_option("--features", a->features, "With --show features: knob, itervar, curve (AutoTVM's) or value")
        ->check(CLI::IsMember({"knob", "itervar", "curve", "value"}));
    inspect->add_option("--project", a->project, "With --show findings: project whose trials of this task replace estimates");
    inspect->add_option("--threads", a->threads, "With --show findings: cores that the kernel runs on")->check(between(1, 1024));
    addTaskOptions(*inspect, a->options);
    whenChosen(*inspect, action, [=, &output] { return config(output, *a); });
}

} // namespace knobscope::cli
