// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/study/searchtables.h"
#include "core/task/speedunit.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

struct ProposalArguments {
    std::string path;
    int64_t run = 0;
    int64_t trial = 0;
    std::vector<std::string> map;
};

Result<size_t> knobNamed(const SearchHistory& history, const std::string& name)
{
    const auto& knobs = history.trials.task->space.knobs();
    const auto found = std::ranges::find(knobs, name, &Knob::name);
    if (found == knobs.end()) {
        return fail(ErrorCode::NotFound, "{} has no knob '{}'", history.trials.label, name);
    }
    return static_cast<size_t>(found - knobs.begin());
}

Result<Exit> showTrial(const Output& output, const SearchHistory& history, size_t trial)
{
    const Sentence why = whyProposed(history, trial);
    const Sentence result = whatCameOfIt(history, trial);
    const Table knobs = originsTable(history, trial);
    const TrialPoint point = history.trials.trials[trial].point;
    return output.answer({{"trial", point.number},
                          {"index", point.index},
                          {"gflops", history.measured[trial]},
                          {"best_before", history.bestBefore(trial)},
                          {"reason", reasonToJson(history.reason(trial))},
                          {"text", why.message},
                          {"result", result.message},
                          {"knobs", knobs.toJson()}},
                         fmt::format("{}\n{}\n{}\n\n{}",
                                     phrase("Trial {}, config {}, {:.4g} {}", point.number, point.index, history.measured[trial],
                                            unitText(speedUnitOf(*history.trials.task))),
                                     why, result, knobs.toText()));
}

Result<Exit> showMap(const Output& output, const SearchHistory& history, size_t trial, const std::vector<std::string>& names)
{
    const auto x = TRY(knobNamed(history, names[0]));
    const auto y = TRY(knobNamed(history, names[1]));
    const auto map = TRY(beliefMap(history, trial, x, y));
    const Table table = beliefTable(history, map, x, y);
    return output.answer({{"trial", history.trials.trials[trial].point.number},
                          {"trials_before", map.trials},
                          {"knobs", names},
                          {"is_score", map.isScore},
                          {"cells", table.toJson()}},
                         table.toText());
}

Result<Exit> proposals(const Output& output, const ProposalArguments& arguments)
{
    auto project = TRY(Project::open(arguments.path, Project::Mode::ReadOnly));
    const auto history = TRY(searchHistory(project, arguments.run));
    if (arguments.trial == 0 && arguments.map.empty()) {
        return output.answer(
            "proposals", proposalsTable(history),
            {{"tuner", history.tuner}, {"speeds", toText(speedUnitOf(*history.trials.task))}, {"flops_counted", "autotvm"}});
    }
    const auto& trials = history.trials.trials;
    const int64_t number = arguments.trial > 0 ? arguments.trial : trials.empty() ? 1 : trials.back().point.number;
    const auto found = trials.find(arguments.run, number);
    if (!found) {
        return fail(ErrorCode::NotFound, "Run {} has no trial {}", arguments.run, number);
    }
    return arguments.map.empty() ? showTrial(output, history, *found) : showMap(output, history, *found, arguments.map);
}

} // namespace

void addProposalsCommand(CLI::App& app, const Output& output, Action& action)
{
    auto arguments = std::make_shared<ProposalArguments>();
    CLI::App* command =
        app.add_subcommand("proposals", "Show why a run's tuner proposed each config, and what it believed about the others");
    addProjectArgument(*command, arguments->path);
    command->add_option("RUN", arguments->run, "Number of the run")->required();
    command->add_option("--trial", arguments->trial, "Show one trial: the origin of each knob's value, and the result")
        ->check(between(1, kMaxTrials));
    command
        ->add_option("--map", arguments->map,
                     "Show what the tuner believed before the trial (default: the last) about all pairs of values of two knobs: "
                     "tile_y,tile_x")
        ->delimiter(',')
        ->expected(2);
    whenChosen(*command, action, [=, &output] { return proposals(output, *arguments); });
}

} // namespace knobscope::cli
