// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/store/project.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

Exit exportTrace(const Output& output, const std::string& path, int64_t run, const std::string& to)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    if (!project) {
        return output.failure(project.error());
    }
    if (run > 0) {
        if (const auto known = project->run(run); !known) {
            return output.failure(known.error());
        }
    }
    const auto spans = project->spans(run);
    if (!spans) {
        return output.failure(spans.error());
    }
    int64_t count = 0;
    const auto written = writeChromeTraceFile(to, [&] {
        auto span = (*spans)();
        count += span ? 1 : 0;
        return span;
    });
    if (!written) {
        return output.failure(written.error());
    }
    output.isJson() ? output.document({{"file", to}, {"spans", count}})
                    : output.text(fmt::format("{} spans in {}; open it with vizviewer or ui.perfetto.dev\n", count, to));
    return Exit::Success;
}

} // namespace

void addTraceCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* trace = app.add_subcommand("trace", "Timelines")->require_subcommand(1);
    auto path = std::make_shared<std::string>();
    auto run = std::make_shared<int64_t>(0);
    auto to = std::make_shared<std::string>();
    CLI::App* command = trace->add_subcommand("export", "Write the spans of a project as Chrome trace JSON");
    command->add_option("PROJECT", *path, "The *.knobscope file")->required();
    command->add_option("RUN", *run, "One run (default: all)");
    command->add_option("-o,--output", *to, "The file to write")->required();
    command->callback([=, &output, &action] { action = [=, &output] { return exportTrace(output, *path, *run, *to); }; });
}

} // namespace knobscope::cli
