// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/tunetasks.h"

#include "core/tuning/namedfiles.h"
#include "core/tuning/resume.h"
#include "core/tuning/transfer.h"
#include "core/worker/kernelmessage.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>

namespace knobscope::cli {

namespace {

struct ResumeArguments {
    std::string project;
    int64_t run = 0;
    int64_t trials = 0;
    std::string log;
    std::string transfer;
    MeasureOptions workers{.nParallel = -1, .memoryLimitBytes = -1}; ///< negative: not given
};

/// Runs with the same measuring options and the same log, which can share workers.
struct Session {
    std::vector<LoopTask> tasks;
    MeasureOptions measuring;

    bool takes(const ResumableRun& run) const
    {
        const LoopTask& first = tasks.front();
        return first.options.log == run.task.options.log && first.task.target.text == run.task.task.target.text
            && nlohmann::json(measuring) == nlohmann::json(run.measuring);
    }
};

/// Claims the runs before reading anything else of them.
Result<std::vector<Session>> readSessions(const ResumeArguments& a, ProjectWriter& writer)
{
    auto project = TRY(Project::open(a.project, Project::Mode::ReadWrite));
    const auto rows = TRY(project.runs());
    const auto ids = a.run > 0 ? std::vector<int64_t>{a.run} : unfinishedRuns(rows, a.trials);
    if (ids.empty()) {
        return fail(ErrorCode::NotFound, "{} has no run to resume; --trials N extends a finished one", a.project);
    }
    TRY(writer.claim(ids));
    std::vector<Session> sessions;
    for (const int64_t id : ids) {
        auto run = TRY(resumableRun(project, id, a.trials, a.transfer, true));
        run.measuring.nParallel = a.workers.nParallel >= 0 ? a.workers.nParallel : run.measuring.nParallel;
        run.measuring.memoryLimitBytes =
            a.workers.memoryLimitBytes >= 0 ? a.workers.memoryLimitBytes : run.measuring.memoryLimitBytes;
        TRY(setLog(run.task.options, id, a.project, absolutePath(a.log)));
        const std::filesystem::path log = run.task.options.log;
        if (std::error_code ignored; !log.empty() && !std::filesystem::is_directory(log.parent_path(), ignored)) {
            return fail(ErrorCode::NotFound, "The folder of run {}'s log {} no longer exists; name another log with --log", id,
                        log.string());
        }
        if (sessions.empty() || !sessions.back().takes(run)) {
            sessions.push_back({{}, run.measuring});
        }
        sessions.back().tasks.push_back(std::move(run.task));
    }
    return sessions;
}

Result<Exit> resume(const Output& output, const ResumeArguments& a)
{
    TRY(checkTransferSource(a.transfer));
    TRY(Project::open(a.project, Project::Mode::ReadOnly)); // opening it for writing would turn an empty file into a project
    const auto writer = TRY(openProjectWriter(output, a.project));
    const auto sessions = TRY(readSessions(a, *writer));
    RunReport report;
    for (const Session& session : sessions) {
        const auto kept = TRY(tuneAndStore(output, session.tasks, session.measuring, a.project, writer.get()));
        report.add(session.tasks, kept);
        if (kept.signal != 0 || kept.isProjectLost || kept.runs.back().finished.reason == "failed") {
            break;
        }
    }
    return report.show(output);
}

} // namespace

void addResumeCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<ResumeArguments>();
    CLI::App* command = app.add_subcommand("resume", "Resume a run that was stopped or killed, and then the waiting runs");
    addProjectArgument(*command, a->project);
    command->add_option("RUN", a->run, "Number of the run (default: the last unfinished run, then all waiting ones)")
        ->check(between(1, kMaxTrials));
    command->add_option("--trials", a->trials, "New budget")->check(between(1, kMaxTrials));
    command->add_option("--log", a->log,
                        "Append AutoTVM records to this file (default: the log of the run, if it is in the project's folder)");
    command->add_option("--transfer", a->transfer,
                        "Learn from this project or log, or none (default: what the run learned from when it started)");
    addWorkerFlags(*command, a->workers);
    whenChosen(*command, action, [=, &output] { return resume(output, *a); });
}

} // namespace knobscope::cli
