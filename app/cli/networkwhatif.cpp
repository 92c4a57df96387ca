// SPDX-License-Identifier: GPL-3.0-or-later
// Fuses two layers into one kernel: tunes it with the first layer computed before and inside the second, and compares them.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include "core/lower/footprint.h"
#include "core/network/layerpairs.h"
#include "core/network/modelfile.h"
#include "core/tuning/bestconfigs.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

struct WhatIfArguments {
    std::string network, node, project;
    TaskOptions options;
    RunOptions run;
    MeasureOptions measuring;
};

Result<std::vector<LayerPair>> pairsOf(const WhatIfArguments& a)
{
    const auto shapes = TRY(readShapes(a.options, a.network));
    const auto model = TRY(openModelNetwork(a.network, shapes));
    auto pairs = layerPairs(model.imported.graph, model.groups);
    if (pairs.empty()) {
        return fail(ErrorCode::NotFound, "{} has no two convolutions of which only the second reads the first one's output",
                    a.network);
    }
    return pairs;
}

Exit listPairs(const Output& output, const WhatIfArguments& a, const std::vector<LayerPair>& pairs)
{
    Table table =
        Table(
            {{"first", "first"}, {"second", "second"}, {"shape", "shapes"}, {"middle_bytes", "MB between them", "{:.2f}", 1e-6}})
            .withIds({"task"});
    for (const LayerPair& pair : pairs) {
        nlohmann::json task = pair.args;
        task.insert(task.begin(), pair.task);
        table.add(
            {{pair.first, quotedName(pair.first)}, {pair.second, quotedName(pair.second)}, pair.shape, pair.middleBytes, task});
    }
    return output.answer("pairs", table, {{"network", a.network}});
}

/// A compute position of the first layer, and its best config.
struct Place {
    std::string name;
    ConfigEntity entity;
    MeasureResult result;
    double recomputed = 0; ///< operations of its nest relative to those of the same tiles without fusion; 0: unknown
};

/// One run per position, with the same number of trials each.
Result<std::vector<LoopTask>> runsOf(const WhatIfArguments& a, const LayerPair& pair, const Target& target)
{
    std::vector<LoopTask> runs;
    for (size_t place = 0; place < middlePlaces().size(); ++place) {
        const auto edit = TRY(parseEdit(fmt::format("{}={}", kMiddleKnob, place)));
        auto task = TRY(makeTask(pair.task, pair.args, target, {&edit, 1}));
        RunOptions run = a.run;
        run.trials = std::max<int64_t>(1, run.trials / static_cast<int64_t>(middlePlaces().size()));
        runs.push_back({std::move(task),
                        fmt::format("{}: {} + {}, {}", a.network, pair.first, pair.second, middlePlaces()[place]),
                        std::move(run),
                        {},
                        0});
    }
    return runs;
}

double recomputationFactor(const Task& task, ConfigEntity entity)
{
    const auto nest = lowerConfig(task, entity);
    for (auto& [knob, value] : entity.values) {
        value = knob == kMiddleKnob ? KnobValue(OtherEntity{int64_t{0}}) : value;
    }
    const auto separate = lowerConfig(task, entity);
    const double least = separate ? footprintOf(*separate, 0).flops : 0;
    return nest && least > 0 ? footprintOf(*nest, 0).flops / least : 0;
}

/// The best config of each position in the project.
Result<std::vector<Place>> bestOf(const WhatIfArguments& a, const Task& task)
{
    auto project = TRY(Project::open(a.project, Project::Mode::ReadOnly));
    const auto configs = TRY(bestConfigs(project, task.target, a.measuring.threads, 1));
    std::vector<Place> places;
    for (size_t place = 0; place < middlePlaces().size(); ++place) {
        const auto isHere = [&](const RecordedConfig& one) {
            const auto& values = one.entity.values;
            const auto knob = std::ranges::find(values, kMiddleKnob, [](const auto& value) { return value.first; });
            return one.task == task.name && one.args == task.args && knob != values.end()
                && knob->second == KnobValue(OtherEntity{static_cast<int64_t>(place)});
        };
        const auto fastest = std::ranges::min_element(
            configs, {}, [&](const RecordedConfig& one) { return isHere(one) ? one.seconds : HUGE_VAL; });
        if (fastest != configs.end() && isHere(*fastest)) {
            places.push_back({middlePlaces()[place], fastest->entity, {}, recomputationFactor(task, fastest->entity)});
        }
    }
    return places;
}

/// Checks the configs and times them in turn. Returns what disturbed the measurement; empty: nothing.
Result<Sentence> timeAlternately(const Output& output, const WhatIfArguments& a, const Task& task, std::vector<Place>& places)
{
    auto measurer = TRY(makeMeasurer(task.target, a.measuring));
    TRY(measurer->accepts(task));
    Sentence disturbed = warnIfDisturbed(output, *measurer);
    measurer->beginRun(task, {});
    std::vector<MeasureInput> inputs;
    for (const Place& place : places) {
        inputs.push_back({taskToJson(task), place.entity});
    }
    const std::vector<MeasureResult> results = measurer->compare(inputs);
    disturbed = disturbed.empty() ? measurer->otherMeasurerWarning() : disturbed;
    measurer->stop();
    for (size_t i = 0; i < results.size(); ++i) {
        if (results[i].infrastructureFailed) {
            return fail(ErrorCode::Io, "{}", results[i].why);
        }
        places[i].result = results[i];
    }
    return disturbed;
}

Exit show(const Output& output, const WhatIfArguments& a, const LayerPair& pair, const std::vector<Place>& places,
          const Sentence& disturbed)
{
    const auto secondsOf = [](const Place& place) {
        return place.result.error == MeasureError::None ? place.result.meanCost() : 0;
    };
    const auto separate = std::ranges::find(places, "apart", &Place::name);
    const double before = separate == places.end() ? 0 : secondsOf(*separate);
    const Place* best = nullptr;
    Table table = Table({{"middle_at", "the first is computed"},
                         {"milliseconds", "ms", "{:.4f}"},
                         {"times_as_fast", "times as fast as separately", "{:.3f}"},
                         {"operations", "operations", "x {:.2f}"},
                         {"message", "result"}})
                      .withIds({"entity"});
    for (const Place& place : places) {
        const double seconds = secondsOf(place);
        const bool isSeparate = place.name == "apart";
        best = !isSeparate && seconds > 0 && (!best || seconds < secondsOf(*best)) ? &place : best;
        table.add({TableCell(place.name, isSeparate ? "before the second" : "for each " + place.name + " of the second"),
                   seconds > 0 ? nlohmann::json(seconds * 1e3) : nlohmann::json(), seconds > 0 ? before / seconds : 0.0,
                   place.recomputed, TableCell(place.result.why.message, seconds > 0 ? "correct" : place.result.why.message),
                   entityToJson(place.entity)});
    }
    const double gain = best && before > 0 ? before / secondsOf(*best) : 0;
    output.answer(
        {{"network", a.network},
         {"first", pair.first},
         {"second", pair.second},
         {"middle_bytes", pair.middleBytes},
         {"threads", a.measuring.threads},
         {"places", table.toJson()},
         {"disturbed", sentenceOrNull(disturbed)},
         {"best_times_as_fast", gain}},
        table.toText() + disturbedText(disturbed)
            + (gain <= 0
                   ? "nothing to compare\n"
                   : fmt::format("{} and {} in one kernel: {:.3f} times as fast as one after the other; {:.2f} MB between them "
                                 "{} go through memory\n",
                                 pair.first, pair.second, gain, static_cast<double>(pair.middleBytes) / 1e6,
                                 gain > 1 ? "need not" : "should")));
    return gain > 0 ? Exit::Success : Exit::Failure;
}

Result<Exit> whatIf(const Output& output, WhatIfArguments a)
{
    const auto pairs = TRY(pairsOf(a));
    if (a.node.empty()) {
        return listPairs(output, a, pairs);
    }
    const auto pair = std::ranges::find(pairs, a.node, &LayerPair::first);
    if (pair == pairs.end()) {
        return fail(ErrorCode::NotFound, "'{}' is not the first layer of such a pair; `network whatif {}` lists the pairs",
                    a.node, a.network);
    }
    if (a.project.empty()) {
        return fail(ErrorCode::InvalidArgument, "Measurements are kept in a project; name one with --project FILE");
    }
    std::optional<CodeWorker> compiler(std::in_place); // ends before anything is timed
    const auto target = TRY(readTarget(a.options.target, *compiler));
    const auto task = TRY(makeTask(pair->task, pair->args, target));
    auto runs = TRY(runsOf(a, *pair, target));
    compiler.reset();
    TRY(checkMeasuring(output, target, a.measuring));
    const auto kept = TRY(tuneAndStore(output, std::move(runs), a.measuring, a.project));
    if (kept.signal != 0) {
        output.failure({ErrorCode::Timeout,
                        phrase("Stopped before the variants were timed against each other; existing measurements are kept in {}",
                               a.project)});
        return exitOfSignal(kept.signal);
    }
    auto places = TRY(bestOf(a, task));
    const Sentence disturbed = TRY(timeAlternately(output, a, task, places));
    return show(output, a, *pair, places, kept.disturbed.empty() ? disturbed : kept.disturbed);
}

} // namespace

void addNetworkWhatIfCommand(CLI::App& network, const Output& output, Action& action)
{
    auto a = std::make_shared<WhatIfArguments>();
    CLI::App* command = network.add_subcommand("whatif", "Find out if two consecutive layers are faster as one kernel");
    command->add_option("NETWORK", a->network, "Bundled network or .onnx file")->required();
    command->add_option("NODE", a->node, "First layer's node (default: list the possible pairs)");
    command
        ->add_option("--trials", a->run.trials,
                     "Configs to measure, a quarter for each place where the first layer can be computed (default: 128)")
        ->check(between(4, 1'000'000));
    command->add_option("--project", a->project, "Keep the measurements in this *.knobscope file");
    command->add_option("--tuner", a->run.tuner, "Tuner name (list: `knobscope-cli tuners`)");
    command->add_option("--seed", a->run.seed, "Random seed of the tuner and the inputs");
    addTargetOptions(*command, a->options);
    command->get_option("--target")->description(kCpuTargetHelp);
    addMeasureFlags(*command, a->measuring);
    whenChosen(*command, action, [=, &output] {
        a->measuring.seed = a->run.seed;
        return whatIf(output, *a);
    });
}

} // namespace knobscope::cli
