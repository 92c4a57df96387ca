// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/codestore.h"

#include <algorithm>

namespace knobscope {

CodeStore::Code CodeStore::find(const CodeKey& key) const
{
    const auto found =
        std::ranges::find(m_entries, key.isValid() ? kernelKey(*key.task, key.index) : std::string(), &Entry::kernel);
    return found == m_entries.end() ? nullptr : found->code;
}

void CodeStore::insert(const CodeKey& key, Code code)
{
    const auto isWhole = [](const LevelText& level) { return level.problem.empty(); };
    if (code && !find(key) && std::ranges::all_of(code->levels, isWhole)) {
        m_entries.push_front({kernelKey(*key.task, key.index), std::move(code)});
        m_entries.resize(std::min(m_entries.size(), most));
    }
}

CodeStore::Code generateCode(const CodeKey& key, CodeWorker& compiler, const std::atomic<bool>& stop)
{
    const auto entity = key.task->space.at(key.index);
    if (!entity) {
        KernelCode refused;
        for (LevelText& level : refused.levels) {
            level.problem = entity.error();
        }
        return std::make_shared<const KernelCode>(std::move(refused));
    }
    return std::make_shared<const KernelCode>(compiler.code(*key.task, *entity, &stop));
}

} // namespace knobscope
