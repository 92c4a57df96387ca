// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/preparedwork.h"

#include "core/base/member.h"
#include "core/store/meta.h"
#include "core/tuning/namedfiles.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

namespace {

constexpr const char* kEditsKey = "prepared edits";
constexpr const char* kQueueKey = "prepared queue";
constexpr size_t kMaxQueued = 300; // creating a task takes a moment, and files may be untrusted

Result<QueuedTask> queuedFromJson(const nlohmann::json& json, const std::string& projectPath, std::vector<Sentence>& problems)
{
    auto task = TRY(taskFromJson(memberOr(json, "task", nlohmann::json())));
    QueuedTask queued;
    queued.task.label = memberOr(json, "label", task.name);
    queued.task.task = std::move(task);
    queued.task.options = runOptionsFromJson(memberOr(json, "run", nlohmann::json()));
    queued.task.options.log.clear(); // a project must not choose where to write or what to read elsewhere
    if (std::string& transfer = queued.task.options.transfer; !isOwnTransfer(projectPath, transfer)) {
        problems.push_back(phrase("{} waits without the earlier results of {}, which is not in the project's folder; if you "
                                  "trust them, queue it again with them",
                                  queued.task.label, transfer));
        transfer = "none";
    }
    queued.measuring = optionsFromJson(memberOr(json, "measure", nlohmann::json()));
    return queued;
}

nlohmann::json queueToJson(const std::vector<QueuedTask>& queue)
{
    nlohmann::json out = nlohmann::json::array();
    for (const QueuedTask& queued : queue) {
        out.push_back({{"task", taskToJson(queued.task.task)},
                       {"label", queued.task.label},
                       {"run", runOptionsToJson(queued.task.options)},
                       {"measure", queued.measuring}});
    }
    return out;
}

} // namespace

nlohmann::json preparedEditsToJson(const std::map<std::string, std::vector<SpaceEdit>>& edits)
{
    nlohmann::json out = nlohmann::json::object();
    for (const auto& [task, list] : edits) {
        out[task] = editsToJson(list);
    }
    return out;
}

std::map<std::string, std::vector<SpaceEdit>> preparedEditsFromJson(const nlohmann::json& json, std::vector<Sentence>& problems)
{
    std::map<std::string, std::vector<SpaceEdit>> out;
    if (!json.is_object()) {
        return out;
    }
    for (const auto& [task, list] : json.items()) {
        if (auto edits = editsFromJson(list)) {
            out.emplace(task, std::move(*edits));
        } else {
            problems.push_back(phrase("The edits of {} cannot be read: {}", task, edits.error()));
        }
    }
    return out;
}

Result<PreparedWork> preparedWork(Project& project)
{
    const auto edits = TRY(metaValue(project, kEditsKey));
    const auto queue = TRY(metaValue(project, kQueueKey));
    PreparedWork work;
    work.edits = preparedEditsFromJson(edits, work.problems);
    for (const auto& entry : queue.is_array() ? queue : nlohmann::json::array()) {
        if (work.queue.size() + work.problems.size() >= kMaxQueued) {
            work.problems.push_back(phrase("Only the first {} tasks of the queue are restored", kMaxQueued));
            break;
        }
        if (auto queued = queuedFromJson(entry, project.path(), work.problems)) {
            work.queue.push_back(std::move(*queued));
        } else {
            work.problems.push_back(phrase("A task of the queue cannot be restored: {}", queued.error()));
        }
    }
    return work;
}

Result<void> storePreparedWork(const std::string& projectPath, const PreparedWork& work)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadWrite));
    return setMetaValues(project, {{kEditsKey, preparedEditsToJson(work.edits)}, {kQueueKey, queueToJson(work.queue)}});
}

} // namespace knobscope
