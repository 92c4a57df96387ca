// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/preparedwork.h"

#include "core/base/member.h"
#include "core/script/text.h"
#include "core/store/meta.h"
#include "core/tuning/namedfiles.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr const char* kEditsKey = "prepared edits";
constexpr const char* kQueueKey = "prepared queue";
constexpr const char* kSchedulesKey = "prepared schedules";
constexpr size_t kMaxSchedules = 200;
constexpr size_t kMaxTimes = 2000; // lines of a text
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

nlohmann::json schedulesToJson(const std::vector<KeptSchedule>& schedules)
{
    nlohmann::json out = nlohmann::json::array();
    for (const KeptSchedule& schedule : schedules) {
        out.push_back({{"name", schedule.name}, {"text", schedule.text}, {"times", keptTimesToJson(schedule.times)}});
    }
    return out;
}

std::vector<KeptTime> timesOf(const nlohmann::json& schedule)
{
    std::vector<KeptTime> times;
    const auto list = memberOr(schedule, "times", nlohmann::json::array());
    for (const auto& entry : list.is_array() && list.size() <= kMaxTimes ? list : nlohmann::json::array()) {
        KeptTime time{memberOr(entry, "line", std::string()), memberOr(entry, "seconds", 0.0), memberOr(entry, "speedup", 0.0)};
        if (time.seconds > 0 && time.speedup > 0) {
            times.push_back(std::move(time));
        }
    }
    return times;
}

void readSchedules(const nlohmann::json& json, PreparedWork& work)
{
    for (const auto& entry : json.is_array() ? json : nlohmann::json::array()) {
        KeptSchedule schedule{memberOr(entry, "name", std::string()), memberOr(entry, "text", std::string()), timesOf(entry)};
        if (work.schedules.size() >= kMaxSchedules) {
            work.problems.push_back(phrase("Only the first {} schedules are restored", kMaxSchedules));
            return;
        }
        if (schedule.name.empty() || schedule.text.size() > kMaxScriptBytes || findSchedule(work.schedules, schedule.name)) {
            work.problems.push_back(phrase("A schedule of the project cannot be read: {}", schedule.name.substr(0, 100)));
        } else {
            work.schedules.push_back(std::move(schedule));
        }
    }
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

nlohmann::json keptTimesToJson(std::span<const KeptTime> times)
{
    nlohmann::json out = nlohmann::json::array();
    for (const KeptTime& time : times) {
        out.push_back({{"line", time.line}, {"seconds", time.seconds}, {"speedup", time.speedup}});
    }
    return out;
}

const KeptSchedule* findSchedule(const std::vector<KeptSchedule>& schedules, const std::string& name)
{
    const auto found = std::ranges::find(schedules, name, &KeptSchedule::name);
    return found == schedules.end() ? nullptr : &*found;
}

bool putSchedule(std::vector<KeptSchedule>& schedules, KeptSchedule schedule)
{
    const KeptSchedule* const known = findSchedule(schedules, schedule.name);
    if (known ? *known == schedule : schedule.text.empty()) {
        return false;
    }
    std::erase_if(schedules, [&](const KeptSchedule& kept) { return kept.name == schedule.name; });
    if (!schedule.text.empty()) {
        schedules.push_back(std::move(schedule));
    }
    return true;
}

Result<PreparedWork> preparedWork(Project& project)
{
    const auto edits = TRY(metaValue(project, kEditsKey));
    const auto queue = TRY(metaValue(project, kQueueKey));
    PreparedWork work;
    work.edits = preparedEditsFromJson(edits, work.problems);
    readSchedules(TRY(metaValue(project, kSchedulesKey)), work);
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
    return setMetaValues(project, {{kEditsKey, preparedEditsToJson(work.edits)},
                                   {kQueueKey, queueToJson(work.queue)},
                                   {kSchedulesKey, schedulesToJson(work.schedules)}});
}

} // namespace knobscope
