// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/strings.h"
#include "core/template/all.h"
#include "core/template/template.h"
#include "core/template/user_schedule.h"

#include <algorithm>

namespace knobscope {

const std::vector<Template>& templates()
{
#define MAKE(function) function(),
    static const std::vector<Template> all{KNOBSCOPE_TEMPLATES(MAKE)};
#undef MAKE
    return all;
}

Result<const Template*> findTemplate(std::string_view name)
{
    if (name.starts_with(kUserPrefix)) {
        return &userTemplate(name.starts_with(kUserGpuPrefix));
    }
    std::vector<std::string> names;
    for (const Template& candidate : templates()) {
        const bool isAlias = std::find(candidate.aliases.begin(), candidate.aliases.end(), name) != candidate.aliases.end();
        if (candidate.name == name || isAlias) {
            return &candidate;
        }
        names.push_back(candidate.name);
    }
    return fail(ErrorCode::NotFound, "There is no template '{}'; the nearest is '{}' (`knobscope-cli templates` lists all)", name,
                sortBySimilarity(name, std::move(names)).front());
}

} // namespace knobscope
