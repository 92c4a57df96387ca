// SPDX-License-Identifier: GPL-3.0-or-later
// Tunes a whole network within one budget, shared among its tasks.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interruptguard.h"
#include "app/cli/precision.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include "core/network/modelfile.h"
#include "core/tuning/runsentence.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace knobscope::cli {

namespace {

struct NetworkTuneArguments {
    std::string network;
    TaskOptions options;
    RunOptions run;
    MeasureOptions measuring;
    std::vector<std::string> parameters;
    std::string project;
    double minutes = 0;
    int64_t trials = 0;
    PrecisionFlags precision;
    std::optional<bool> extra; ///< unset: true on CPUs
    bool neverRuns = false;    ///< do not run the network as a whole
};

Result<Network> networkToTune(const NetworkTuneArguments& a, const ImportOptions& shapes, const PrecisionChoice& precision)
{
    if (precision.precision == Precision::Float32) {
        return networkFor(a.network, shapes);
    }
    auto model = TRY(openModelNetwork(a.network, shapes, precision));
    return std::move(model.network);
}

Result<NetworkPlan> planOf(const NetworkTuneArguments& a, const WholeNetwork& whole)
{
    const Target& target = whole.target;
    ImportOptions shapes;
    shapes.shapes.insert(whole.shapes.begin(), whole.shapes.end());
    const auto network = TRY(networkToTune(a, shapes, whole.precision));
    const bool isExtra = a.extra.value_or(!target.hasKey("gpu"));
    return planNetwork(network, target, isExtra ? TaskChoice::WithExtra : TaskChoice::AutoTvm);
}

nlohmann::json millisecondsOrNull(double seconds)
{
    return seconds > 0 ? nlohmann::json(seconds * 1e3) : nlohmann::json();
}

/// The network's progress line on stderr.
class NetworkPrinter : public LoopListener
{
public:
    NetworkPrinter(const Output& output, const NetworkTuning& tuning)
        : m_line(output)
        , m_tuning(tuning)
    {
    }

    /// Each task has a run, whose opening lines are alike.
    void logLine(const Sentence& line) override { printLine(line.message); }
    void warning(const Sentence& line) override
    {
        m_disturbed = m_disturbed.empty() ? line : m_disturbed;
        logLine(line);
    }
    /// The first reason for disturbed times; empty: none.
    const Sentence& disturbed() const { return m_disturbed; }

    void show(size_t task, const SharedPoint& point, const TrialShare& share)
    {
        if (m_line.isDue()) {
            const NetworkProgress now = progressOf(m_tuning, task, point, share);
            m_line.draw(fmt::format("{} | {}", progressSentence(now), now.task));
        }
    }

    void showConfirming(size_t layer)
    {
        const NetworkPlan& plan = m_tuning.plan;
        printLine(
            fmt::format("{}: measuring the best configs of {} once more", plan.network, plan.tasks[plan.firstOf[layer]].id));
    }

    void showWhole(const WholeRun& run)
    {
        printLine(phrase("{}: {:.4g} ms end to end, with the best configs after {} (trial|trials)", m_tuning.plan.network,
                         run.seconds * 1e3, run.trials)
                      .message);
    }

private:
    void printLine(const std::string& line)
    {
        if (m_said.insert(line).second) {
            m_line.note(line);
        }
    }

    LiveLine m_line;
    const NetworkTuning& m_tuning;
    std::set<std::string> m_said;
    Sentence m_disturbed;
};

nlohmann::json tasksJson(const NetworkPlan& plan, const SharedOutcome& outcome)
{
    nlohmann::json list = nlohmann::json::array();
    for (size_t i = 0; i < plan.tasks.size(); ++i) {
        const TrialShare& share = outcome.share;
        const NetworkTask& task = plan.tasks[i];
        list.push_back({{"id", task.id},
                        {"layer", plan.tasks[plan.firstOf[plan.layerOf[i]]].id},
                        {"template", task.task},
                        {"weight", task.count},
                        {"best_ms", millisecondsOrNull(share.best(i))},
                        {"untuned_ms", millisecondsOrNull(share.untuned(i))},
                        {"is_fastest", share.winner(plan.layerOf[i]) == i},
                        {"trials", outcome.trials[i]},
                        {"all_trials", share.trials(i)}});
    }
    return list;
}

nlohmann::json curveJson(const SharedOutcome& outcome)
{
    nlohmann::json curve = nlohmann::json::array();
    for (const SharedPoint& point : outcome.curve) {
        if (point.isWhole) {
            curve.push_back({point.seconds, point.trials, point.networkSeconds * 1e3});
        }
    }
    return curve;
}

std::string layersText(const NetworkPlan& plan, const SharedOutcome& outcome)
{
    const TrialShare& share = outcome.share;
    Table table({{"", "layer"},
                 {"", "shape"},
                 {"", "layers", "{}"},
                 {"", "ms each", "{:.4f}", 1e3},
                 {"", "share", "{:.1f} %", 100},
                 {"", "GFLOPS (2*MAC)", "{:.1f}"},
                 {"", "times untuned", "{:.2f}"},
                 {"", "fastest template"}});
    const double all = std::max(share.networkSeconds(), 1e-12);
    for (size_t layer = 0; layer < share.layers(); ++layer) {
        const NetworkTask& first = plan.tasks[plan.firstOf[layer]];
        const auto winner = share.winner(layer);
        const double seconds = share.layerSeconds(layer);
        table.add({first.id, first.op + " " + first.shape, first.count,
                   share.isKnown(layer) ? TableCell(seconds) : TableCell("guessed"), seconds * share.weight(layer) / all,
                   winner ? TableCell(first.plainFlops / seconds / 1e9) : TableCell(""),
                   winner ? TableCell(share.untunedSeconds(layer) / seconds) : TableCell(""),
                   winner ? plan.tasks[*winner].task : ""});
    }
    if (const double fixed = share.fixedSeconds(); fixed > 0) {
        table.add({"others", "steps without a template", "", fixed, fixed / all, "", "", ""});
    }
    return table.toText();
}

/// [[seconds, trials, milliseconds]]
nlohmann::json wholeJson(const TunedNetwork& tuned)
{
    nlohmann::json runs = nlohmann::json::array();
    for (const WholeRun& run : tuned.wholeRuns) {
        runs.push_back({run.elapsed, run.trials, run.seconds * 1e3});
    }
    return runs;
}

/// Results that do not come from the tuning itself.
struct RunIssues {
    int signal = 0; ///< signal that stopped it; 0: none
    std::vector<std::string> problems;
    Sentence disturbed;
    Answer precision;
};

Exit show(const Output& output, const NetworkTuneArguments& a, const NetworkPlan& plan, const TunedNetwork& tuned,
          const RunIssues& with)
{
    const SharedOutcome& outcome = tuned.outcome;
    const double last = outcome.share.networkSeconds();
    const SharedPoint end = outcome.curve.empty() ? SharedPoint{} : outcome.curve.back();
    const auto trials = std::accumulate(outcome.trials.begin(), outcome.trials.end(), int64_t{0});
    output.answer({{"network", plan.network},
                   {"threads", a.measuring.threads},
                   {"trials", trials},
                   {"seconds", end.seconds},
                   {"predicted_ms",
                    {{"first", millisecondsOrNull(outcome.firstSeconds)},
                     {"last", millisecondsOrNull(last)},
                     {"without_template", millisecondsOrNull(outcome.share.fixedSeconds())},
                     {"is_whole", end.isWhole}}},
                   {"curve", curveJson(outcome)},
                   {"whole", wholeJson(tuned)},
                   {"comparison", tuned.comparison ? comparisonToJson(*tuned.comparison) : nlohmann::json()},
                   {"tasks", tasksJson(plan, outcome)},
                   {"skipped", plan.skipped},
                   {"state", outcome.reason},
                   {"detail", outcome.detail.message},
                   {"disturbed", sentenceOrNull(with.disturbed)},
                   {"precision", with.precision.json},
                   {"problems", with.problems}},
                  layersText(plan, outcome) + endOfNetwork(plan.network, tuned).message + "\n"
                      + (outcome.detail.empty() ? "" : outcome.detail.message + "\n") + with.precision.text
                      + disturbedText(with.disturbed));
    if (with.signal != 0) {
        return exitOfSignal(with.signal);
    }
    return last > 0 && with.problems.empty() ? Exit::Success : Exit::Failure;
}

/// Reports results that are missing in the project, and where they are instead.
std::vector<std::string> problemsOf(const SharedOutcome& outcome, StoreListener& store)
{
    std::vector<std::string> problems;
    if (!store.settle()) {
        problems.push_back(store.problem().message);
    }
    if (outcome.reason == "failed") {
        problems.push_back(fmt::format("Tuning stopped before its limits, for a reason unrelated to the configs: {}. Existing "
                                       "measurements are kept; repeat `knobscope-cli network tune` to continue",
                                       outcome.detail));
    }
    return problems;
}

/// The network as `network run` would run it.
Result<WholeNetwork> wholeNetworkOf(const Output& output, const NetworkTuneArguments& a, const Target& target)
{
    const auto shapes = TRY(readShapes(a.options, a.network));
    WholeNetwork whole{a.network, {}, target, a.measuring.threads, a.measuring.worker};
    whole.shapes.assign(shapes.shapes.begin(), shapes.shapes.end());
    TRY(readPrecision(output, a.precision, whole));
    if (target.hasKey("gpu") && whole.precision.precision != Precision::Float32) {
        return fail(ErrorCode::Unsupported, "--precision is for CPUs, but '{}' is a GPU target", target.text);
    }
    return whole;
}

/// The error of the tuned network against float32, and both times.
Result<Answer> precisionOf(const Output& output, const NetworkTuneArguments& a, const std::optional<WholeNetwork>& whole)
{
    if (!whole || whole->precision.precision == Precision::Float32) {
        return Answer{nlohmann::json(), {}};
    }
    auto network = TRY(openNetwork(*whole, a.project, {true, true, false},
                                   [&](const Sentence& sentence) { output.note("knobscope-cli: " + sentence.message); }));
    return compareWithFloat32(output, network);
}

/// Tunes with progress on stderr until the budget is used up or a signal stops it, then shows the result.
Result<Exit> tuneAndShow(const Output& output, const NetworkTuneArguments& a, const NetworkTuning& tuning, Measurer& measurer)
{
    const auto writer = TRY(openProjectWriter(output, a.project));
    StoreListener store(*writer, a.measuring);
    NetworkPrinter printer(output, tuning);
    const std::vector<LoopListener*> listeners{&printer, &store};
    NetworkWatch watch;
    watch.shared.trial = [&](size_t task, const SharedPoint& point, const TrialShare& share) {
        printer.show(task, point, share);
    };
    watch.shared.confirming = [&](size_t layer) { printer.showConfirming(layer); };
    watch.whole = [&](const WholeRun& run) { printer.showWhole(run); };
    LoopControl control;
    Result<TunedNetwork> tuned = fail(ErrorCode::Internal, "{}", a.network);
    int signal = 0;
    {
        const InterruptGuard guard(control);
        tuned = knobscope::tuneNetwork(tuning, measurer, control, *writer, listeners, watch);
        signal = InterruptGuard::signalNumber();
    }
    measurer.stop();
    TRY(tuned);
    const std::vector<std::string> problems = problemsOf(tuned->outcome, store);
    for (const std::string& problem : problems) {
        output.note("knobscope-cli: " + problem);
    }
    const Answer precision = signal == 0 ? TRY(precisionOf(output, a, tuning.whole)) : Answer{nlohmann::json(), {}};
    return show(output, a, tuning.plan, *tuned, {signal, problems, printer.disturbed(), precision});
}

Result<Exit> tuneNetwork(const Output& output, NetworkTuneArguments a)
{
    if ((a.trials > 0) == (a.minutes > 0)) {
        return fail(ErrorCode::InvalidArgument, "Set the budget for all layers with either --minutes or --trials");
    }
    TRY(readParameters(a.parameters, a.run.parameters));
    std::optional<CodeWorker> compiler(std::in_place); // ends before anything is timed
    const auto target = TRY(readTarget(a.options.target, *compiler));
    const auto whole = TRY(wholeNetworkOf(output, a, target));
    const auto plan = TRY(planOf(a, whole));
    compiler.reset();
    TRY(checkMeasuring(output, target, a.measuring));
    const auto measurer = TRY(makeMeasurer(target, a.measuring));
    TRY(Project::open(a.project, Project::Mode::Create));
    for (const std::string& sentence : plan.skipped) {
        output.note(sentence);
    }
    const NetworkTuning tuning{
        plan, a.run, {60 * a.minutes, a.trials}, a.neverRuns || target.hasKey("gpu") ? std::nullopt : std::optional(whole)};
    return tuneAndShow(output, a, tuning, *measurer);
}

} // namespace

void addNetworkTune(CLI::App& network, const Output& output, Action& action)
{
    auto a = std::make_shared<NetworkTuneArguments>();
    CLI::App* command = network.add_subcommand("tune", "Tune the kernels of all layers; trials go where the network gains most");
    command->add_option("NETWORK", a->network, "Bundled network or .onnx file")->required();
    command->add_option("--minutes", a->minutes, "Time budget for all layers, in minutes")->check(between(1e-3, 1e6));
    command->add_option("--trials", a->trials, "Trial budget for all layers")->check(between(1, kMaxTrials));
    command->add_option("--project", a->project, "Keep everything in this *.knobscope file, and continue with its results")
        ->required();
    addTunerOptions(*command, a->run.tuner, a->parameters);
    command->add_option("--seed", a->run.seed, "Random seed of the tuner and the inputs");
    addTargetOptions(*command, a->options);
    addPrecisionFlags(*command, a->precision);
    command->add_flag_callback(
        "--extra", [a] { a->extra = true; }, "Also tune the templates that AutoTVM does not have (the default on CPUs)");
    command->add_flag_callback("--no-extra", [a] { a->extra = false; }, "Tune AutoTVM's templates only");
    command->add_flag("--no-run", a->neverRuns, "Do not time the whole network during the tuning");
    a->measuring.coldWeights = true;
    addMeasureFlags(*command, a->measuring);
    whenChosen(*command, action, [=, &output] {
        a->measuring.seed = a->run.seed;
        return tuneNetwork(output, *a);
    });
}

} // namespace knobscope::cli
