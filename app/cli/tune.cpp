// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/measureflags.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include "core/loop/loglistener.h"
#include "core/loop/progresstext.h"
#include "core/loop/resume.h"
#include "core/loop/storelistener.h"
#include "core/loop/transfer.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <filesystem>
#include <unistd.h>

namespace knobscope::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0; // a signal handler can set nothing else

/// Turns Ctrl-C into a clean stop for as long as it lives; a second one ends the program.
class InterruptGuard
{
public:
    explicit InterruptGuard(LoopControl& control)
        : m_control(control)
    {
        interrupted = 0;
        struct sigaction action{};
        action.sa_handler = [](int) { interrupted = 1; };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigaction(SIGINT, &action, &m_oldInterrupt);
        sigaction(SIGTERM, &action, &m_oldTerminate);
        m_watch = std::thread([this] {
            while (!m_done) {
                if (interrupted) {
                    m_control.stop();
                    return;
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(30));
            }
        });
    }
    ~InterruptGuard()
    {
        m_done = true;
        m_watch.join();
        sigaction(SIGINT, &m_oldInterrupt, nullptr);
        sigaction(SIGTERM, &m_oldTerminate, nullptr);
    }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    LoopControl& m_control;
    struct sigaction m_oldInterrupt{};
    struct sigaction m_oldTerminate{};
    std::atomic<bool> m_done{false};
    std::thread m_watch;
};

/// AutoTVM's rewritten line on a terminal; a plain line every few seconds elsewhere.
class ProgressPrinter : public LoopListener
{
public:
    explicit ProgressPrinter(const Output& output)
        : m_output(output)
        , m_terminal(isatty(STDERR_FILENO) == 1)
    {
    }

    void runStarted(const RunStarted& e) override
    {
        m_prefix = taskPrefix(e.run, e.runs);
        m_last = {};
        if (e.restored > 0) {
            m_output.note(fmt::format("{} {} trials from before are kept", m_prefix, e.restored));
        }
        draw({0, e.options.trials, 0, 0, 0, -1, 0, 0});
    }
    void progress(const Progress& p) override
    {
        const auto now = std::chrono::steady_clock::now();
        const auto interval = m_terminal ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
        m_latest = p;
        if (now - m_last >= interval) {
            m_last = now;
            draw(p);
        }
    }
    void runFinished(const RunFinished& e) override
    {
        draw(m_latest);
        std::fprintf(stderr, m_terminal ? " Done.\n" : "");
        const std::string best =
            e.bestIndex < 0 ? "nothing worked" : fmt::format("best {:.2f} GFLOPS, config {}", e.bestGflops, e.bestIndex);
        m_output.note(fmt::format("{} {}{}{}: {}, {} trials, {} failed, {:.1f} trials/s", m_prefix, e.reason,
                                  e.detail.empty() ? "" : ", ", e.detail, best, e.trials, e.errors, e.trialsPerSecond));
        if (e.pruning.judged > 0) {
            m_output.note(fmt::format("{} {}", m_prefix, e.pruning.text()));
        }
        if (!e.warm.isCold()) {
            m_output.note(fmt::format("{} {}", m_prefix, e.warm.text()));
        }
    }
    void logLine(const std::string& line) override { m_output.note((m_terminal ? "\n" : "") + line); }

private:
    void draw(const Progress& p)
    {
        std::string line = progressLine(m_prefix, p);
        if (p.secondsLeft >= 0) {
            line += fmt::format(" | {} left", durationText(p.secondsLeft));
        }
        std::fprintf(stderr, m_terminal ? "\r%s\x1b[K" : "%s\n", line.c_str());
        std::fflush(stderr);
    }
    const Output& m_output;
    bool m_terminal;
    std::string m_prefix;
    Progress m_latest;
    std::chrono::steady_clock::time_point m_last;
};

struct Keepers {
    std::unique_ptr<ProjectWriter> writer;
    std::unique_ptr<StoreListener> store;
    std::unique_ptr<LogAppender> log; // listeners refer to it: it must not move
    std::unique_ptr<LogListener> logger;
};

Result<Keepers> openKeepers(const Output& output, const std::string& project, const std::string& log,
                            const MeasureOptions& measuring)
{
    Keepers keepers;
    if (!project.empty()) {
        if (auto created = Project::open(project, Project::Mode::Create); !created) {
            return fail(created);
        }
        auto writer =
            ProjectWriter::open(project, [&output](const std::string& problem) { output.note("knobscope-cli: " + problem); });
        if (!writer) {
            return fail(writer);
        }
        keepers.writer = std::move(*writer);
        keepers.store = std::make_unique<StoreListener>(*keepers.writer, measuring);
    }
    if (!log.empty()) {
        auto appender = LogAppender::open(log);
        if (!appender) {
            return fail(appender);
        }
        keepers.log = std::make_unique<LogAppender>(std::move(*appender));
        keepers.logger = std::make_unique<LogListener>(*keepers.log);
    }
    return keepers;
}

} // namespace

Result<std::vector<KeptRun>> tuneAndKeep(const Output& output, const std::vector<LoopTask>& tasks,
                                         const MeasureOptions& measuring, const std::string& project, const std::string& log)
{
    if (tasks.empty()) {
        return fail(ErrorCode::InvalidArgument, "There is no task to tune");
    }
    auto measurer = makeMeasurer(tasks.front().task.target, measuring);
    if (!measurer) {
        return fail(measurer);
    }
    auto keepers = openKeepers(output, project, log, measuring);
    if (!keepers) {
        return fail(keepers);
    }
    LoopControl control;
    ProgressPrinter printer(output);
    std::vector<LoopListener*> listeners{&printer};
    if (keepers->store) {
        listeners.push_back(keepers->store.get());
    }
    if (keepers->logger) {
        listeners.push_back(keepers->logger.get());
    }
    Result<std::vector<RunFinished>> finished;
    {
        const InterruptGuard guard(control);
        finished = tune(tasks, **measurer, control, listeners);
    }
    (*measurer)->stop();
    if (!finished) {
        return fail(finished);
    }
    if (keepers->logger && !keepers->logger->problem().empty()) {
        output.note("knobscope-cli: " + keepers->logger->problem());
    }
    if (keepers->store && !keepers->store->problem().empty()) {
        return fail(ErrorCode::Io, "{}", keepers->store->problem());
    }
    std::vector<KeptRun> kept;
    for (size_t i = 0; i < finished->size(); ++i) {
        const bool isStored = keepers->store && i < keepers->store->runs().size();
        kept.push_back({std::move((*finished)[i]), isStored ? keepers->store->runs()[i] : 0});
    }
    return kept;
}

Result<void> readParameters(const std::vector<std::string>& texts, nlohmann::json& parameters)
{
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos || equals + 1 == text.size()) {
            return fail(ErrorCode::InvalidArgument, "--param takes NAME=NUMBER or NAME=WORD, not '{}'", text);
        }
        const auto value = nlohmann::json::parse(text.substr(equals + 1), nullptr, false);
        parameters[text.substr(0, equals)] = value.is_number() ? value : nlohmann::json(text.substr(equals + 1));
    }
    return {};
}

namespace {

Exit run(const Output& output, const std::vector<LoopTask>& tasks, const MeasureOptions& measuring, const std::string& project,
         const std::string& log)
{
    const auto kept = tuneAndKeep(output, tasks, measuring, project, log);
    if (!kept) {
        return output.failure(kept.error());
    }
    nlohmann::json runs = nlohmann::json::array();
    std::string text;
    bool anyWorked = true;
    for (size_t i = 0; i < kept->size(); ++i) {
        const RunFinished& f = (*kept)[i].finished;
        const int64_t row = (*kept)[i].row > 0 ? (*kept)[i].row : static_cast<int64_t>(i + 1);
        runs.push_back({{"run", row},
                        {"task", tasks[i].label},
                        {"tuner", tasks[i].options.tuner},
                        {"trials", f.trials},
                        {"errors", f.errors},
                        {"best_gflops", f.bestGflops},
                        {"best_index", f.bestIndex},
                        {"best_seconds", f.bestSeconds},
                        {"seconds", f.seconds},
                        {"trials_per_second", f.trialsPerSecond},
                        {"pruning", pruneCountToJson(f.pruning)},
                        {"warm_start", warmStartToJson(f.warm)},
                        {"state", f.reason},
                        {"detail", f.detail}});
        text += f.bestIndex < 0 ? fmt::format("{}: none of {} trials worked\n", tasks[i].label, f.trials)
                                : fmt::format("{}: {:.2f} GFLOPS ({:.4f} ms), config {}\n", tasks[i].label, f.bestGflops,
                                              f.bestSeconds * 1e3, f.bestIndex);
        anyWorked = anyWorked && (f.bestIndex >= 0 || f.trials == 0);
    }
    output.isJson() ? output.document({{"runs", runs}}) : output.text(text);
    if (!anyWorked) {
        output.note("knobscope-cli: every trial of a task failed; `trials` or the log say why");
    }
    return anyWorked ? Exit::Success : Exit::Failure;
}

struct TuneArguments {
    std::vector<std::string> tasks;
    TaskOptions options;
    RunOptions run;
    MeasureOptions measuring;
    std::vector<std::string> parameters;
    std::string project;
    std::string log;
    std::string transfer;
};

/// Where earlier results come from: what was asked for, or else the project itself.
Result<std::string> transferOf(const TuneArguments& a)
{
    if (a.transfer == "project" && a.project.empty()) {
        return fail(ErrorCode::InvalidArgument, "--transfer project means the file of --project, which is not given");
    }
    if (a.transfer.empty()) {
        return std::string(a.project.empty() ? "none" : "project");
    }
    if (a.transfer != "none" && a.transfer != "project" && !std::filesystem::exists(a.transfer)) {
        return fail(ErrorCode::NotFound, "There is no file {} to learn from; --transfer takes a project, a log, project or none",
                    a.transfer);
    }
    if (auto ok = checkTransferSource(a.transfer); !ok) {
        return fail(ok);
    }
    return a.transfer;
}

Exit tuneTasks(const Output& output, const TuneArguments& a)
{
    RunOptions options = a.run;
    if (auto read = readParameters(a.parameters, options.parameters); !read) {
        return output.failure(read.error());
    }
    const auto transfer = transferOf(a);
    if (!transfer) {
        return output.failure(transfer.error());
    }
    options.transfer = *transfer;
    if (options.prune != "auto") {
        if (auto read = parsePruneOptions(options.prune); !read) {
            return output.failure(read.error());
        }
    }
    std::vector<LoopTask> tasks;
    for (const std::string& argument : a.tasks) {
        auto task = readTask(argument, a.options);
        if (!task) {
            return output.failure(task.error());
        }
        if (auto tuner = makeTuner(options.tuner, task->space, options.seed, options.parameters); !tuner) {
            return output.failure(tuner.error());
        }
        const std::string label = argument.starts_with("[") ? task->name : argument;
        tasks.push_back({std::move(*task), label, options, {}, 0});
        tasks.back().prepare = transferWhenStarted(a.project, a.measuring.threads);
    }
    return run(output, std::move(tasks), a.measuring, a.project, a.log);
}

Exit resumeRun(const Output& output, const std::string& path, int64_t id, int64_t trials)
{
    auto project = Project::open(path, Project::Mode::ReadWrite);
    if (!project) {
        return output.failure(project.error());
    }
    const auto runs = project->runs();
    if (!runs) {
        return output.failure(runs.error());
    }
    if (id == 0) {
        for (const RunRow& row : *runs) {
            id = row.state != "finished" || trials > row.trials ? row.id : id;
        }
        if (id == 0) {
            return output.failure({ErrorCode::NotFound, path + " has no run to go on with; --trials N extends a finished one"});
        }
    }
    auto run = resumableRun(*project, id, trials);
    if (!run) {
        return output.failure(run.error());
    }
    std::vector<LoopTask> tasks;
    tasks.push_back(std::move(run->task));
    return cli::run(output, std::move(tasks), run->measuring, path, {});
}

} // namespace

void addTuneCommands(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<TuneArguments>();
    CLI::App* tuneCommand = app.add_subcommand("tune", "Search for the fastest config of tasks");
    tuneCommand->add_option("TASK", a->tasks, "NETWORK:N, or AutoTVM workloads as JSON")->required();
    tuneCommand->add_option("--tuner", a->run.tuner, "See tuners");
    tuneCommand->add_option("--param", a->parameters, "A parameter of the tuner, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    tuneCommand->add_option("--trials", a->run.trials, "Configs to measure")
        ->required()
        ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
    tuneCommand->add_option("--seconds", a->run.seconds, "At most this long")->check(CLI::Range(0.0, 1e9));
    tuneCommand->add_option("--early-stopping,--plateau", a->run.earlyStopping, "End after so many trials without a better one")
        ->check(CLI::Range(int64_t{0}, int64_t{1} << 40));
    tuneCommand->add_option("--target-gflops", a->run.targetGflops, "End when a config is this fast")
        ->check(CLI::Range(0.0, 1e9));
    tuneCommand->add_option("--seed-config", a->run.seeds, "The index of a config to measure first; may be given again")
        ->take_all()
        ->allow_extra_args(false);
    tuneCommand->add_option("--seed", a->run.seed, "Of tuner and inputs");
    tuneCommand->add_option("--edit", a->options.edits, "A change of the space")->take_all()->allow_extra_args(false);
    tuneCommand->add_option("--target", a->options.target, "What to compile for (default: this machine's CPU)");
    tuneCommand->add_option("--project", a->project, "Keep everything in this *.knobscope file");
    tuneCommand->add_option("--transfer", a->transfer,
                            "Learn from a project's or a log's earlier results: a file, project or none (default: project)");
    tuneCommand->add_option("--prune", a->run.prune,
                            "Leave out configs that an analytical bound shows to be slow: auto, off, on or on=FACTOR (default: "
                            "auto, on for CPUs)");
    tuneCommand->add_option("--log", a->log, "Append AutoTVM records to this file");
    addMeasureFlags(*tuneCommand, a->measuring);
    tuneCommand->callback([=, &output, &action] {
        a->measuring.seed = a->run.seed;
        action = [=, &output] { return tuneTasks(output, *a); };
    });

    auto path = std::make_shared<std::string>();
    auto id = std::make_shared<int64_t>(0);
    auto trials = std::make_shared<int64_t>(0);
    CLI::App* resumeCommand = app.add_subcommand("resume", "Go on with a run that was stopped or killed");
    resumeCommand->add_option("PROJECT", *path, "The *.knobscope file")->required();
    resumeCommand->add_option("RUN", *id, "Its number (default: the last unfinished)");
    resumeCommand->add_option("--trials", *trials, "A new budget")->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
    resumeCommand->callback([=, &output, &action] { action = [=, &output] { return resumeRun(output, *path, *id, *trials); }; });
}

} // namespace knobscope::cli
