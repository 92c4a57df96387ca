// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/core.h>

#include <map>
#include <set>
#include <string>
#include <utility>

namespace knobscope {

/// The names of a graph's values, among them those that its file uses later, for whoever adds values.
class UniqueNames
{
public:
    UniqueNames() = default;
    explicit UniqueNames(std::set<std::string> taken)
        : m_taken(std::move(taken))
    {
    }

    /// The name wanted, or the next one like it that is free, "NAME (2)"; it is taken from then on.
    std::string take(const std::string& wanted)
    {
        std::string name = wanted;
        for (int& number = m_last.emplace(wanted, 1).first->second; !m_taken.insert(name).second;) {
            name = fmt::format("{} ({})", wanted, ++number);
        }
        return name;
    }

private:
    std::set<std::string> m_taken;
    std::map<std::string, int> m_last; ///< number of the last name that was made, by the name wanted
};

} // namespace knobscope
