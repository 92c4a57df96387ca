// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// Maps names of the IR to C++ identifiers: "y.outer" becomes y_outer. Names in scope are unique; a name is free again when
/// its scope closes.
class CudaIdentifiers
{
public:
    CudaIdentifiers();

    void openScope() { m_scopes.emplace_back(); }
    void closeScope();
    /// Returns a name for the variable or buffer `id` until the innermost scope closes; `wanted` if it is free.
    std::string declare(const void* id, const std::string& wanted);
    /// Returns a name for something without an identity.
    std::string declare(const std::string& wanted) { return declare(nullptr, wanted); }
    /// The name of a declared variable or buffer.
    const std::string& nameOf(const void* id) const { return m_names.at(id); }

    /// Letters, digits and underscores, no leading digit, no keyword.
    static std::string identifier(const std::string& name);

private:
    struct Entry {
        const void* id;
        std::string name;
    };
    std::map<const void*, std::string> m_names;
    std::map<std::string, int> m_used; ///< number of uses of the name in scope
    std::vector<std::vector<Entry>> m_scopes;
};

} // namespace knobscope
