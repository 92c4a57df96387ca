// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/all.h"

#include <algorithm>

namespace knobscope {

std::span<const Operator> operators()
{
    static const std::vector<Operator> all = [] {
        std::vector<Operator> list;
#define NAME(function) function,
        for (const auto part : {KNOBSCOPE_OPERATORS(NAME)}) {
#undef NAME
            const std::vector<Operator> some = part();
            list.insert(list.end(), some.begin(), some.end());
        }
        std::sort(list.begin(), list.end(), [](const Operator& a, const Operator& b) { return a.name < b.name; });
        return list;
    }();
    return all;
}

const Operator* findOperator(std::string_view name)
{
    const auto all = operators();
    const auto found = std::lower_bound(all.begin(), all.end(), name,
                                        [](const Operator& op, std::string_view wanted) { return op.name < wanted; });
    return found != all.end() && found->name == name ? &*found : nullptr;
}

} // namespace knobscope
