// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tasklist.h"

#include "core/task/task.h"

namespace knobscope::cli {

Result<TaskList> listTasks(const ExtractedTasks& extracted, const Target& target)
{
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"id", "template", "shape", "layers", "GFLOPs (2*MAC)", "(AutoTVM)", "configs"},
                    {false, false, false, true, true, true, true});
    for (const NetworkTask& item : extracted.tasks) {
        const auto task = TRY(makeTask(item.task, item.args, target));
        const int64_t length = task.space.rangeLength();
        list.push_back({{"id", item.id},
                        {"task", item.task},
                        {"args", item.args},
                        {"shape", item.shape},
                        {"count", item.count},
                        {"extra", item.isExtra},
                        {"len", length},
                        {"gflops", item.plainFlops / 1e9},
                        {"autotvm_gflops", task.autotvmFlops / 1e9}});
        if (item.isExtra) {
            list.back()["alternative_to"] = item.id.substr(0, item.id.find('/', item.id.rfind(':')));
        }
        table.add({item.id, item.task, item.shape, std::to_string(item.count), fmt::format("{:.3f}", item.plainFlops / 1e9),
                   fmt::format("{:.3f}", task.autotvmFlops / 1e9), std::to_string(length)});
    }
    return TaskList{std::move(list), table.text()};
}

} // namespace knobscope::cli
