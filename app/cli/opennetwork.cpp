// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opennetwork.h"

#include "app/cli/arguments.h"

#include "core/base/numbertext.h"
#include "core/base/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

void addNetworkFlags(CLI::App& command, NetworkFlags& flags)
{
    command.add_option("NETWORK", flags.network, "Bundled network, or an .onnx file")->required();
    command.add_option("--project", flags.project, "Project to take the best configs from (default: untuned)");
    command.add_option("--threads", flags.threads, "Number of threads (default: 1)")->check(between(1, 256));
    command.add_option("--runs", flags.runs, "Number of timed runs (default: 50; `network run`: as many as take a second)")
        ->check(between(1, 100'000))
        ->each([&flags](const std::string&) { flags.hasRuns = true; });
    command.add_option("--worker", flags.worker, "Path of knobscope-worker");
    addRepeated(command, "--hold", flags.held,
                "Force the layouts of a node's kernel, even if others are cheaper: NODE=IN:OUT, blocks of channels (0: "
                "row-major); `profile --json` lists the choices");
    command.add_flag("--no-cache", flags.skipsCache,
                     "Compile all kernels, without the cache in $XDG_CACHE_HOME/knobscope/kernels");
    addTargetOptions(command, flags.options);
    command.get_option("--target")->description(kCpuTargetHelp);
}

void addCheckFlag(CLI::App& command, NetworkFlags& flags)
{
    command.add_flag(
        "--no-check", flags.skipsCheck,
        "Skip the check against the operators' definitions, which takes seconds to minutes; a project then keeps no times");
}

namespace {

/// "conv1=16:32"
Result<std::vector<FixedLayout>> readFixedLayouts(const std::vector<std::string>& texts)
{
    std::vector<FixedLayout> held;
    for (const std::string& text : texts) {
        const size_t equals = std::min(text.rfind('='), text.size());
        const std::vector<std::string> blocks = splitText(std::string_view(text).substr(std::min(equals + 1, text.size())), ':');
        const auto data = parseNumber<int64_t>(blocks.front());
        const auto output = parseNumber<int64_t>(blocks.back());
        if (equals == 0 || blocks.size() != 2 || data.value_or(-1) < 0 || output.value_or(-1) < 0) {
            return fail(ErrorCode::InvalidArgument, "--hold expects NODE=IN:OUT, as in conv1=16:32, not '{}'", text);
        }
        held.push_back({text.substr(0, equals), {*data}, {*output}});
    }
    return held;
}

} // namespace

Result<WholeNetwork> wholeOf(const Output& output, const NetworkFlags& flags)
{
    CodeWorker compiler;
    const auto shapes = TRY(readShapes(flags.options, flags.network));
    const auto target = TRY(readTarget(flags.options.target, compiler));
    WholeNetwork whole{flags.network, {}, target, flags.threads, flags.worker};
    whole.shapes.assign(shapes.shapes.begin(), shapes.shapes.end());
    whole.held = TRY(readFixedLayouts(flags.held));
    TRY(readPrecision(output, flags.precision, whole));
    return whole;
}

Result<OpenNetwork> openNetwork(const Output& output, const NetworkFlags& flags, bool usesKept)
{
    const auto whole = TRY(wholeOf(output, flags));
    return knobscope::openNetwork(whole, flags.project, {!flags.skipsCache, usesKept, !flags.skipsCheck},
                                  [&](const Sentence& sentence) { output.note("knobscope-cli: " + sentence.message); });
}

} // namespace knobscope::cli
