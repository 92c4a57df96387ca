// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opennetwork.h"

#include "app/cli/modeloptions.h"

#include "core/campaign/wholerun.h"
#include "core/text/numbertext.h"
#include "core/text/words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

namespace knobscope::cli {

void addNetworkFlags(CLI::App& command, NetworkFlags& flags)
{
    command.add_option("NETWORK", flags.network, "A bundled network, or an .onnx file")->required();
    command.add_option("--project", flags.project, "Take the best configs of this project's runs (default: untuned)");
    command.add_option("--threads", flags.threads, "Threads (default: 1)")->check(CLI::Range(1, 256));
    command.add_option("--runs", flags.runs, "Timed runs (default: 50)")->check(CLI::Range(1, 100'000));
    command.add_option("--target", flags.options.target, "The CPU to compile for (default: this machine's)");
    command.add_option("--worker", flags.worker, "Path of knobscope-worker");
    command
        .add_option("--hold", flags.held,
                    "Layouts of a node's kernel, whatever is cheaper: NODE=IN:OUT, blocks of channels (0: row-major); "
                    "`profile --json` lists what there is")
        ->take_all()
        ->allow_extra_args(false);
    command.add_flag("--no-cache", flags.skipsCache,
                     "Compile all kernels, and keep none for the next time (in $XDG_CACHE_HOME/knobscope/kernels)");
    addShapeOption(command, flags.options.shapes);
}

namespace {

/// "conv1=16:32"
Result<std::vector<HeldLayout>> readHeld(const std::vector<std::string>& texts)
{
    std::vector<HeldLayout> held;
    for (const std::string& text : texts) {
        const size_t equals = std::min(text.rfind('='), text.size());
        const std::vector<std::string> blocks = partsOf(std::string_view(text).substr(std::min(equals + 1, text.size())), ':');
        const auto data = numberFrom<int64_t>(blocks.front());
        const auto output = numberFrom<int64_t>(blocks.back());
        if (equals == 0 || blocks.size() != 2 || data.value_or(-1) < 0 || output.value_or(-1) < 0) {
            return fail(ErrorCode::InvalidArgument, "--hold wants NODE=IN:OUT, as in conv1=16:32, and not '{}'", text);
        }
        held.push_back({text.substr(0, equals), {*data}, {*output}});
    }
    return held;
}

} // namespace

Result<NetworkOpening> openingOf(const NetworkFlags& flags)
{
    CodeWorker compiler;
    const auto shapes = TRY(readShapes(flags.options.shapes));
    const auto target = TRY(readTarget(flags.options.target, compiler));
    WholeNetwork whole{flags.network, {}, target, flags.threads, flags.worker};
    whole.shapes.assign(shapes.shapes.begin(), shapes.shapes.end());
    whole.held = TRY(readHeld(flags.held));
    std::optional<Project> project;
    if (!flags.project.empty()) {
        project = TRY(Project::open(flags.project, Project::Mode::ReadOnly));
    }
    auto opening = TRY(openingOf(whole, project ? &*project : nullptr));
    opening.usesCache = !flags.skipsCache;
    return opening;
}

Result<OpenNetwork> openNetwork(const NetworkFlags& flags)
{
    const auto opening = TRY(openingOf(flags));
    auto runner = TRY(NetworkRunner::start(flags.worker));
    auto report = TRY(runner.open(opening));
    return OpenNetwork{std::move(runner), std::move(report)};
}

} // namespace knobscope::cli
