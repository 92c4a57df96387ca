// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <fmt/core.h>

#include <map>
#include <set>
#include <string>
#include <utility>

namespace knobscope {

/// Generates unique names for values added to a graph.
class UniqueNames
{
public:
    UniqueNames() = default;
    explicit UniqueNames(std::set<std::string> taken)
        : m_taken(std::move(taken))
    {
    }
    /// Knows the names of the graph's values.
    explicit UniqueNames(const Graph& graph)
    {
        for (const Value& value : graph.values) {
            m_taken.insert(value.name);
        }
    }

    /// Returns `wanted`, or "NAME (2)", "NAME (3)", … if it is taken, and reserves the name.
    std::string reserve(const std::string& wanted)
    {
        std::string name = wanted;
        for (int& number = m_last.emplace(wanted, 1).first->second; !m_taken.insert(name).second;) {
            name = fmt::format("{} ({})", wanted, ++number);
        }
        return name;
    }

private:
    std::set<std::string> m_taken;
    std::map<std::string, int> m_last; ///< last number used for each wanted name
};

} // namespace knobscope
