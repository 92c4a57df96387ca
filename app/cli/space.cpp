// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/base/numbertext.h"
#include "core/script/parse.h"
#include "core/space/counting.h"
#include "core/study/price.h"
#include "core/study/recordedspace.h"
#include "core/study/staircase.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

struct SpaceArguments {
    std::string task;
    std::string from;
    std::string project; ///< project whose runs give the rate
    int threads = 1;     ///< threads of the kernels in those runs
    bool cost = false;   ///< show what each constraint removes
    TaskOptions options;
};

std::string countText(const SpaceCount& count)
{
    return count.exact ? groupedNumber(count.low)
                       : groupedNumber(count.low) + " to " + groupedNumber(count.high) + " (estimated)";
}

nlohmann::json countJson(const SpaceCount& count)
{
    return {{"low", count.low}, {"high", count.high}, {"exact", count.exact}};
}

Result<std::optional<MeasuredRate>> rateOf(const SpaceArguments& a, const Task& task)
{
    if (a.project.empty()) {
        return boundRate(task, a.threads);
    }
    auto project = TRY(Project::open(a.project, Project::Mode::ReadOnly));
    auto measured = TRY(measuredRate(project, task, a.threads));
    return measured ? std::move(measured) : boundRate(task, a.threads);
}

nlohmann::json priceJson(const SpacePrice& price, const Sentence& text)
{
    nlohmann::json out{
        {"more_low", price.moreLow}, {"more_high", price.moreHigh}, {"factor", price.factor}, {"text", text.message}};
    if (price.rate) {
        out["grid_seconds"] = price.gridSeconds;
        out["grid_seconds_more"] = price.gridSecondsMore;
    }
    if (price.rate && price.rate->isGuessed) {
        out["guessed_trials_per_second"] = price.rate->trialsPerSecond;
    } else if (price.rate) {
        out["rate"] = {{"trials_per_second", price.rate->trialsPerSecond},
                       {"run", price.rate->run},
                       {"task", price.rate->label},
                       {"same_task", price.rate->sameTask},
                       {"ended", price.rate->ended}};
    }
    return out;
}

/// The configs that each constraint removes: a JSON list and text lines.
Answer costs(const ConfigSpace& space)
{
    nlohmann::json list = nlohmann::json::array();
    std::string text = space.constraints().empty() ? "No constraint removes anything.\n" : "";
    for (const ConstraintEffect& effect : countEffects(space).constraints) {
        nlohmann::json item{{"constraint", effect.text},
                            {"removes", countJson(effect.removes)},
                            {"removes_alone", countJson(effect.removesExclusively)}};
        text += phrase("{} removes {} (config|configs), {} of which no other constraint removes", effect.text,
                       countText(effect.removes), countText(effect.removesExclusively))
                    .message;
        if (effect.example >= 0) {
            ConfigEntity example{effect.example, {}};
            const auto digits = space.digits(effect.example);
            for (size_t k = 0; k < digits.size(); ++k) {
                example.values.emplace_back(space.knobs()[k].name(), space.knobs()[k].at(digits[k]));
            }
            item["example"] = {{"index", effect.example}, {"entity", entityToJson(example)}};
            text += ", for example " + entityText(example);
        }
        text += "\n";
        list.push_back(std::move(item));
    }
    return {std::move(list), std::move(text)};
}

/// Meanings of the knobs by name, of those whose template states them: a JSON object and a text line.
Answer meanings(const ConfigSpace& space)
{
    nlohmann::json list = nlohmann::json::object();
    std::string text;
    for (const Knob& knob : space.knobs()) {
        if (!knob.meaning().empty()) {
            list[knob.name()] = knob.meaning().message;
            text += (text.empty() ? "" : "; ") + knob.name() + ": " + knob.meaning().message;
        }
    }
    return {std::move(list), text.empty() ? text : text + "\n"};
}

/// A schedule by hand without knobs is one config, whose space has nothing to show if it is illegal: fails as `schedule run`
/// does.
Result<void> checkOnlyConfig(const SpaceArguments& a, const Task& task)
{
    if (!isScheduleFile(a.task) || !task.space.knobs().empty()) {
        return {};
    }
    const auto source = TRY(readScheduleFile(a.task));
    const auto sizes = TRY(readSizes(a.options.sizes));
    const auto stairs = TRY(openStaircase(source, nameOfScheduleFile(a.task), sizes, task.target));
    if (stairs.isValid()) {
        return {};
    }
    const StairStep& last = stairs.steps.back();
    const Error error(ErrorCode::IllegalSchedule, last.note);
    return fail(ErrorCode::IllegalSchedule, "{}: {}", a.task,
                last.place ? errorAt(*last.place, ErrorCode::IllegalSchedule, error) : error);
}

Result<Exit> showTaskSpace(const Output& output, const SpaceArguments& a)
{
    CodeWorker compiler;
    const auto task = TRY(readTask(a.task, a.options, compiler));
    TRY(checkOnlyConfig(a, task));
    const auto rate = TRY(rateOf(a, task));
    const SpaceCount count = task.space.validCount();
    const SpacePrice price = priceOf(task.templateSpace.validCount(), count, rate);
    const bool isEdited = !task.edits.empty();
    const Sentence cost = priceSentence(price, isEdited);
    Answer meaning = meanings(task.space);
    nlohmann::json document{{"task", task.name},
                            {"len", count.low},
                            {"range_length", task.space.rangeLength()},
                            {"text", task.space.text()},
                            {"meanings", std::move(meaning.json)},
                            {"template_len", price.before.low},
                            {"edits", editsToJson(task.edits)},
                            {"price", priceJson(price, cost)}};
    if (!count.exact) {
        document["len_at_most"] = count.high;
    }
    std::string text = task.space.text() + "\n" + meaning.text;
    if (isEdited) {
        text += sizeSentence(price, isEdited).message + "\n";
    }
    const Sentence source = rateSourceSentence(rate, rate ? dayOf(rate->ended) : "");
    if (isEdited || !source.empty()) {
        text += cost.message + "\n";
    }
    text += source.empty() ? "" : source.message + "\n";
    if (a.cost) {
        const Answer removed = costs(task.space);
        document["constraints"] = removed.json;
        text += removed.text;
    }
    return output.answer(document, text);
}

} // namespace

void addSpaceCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<SpaceArguments>();
    CLI::App* command = app.add_subcommand("space", "Show a task's config space, what edits change, and what they cost");
    command->add_option("TASK", a->task, kTaskForms);
    command->add_option("--from", a->from)->group(""); // removed
    addTaskOptions(*command, a->options);
    command->add_option("--project", a->project, "Project whose finished runs give the trial rate of this machine");
    command->add_option("--threads", a->threads, "Cores that a kernel runs on in those trials")->check(between(1, 1024));
    command->add_flag("--cost", a->cost, "Show how many configs each constraint removes, with an example");
    whenChosen(*command, action, [=, &output]() -> Result<Exit> {
        if (!a->from.empty()) {
            return fail(ErrorCode::InvalidArgument,
                        "--from was removed; name a task, or describe a space as a template (docs/extra-templates.md)");
        }
        if (a->task.empty()) {
            return fail(ErrorCode::InvalidArgument, "Give a TASK (--help shows the usage)");
        }
        return showTaskSpace(output, *a);
    });
}

} // namespace knobscope::cli
