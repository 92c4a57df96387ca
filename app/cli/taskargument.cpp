// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/taskargument.h"

#include "core/base/readjson.h"
#include "core/network/extract.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/target/targetdevice.h"
#include "core/target/targetoptions.h"
#include "core/template/template.h"

#include <algorithm>
#include <iterator>

namespace knobscope::cli {

namespace {

struct Workload {
    std::string name;
    nlohmann::json args;
};

Result<Workload> readWorkload(const std::string& text)
{
    const auto read = readJson(text, "TASK");
    if (!read) {
        return fail(ErrorCode::InvalidArgument,
                    "{}; an AutoTVM workload looks like '[\"dense_pack.x86\", [\"TENSOR\", [1,512], \"float32\"], …]'",
                    read.error());
    }
    const nlohmann::json& json = *read;
    if (!json.is_array() || json.empty() || !json[0].is_string()) {
        return fail(ErrorCode::InvalidArgument, "A workload is a JSON array whose first item is the template's name");
    }
    Workload workload{json[0].get<std::string>(), json};
    workload.args.erase(0);
    return workload;
}

Result<Workload> workloadOfNetwork(const std::string& text, const TaskOptions& options, const Target& target)
{
    if (text.find(':') == std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    "'{}' is not a task; write NETWORK:N as listed by `knobscope-cli tasks NETWORK`, or a workload in JSON",
                    text);
    }
    const Network network = TRY(networkOf(text, options));
    const std::string id = network.id() + text.substr(text.rfind(':')); // its name may end with a shape
    const auto task = TRY(findTask({&network, 1}, id, target));
    return Workload{task.task, task.args};
}

bool isWorkload(const std::string& argument)
{
    const size_t first = argument.find_first_not_of(" \t\n");
    return first != std::string::npos && argument[first] == '[';
}

Result<Workload> workloadOfFile(const std::string& path, const TaskOptions& options)
{
    const auto source = TRY(readScheduleFile(path));
    const auto sizes = TRY(readSizes(options.sizes));
    auto made = withPrefix(path, workloadOfText(source, nameOfScheduleFile(path), sizes));
    const auto workload = TRY(std::move(made));
    return Workload{workload.name, workload.args};
}

Result<Workload> workloadOfTask(const std::string& argument, const TaskOptions& options, const Target& target)
{
    if (isScheduleFile(argument)) {
        return workloadOfFile(argument, options);
    }
    if (!options.sizes.empty()) {
        return fail(ErrorCode::InvalidArgument, "--size is for .sched files, but '{}' is not one", argument.substr(0, 80));
    }
    return isWorkload(argument) ? readWorkload(argument) : workloadOfNetwork(argument, options, target);
}

/// The workload in the form that readWorkload parses.
std::string workloadText(const Task& task)
{
    nlohmann::json whole = task.args;
    whole.insert(whole.begin(), task.name);
    return whole.dump();
}

} // namespace

Result<Network> networkOf(const std::string& id, const TaskOptions& options)
{
    const auto import = TRY(readShapes(options, id));
    return networkFor(id, import);
}

bool isScheduleFile(const std::string& argument)
{
    return argument.ends_with(".sched");
}

Result<TextSizes> readSizes(const std::vector<std::string>& texts)
{
    TextSizes sizes;
    for (const std::string& text : texts) {
        const auto [name, value] = TRY(parseSize(text));
        sizes[name] = value;
    }
    return sizes;
}

Result<Target> readTarget(const std::string& text, CodeWorker& compiler)
{
    if (text.empty()) {
        return hostTarget();
    }
    auto target = TRY(parseTarget(text));
    for (const auto check : {checkTargetOptions, checkModel, checkTarget}) {
        TRY(check(target));
    }
    TRY(compiler.tryTarget(target));
    return target;
}

std::string typedTask(const std::string& argument)
{
    return argument.substr(0, argument.find_last_not_of(' ') + 1);
}

std::string withoutTemplate(const std::string& task)
{
    const size_t number = task.rfind(':');
    return number == std::string::npos ? task : task.substr(0, task.find('/', number));
}

std::string labelOf(const std::string& argument, const Task& task)
{
    return isWorkload(argument) || isScheduleFile(argument) ? task.name : argument;
}

Result<std::vector<std::string>> readAlternatives(const std::string& argument, const TaskOptions& options, CodeWorker& compiler)
{
    const auto target = TRY(readTarget(options.target, compiler));
    const auto workload = TRY(workloadOfTask(argument, options, target));
    std::vector<std::string> out;
    std::ranges::transform(extraTasksOf(workload.name, workload.args, target), std::back_inserter(out), workloadText);
    return out;
}

Result<std::optional<std::string>> readAutotvmTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler)
{
    const auto target = TRY(readTarget(options.target, compiler));
    const auto workload = TRY(workloadOfTask(argument, options, target));
    const auto found = findTemplate(workload.name);
    if (!found || !(*found)->isExtra) {
        return typedTask(argument);
    }
    if (const std::string plain = withoutTemplate(argument); !isWorkload(argument) && plain != argument) {
        return plain;
    }
    const auto task = autotvmTaskOf(workload.name, workload.args, target);
    return task ? std::optional(workloadText(*task)) : std::nullopt;
}

Result<Task> readTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler)
{
    const auto target = TRY(readTarget(options.target, compiler));
    const auto workload = TRY(workloadOfTask(argument, options, target));
    std::vector<SpaceEdit> edits;
    for (const std::string& text : options.edits) {
        auto edit = TRY(parseEdit(text));
        edits.push_back(std::move(edit));
    }
    auto made = makeTask(workload.name, workload.args, target, edits);
    auto task = TRY(isScheduleFile(argument) ? withPrefix(argument, std::move(made)) : std::move(made));
    TRY(checkUserEdits(task.templateSpace, edits));
    return task;
}

} // namespace knobscope::cli
