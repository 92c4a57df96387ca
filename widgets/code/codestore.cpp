// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/codestore.h"

#include <algorithm>

namespace knobscope {

CodeStore::Code CodeStore::find(const CodeKey& key) const
{
    const std::string kernel = kernelKey(*key.task, key.index);
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.kernel == kernel; });
    return found == m_entries.end() ? nullptr : found->code;
}

void CodeStore::insert(const CodeKey& key, Code code)
{
    const auto isWhole = [](const LevelText& level) { return level.problem.empty(); };
    if (!std::all_of(code->levels.begin(), code->levels.end(), isWhole)) {
        return;
    }
    m_entries.push_front({kernelKey(*key.task, key.index), std::move(code)});
    if (m_entries.size() > most) {
        m_entries.pop_back();
    }
}

CodeStore::Code generateCode(const CodeKey& key, CodeWorker& compiler, const std::atomic<bool>& stop)
{
    const auto entity = key.task->space.at(key.index);
    if (!entity) {
        KernelCode refused;
        for (LevelText& level : refused.levels) {
            level.problem = entity.error().message;
        }
        return std::make_shared<const KernelCode>(std::move(refused));
    }
    return std::make_shared<const KernelCode>(compiler.code(*key.task, *entity, &stop));
}

} // namespace knobscope
