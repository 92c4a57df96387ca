// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/precisioncomparison.h"

#include "core/base/statistics.h"
#include "core/graph/graph.h"
#include "core/network/modelfile.h"
#include "core/target/machineprofile.h"
#include "core/tuning/stepcomparison.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr double kPairSeconds = 3;
constexpr int kRunsOfComparison = 50; // from which on a comparison takes its whole time

Result<OpenNetwork> openChecked(const WholeNetwork& network, const std::string& project, const PrecisionQuestion& question,
                                const std::function<void(const Sentence&)>& onMessage, const std::atomic<bool>* stop)
{
    const std::string name(nameOf(network.precision.precision));
    onMessage(phrase("Compiling the network in {}", name));
    auto open = TRY(openNetwork(network, project, question.options, onMessage, stop));
    if (question.options.checks) {
        onMessage(phrase("Checking the result in {}; this may take a while", name));
        TRY(checkCorrect(TRY(open.runner.check(stop, &open.reference))));
    }
    return open;
}

/// The network in another precision, opened and compared; fails if there is no result.
Result<OpenNetwork> openState(const WholeNetwork& float32, const NetworkOpening& asFloat32, const std::string& project,
                              const PrecisionQuestion& question, PrecisionState& state,
                              const std::function<void(const Sentence&)>& onMessage, const std::atomic<bool>* stop)
{
    WholeNetwork other = float32;
    other.held.clear(); // layouts of float32's kernels
    other.fingerprint.clear();
    TRY(setPrecision(other, state.precision, onMessage, stop));
    auto open = TRY(openChecked(other, project, question, onMessage, stop));
    onMessage(phrase("Comparing {} with float32", std::string(nameOf(state.precision))));
    const double share = std::min(1.0, static_cast<double>(question.runs) / kRunsOfComparison);
    state.against = TRY(compareWithFloat32(open, asFloat32, kPairSeconds * share, stop));
    state.seconds = state.against->times.afterSeconds;
    state.report = open.report;
    return open;
}

bool isStopped(const std::atomic<bool>* stop)
{
    return stop && stop->load();
}

} // namespace

Sentence inputsSentence(const RunInputs& inputs)
{
    return !inputs.folder.empty() ? phrase("the inputs in {}", inputs.folder)
         : inputs.range           ? phrase("random inputs from {:g} to {:g}", (*inputs.range)[0], (*inputs.range)[1])
                                  : phrase("random inputs of mean 0 and deviation 1");
}

Result<void> setPrecision(WholeNetwork& network, Precision precision, const std::function<void(const Sentence&)>& onMessage,
                          const std::atomic<bool>* stop)
{
    network.precision = {precision, {}};
    if (precision != Precision::Int8) {
        return {};
    }
    ImportOptions shapes;
    shapes.shapes.insert(network.shapes.begin(), network.shapes.end());
    const auto model = TRY(openModelNetwork(network.network, shapes));
    const Graph& graph = model.imported.graph;
    const auto sets = TRY(inputSets(graph, network.inputs));
    onMessage(phrase("Finding the ranges of {} (value|values) on {} ({} (set|sets)); this may take a while",
                     valuesToQuantize(graph).size(), inputsSentence(network.inputs), sets.size()));
    network.precision.ranges = TRY(rangesOf(graph, sets, stop));
    return {};
}

Result<AgainstFloat32> compareWithFloat32(OpenNetwork& network, NetworkOpening float32, double seconds,
                                          const std::atomic<bool>* stop)
{
    float32.precision = {};
    float32.slot = 1;
    TRY(network.runner.open(float32, stop));
    const auto error = TRY(network.runner.precisionError(stop));
    return AgainstFloat32{error, comparisonOf(TRY(network.runner.timePairs(seconds, stop)))};
}

Result<PrecisionComparison> comparePrecisions(const WholeNetwork& network, const std::string& project,
                                              const PrecisionQuestion& question,
                                              const std::function<void(const Sentence&)>& onMessage,
                                              const std::atomic<bool>* stop)
{
    WholeNetwork float32 = network;
    float32.precision = {};
    PrecisionComparison comparison{unixTime(), thisMachine().cpu, network.threads, {}, inputsSentence(network.inputs), {}, {}};
    std::vector<OpenNetwork> open;
    open.push_back(TRY(openChecked(float32, project, question, onMessage, stop)));
    comparison.fingerprint = open[0].fingerprint;
    comparison.states.push_back({Precision::Float32, {}, open[0].report});
    const auto onNews = [&](const Sentence& sentence) {
        if (sentence.message != open[0].disturbed.message) { // reported already
            onMessage(sentence);
        }
    };
    for (const Precision precision : question.others) {
        PrecisionState state{precision, {}};
        auto opened = openState(float32, open[0].opening, project, question, state, onNews, stop);
        if (isStopped(stop)) {
            return fail(ErrorCode::Timeout, "The comparison of precisions was stopped");
        }
        if (opened) {
            open.push_back(std::move(*opened));
        } else {
            state = {precision, opened.error()};
        }
        comparison.states.push_back(std::move(state));
    }
    onMessage(phrase("Timing the steps in turn"));
    std::vector<NetworkRunner*> runners;
    for (OpenNetwork& one : open) {
        runners.push_back(&one.runner);
    }
    auto steps = TRY(profileInTurn(runners, question.runs, stop));
    size_t next = 0;
    std::vector<double> asFloat32;
    for (PrecisionState& state : comparison.states) {
        if (state.trouble.empty()) {
            state.stepSeconds = std::move(steps[next++]);
        }
        if (state.against) {
            asFloat32.push_back(state.against->times.beforeSeconds);
        }
    }
    // As measured in turn with the others, if there are any.
    comparison.states[0].seconds =
        asFloat32.empty() ? timeOf(TRY(timeWarm(open[0].runner, question.runs, stop))).seconds : median(asFloat32);
    recheckLoad(open[0]);
    comparison.disturbed = open[0].disturbed;
    return comparison;
}

namespace {

std::string columnOf(const PrecisionState& state, const char* figure)
{
    return fmt::format("{}_{}", nameOf(state.precision), figure);
}

std::vector<const PrecisionState*> statesWithFigures(const PrecisionComparison& comparison)
{
    std::vector<const PrecisionState*> states;
    for (const PrecisionState& state : comparison.states) {
        if (state.trouble.empty()) {
            states.push_back(&state);
        }
    }
    return states;
}

} // namespace

Table precisionTable(const PrecisionComparison& comparison)
{
    Table table({{"name", "precision"},
                 {"milliseconds", "ms", "{:.3f}"},
                 {"change", "change of the time"},
                 {"max_abs", "max. error", "{:.3g}"},
                 {"max_rel", "max. relative error", "{:.3g}"},
                 {"rms", "root mean square", "{:.3g}"},
                 {"top1", "same largest output"},
                 {"low"},
                 {"high"},
                 {"trouble"}});
    for (const PrecisionState& state : comparison.states) {
        const std::string name(nameOf(state.precision));
        if (!state.against) {
            const bool isKnown = state.trouble.empty();
            table.add({name,
                       isKnown ? TableCell(state.seconds * 1e3) : TableCell(),
                       {},
                       {},
                       {},
                       {},
                       {},
                       {},
                       {},
                       isKnown ? TableCell() : TableCell(state.trouble.message)});
            continue;
        }
        const PrecisionError& error = state.against->error;
        const NetworkComparison& times = state.against->times;
        table.add({name,
                   state.seconds * 1e3,
                   TableCell(times.change, changeText(times)),
                   error.largest,
                   error.largestRelative,
                   error.rms,
                   error.rows > 0 ? TableCell(nlohmann::json{{"agreeing", error.agreeing}, {"rows", error.rows}},
                                              phrase("{} of {}", error.agreeing, error.rows))
                                  : TableCell(),
                   times.low,
                   times.high,
                   {}});
    }
    return table;
}

Table precisionSteps(const PrecisionComparison& comparison)
{
    const std::vector<const PrecisionState*> states = statesWithFigures(comparison);
    std::vector<TableColumn> columns{{"name", "step"}};
    std::vector<const NetworkReport*> reports;
    for (const PrecisionState* state : states) {
        columns.emplace_back(columnOf(*state, "milliseconds"), phrase("ms {}", std::string(nameOf(state->precision))), "{:.4f}");
        reports.push_back(&state->report);
    }
    columns.emplace_back("op", "operators");
    for (const PrecisionState* state : states) {
        columns.emplace_back(columnOf(*state, "kernel"), phrase("kernel {}", std::string(nameOf(state->precision))));
    }
    Table table(std::move(columns));
    for (const std::vector<int>& numbers : alignSteps(reports)) {
        Table::Row times, kernels;
        const NetworkStep* first = nullptr;
        for (size_t i = 0; i < states.size(); ++i) {
            const auto number = static_cast<size_t>(numbers[i]);
            const NetworkStep* step = numbers[i] < 0 ? nullptr : &states[i]->report.steps[number];
            first = first ? first : step;
            times.push_back(step ? TableCell(states[i]->stepSeconds[number] * 1e3) : TableCell());
            kernels.push_back(step ? TableCell(kernelText(*step)) : TableCell());
        }
        Table::Row row{TableCell(first->name, quotedName(first->name))};
        std::ranges::move(times, std::back_inserter(row));
        row.emplace_back(first->op);
        std::ranges::move(kernels, std::back_inserter(row));
        table.add(std::move(row));
    }
    return table;
}

std::vector<Sentence> precisionSentences(const PrecisionComparison& comparison)
{
    std::vector<Sentence> sentences;
    for (const PrecisionState& state : comparison.states) {
        const std::string name(nameOf(state.precision));
        if (!state.trouble.empty()) {
            sentences.push_back(phrase("{} has no result: {}", name, state.trouble));
        } else if (state.against) {
            const NetworkComparison& times = state.against->times;
            sentences.push_back(phrase("{} takes {} ms, float32 {} ms, in turn ({}).", name, millisecondsText(times.afterSeconds),
                                       millisecondsText(times.beforeSeconds), changeText(times)));
        }
    }
    return sentences;
}

} // namespace knobscope
