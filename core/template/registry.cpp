// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/template.h"
#include "core/text/words.h"

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
    const Template* nearest = nullptr;
    size_t smallest = SIZE_MAX;
    for (const Template& candidate : templates()) {
        const bool isAlias = std::find(candidate.aliases.begin(), candidate.aliases.end(), name) != candidate.aliases.end();
        if (candidate.name == name || isAlias) {
            return &candidate;
        }
        if (const size_t distance = editDistance(name.substr(0, 100), candidate.name); distance < smallest) {
            smallest = distance;
            nearest = &candidate;
        }
    }
    return fail(ErrorCode::NotFound, "There is no template '{}'; the nearest is '{}' (`knobscope-cli templates` lists all)", name,
                nearest->name);
}

} // namespace knobscope
