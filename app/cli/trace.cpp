// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/store/filehead.h"
#include "core/store/timeline.h"
#include "core/store/traceimport.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope::cli {

namespace {

struct TraceRequest {
    std::string path; ///< the project
    std::string file; ///< file to write or read
    int64_t run = 0;
    int64_t trace = 0;
    double from = 0; ///< seconds after the first span
    double to = std::numeric_limits<double>::infinity();
    double gigabytes = 8;
};

Result<Exit> exportTrace(const Output& output, const TraceRequest& request)
{
    auto project = TRY(Project::open(request.path, Project::Mode::ReadOnly));
    TRY(request.run > 0 ? project.run(request.run) : RunRow());
    if (request.trace > 0 && TRY(timelineTracks(project, request.trace)).empty()) {
        return fail(ErrorCode::NotFound, "{} has no trace {}", request.path, request.trace);
    }
    TRY(refuseDatabase(request.file));
    const auto spans = TRY(projectSpans(project, request.run, request.trace));
    const int64_t count = TRY(writeChromeTraceFile(request.file, spans));
    return output.answer(
        {{"file", request.file}, {"spans", count}},
        phrase("{} (span|spans) in {}; open it with vizviewer or ui.perfetto.dev\n", count, request.file).message);
}

Result<Exit> importIntoProject(const Output& output, const TraceRequest& request)
{
    TraceLimits limits;
    limits.textBytes = static_cast<int64_t>(request.gigabytes * (1 << 30));
    int lastReport = -1;
    const auto progress = [&](double fraction) {
        const int tenth = static_cast<int>(fraction * 10);
        if (tenth > lastReport && tenth > 0) {
            output.note(fmt::format("{} %", tenth * 10));
        }
        lastReport = std::max(lastReport, tenth);
        return true;
    };
    const auto imported = TRY(importTrace(request.file, request.path, progress, limits));
    std::vector<std::string> problems;
    for (const Sentence& problem : imported.problems) {
        problems.push_back(problem.message);
        output.note(problem.message);
    }
    output.answer({{"file", request.path},
                   {"trace", imported.trace},
                   {"spans", imported.spans},
                   {"tracks", imported.tracks},
                   {"samples", imported.samples},
                   {"flows", imported.flows},
                   {"problems", problems}},
                  phrase("{}: trace {} with {} (span|spans) on {} (track|tracks)\n", request.path, imported.trace, imported.spans,
                         imported.tracks)
                      .message);
    return imported.isDamaged ? Exit::Failure : Exit::Success;
}

Result<Exit> statistics(const Output& output, const TraceRequest& request)
{
    auto project = TRY(Project::open(request.path, Project::Mode::ReadOnly));
    const auto tracks = TRY(timelineTracks(project, request.trace));
    TRY(request.run > 0 ? project.run(request.run) : RunRow());
    if (tracks.empty()) {
        const auto traces = TRY(timelineTraces(project));
        return request.trace > 0 ? fail(ErrorCode::NotFound, "{} has no span of a trace {}", request.path, request.trace)
             : traces.empty()    ? fail(ErrorCode::NotFound, "{} has no span", request.path)
                                 : fail(ErrorCode::NotFound, "{} has no span of a run; --trace {} is an imported trace",
                                        request.path, traces.front().id);
    }
    if (!(request.from < request.to)) {
        return fail(ErrorCode::InvalidArgument, "--from must be before --to");
    }
    const auto ofRun = TRY(request.run > 0 ? extentOfRun(project, request.run) : Result<std::optional<Interval>>());
    const int64_t first = ofRun ? ofRun->first : std::ranges::min(tracks, {}, &TrackRow::first).first;
    const int64_t last = std::ranges::max(tracks, {}, &TrackRow::last).last;
    const auto from = first + static_cast<int64_t>(request.from * 1e9);
    const auto to = std::isfinite(request.to) ? first + static_cast<int64_t>(request.to * 1e9) : last + 1;
    const auto rows = TRY(rangeStatistics(project, tracks, from, to, request.run));
    Table table = Table({{"name", "name"},
                         {"count", "count", "{}"},
                         {"total", "total ms", "{:.3f}", 1e3},
                         {"mean", "mean ms", "{:.4f}", 1e3},
                         {"p95", "p95 ms", "{:.4f}", 1e3}})
                      .withIds({"max"});
    for (const NameStatistics& row : rows) {
        table.add({row.name, row.count, row.total, row.mean, row.p95, row.longest});
    }
    return output.answer("names", table, {{"from", static_cast<double>(from) * 1e-9}, {"to", static_cast<double>(to) * 1e-9}});
}

} // namespace

void addTraceCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* trace = app.add_subcommand("trace", "Timelines")->require_subcommand(1);
    auto request = std::make_shared<TraceRequest>();
    const auto addSpans = [&](CLI::App& command) {
        addProjectArgument(command, request->path);
        command.add_option("RUN", request->run, "Use only this run (default: all)")->check(between(1, kMaxTrials));
        command.add_option("--trace", request->trace, "Use an imported trace instead of the runs")->check(between(1, kMaxTrials));
    };
    CLI::App* command = trace->add_subcommand("export", "Write the spans of a project as Chrome trace JSON");
    addSpans(*command);
    command->add_option("-o,--output", request->file, "File to write; compressed if its name ends in .gz")->required();
    whenChosen(*command, action, [=, &output] { return exportTrace(output, *request); });

    CLI::App* import = trace->add_subcommand("import", "Import a Chrome, VizTracer or Perfetto JSON trace into a project");
    import->add_option("TRACE", request->file, "Trace file (.json or .json.gz)")->required();
    import->add_option("PROJECT", request->path, "Project file (*.knobscope); created if it does not exist")->required();
    import->add_option("--max-gb", request->gigabytes, "Maximum length of the unpacked text, in GB")
        ->check(between(0.001, 1e6))
        ->capture_default_str();
    whenChosen(*import, action, [=, &output] { return importIntoProject(output, *request); });

    CLI::App* stats = trace->add_subcommand("stats", "Show count, total, mean and 95th percentile of the spans of each name");
    addSpans(*stats);
    const CLI::Validator seconds = between(-1e9, 1e9);
    stats->add_option("--from", request->from, "Start of the time range, in seconds after the first span")->check(seconds);
    stats->add_option("--to", request->to, "End of the time range, in seconds after the first span")->check(seconds);
    whenChosen(*stats, action, [=, &output] { return statistics(output, *request); });
}

} // namespace knobscope::cli
