// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/space/spacejson.h"

#include <CLI/CLI.hpp>

#include <fstream>

namespace knobscope::cli {

namespace {

std::string grouped(int64_t number)
{
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<size_t>(at), ",");
    }
    return digits;
}

Exit ofTask(const Output& output, const std::string& argument, const TaskOptions& options)
{
    const auto task = readTask(argument, options);
    if (!task) {
        return output.failure(task.error());
    }
    const SpaceCount count = task->space.validCount();
    const int64_t before = task->templateSpace.validCount().low;
    if (output.isJson()) {
        nlohmann::json document{{"task", task->name}, {"len", count.low}, {"range_length", task->space.rangeLength()},
                                {"text", task->space.text()}, {"template_len", before}, {"edits", editsToJson(task->edits)}};
        if (!count.exact) {
            document["len_at_most"] = count.high;
        }
        output.document(document);
        return Exit::Success;
    }
    std::string text = task->space.text() + "\n";
    if (!task->edits.empty()) {
        const std::string size = count.exact ? grouped(count.low) : grouped(count.low) + " to " + grouped(count.high);
        text += fmt::format("{} configs, {} in the template (x{:.4g})\n", size, grouped(before),
                            static_cast<double>(count.low) / static_cast<double>(before));
    }
    output.text(text);
    return Exit::Success;
}

Exit ofFile(const Output& output, const std::string& path)
{
    std::ifstream stream(path);
    if (!stream) {
        return output.failure({ErrorCode::NotFound, fmt::format("There is no file {}", path)});
    }
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (json.is_discarded()) {
        return output.failure({ErrorCode::Parse, fmt::format("{} is not JSON; is it cut off?", path)});
    }
    const nlohmann::json cases = json.is_object() && json.contains("cases") ? json["cases"]
        : json.is_array()                                                   ? json
                                                                            : nlohmann::json::array({json});
    nlohmann::json described = nlohmann::json::array();
    std::string text;
    for (const auto& item : cases.is_array() ? cases : nlohmann::json::array()) {
        auto one = describeCase(item);
        if (!one) {
            return output.failure({one.error().code, fmt::format("{}: {}", path, one.error().message)});
        }
        text += (*one)["space_repr"].get<std::string>() + "\n";
        described.push_back(std::move(*one));
    }
    output.isJson() ? output.document({{"cases", described}}) : output.text(text);
    return Exit::Success;
}

} // namespace

void addSpaceCommand(CLI::App& app, const Output& output, Action& action)
{
    auto argument = std::make_shared<std::string>();
    auto from = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    CLI::App* command = app.add_subcommand("space", "A task's config space, and what edits make of it");
    command->add_option("TASK", *argument, "NETWORK:N, or an AutoTVM workload as JSON");
    command->add_option("--edit", options->edits, "A change, e.g. 'auto_unroll_max_step+=1024'; may be repeated")->take_all()->allow_extra_args(false);
    command->add_option("--target", options->target, "The task's target (default: this machine's CPU)");
    command->add_option("--from", *from, "Knob definitions in a JSON file instead of a task");
    command->callback([=, &output, &action] {
        if (argument->empty() == from->empty()) {
            throw CLI::ValidationError("space", "give a TASK or --from FILE.json");
        }
        action = [=, &output] { return from->empty() ? ofTask(output, *argument, *options) : ofFile(output, *from); };
    });
}

} // namespace knobscope::cli
