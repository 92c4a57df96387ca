// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// Names of the IR as identifiers of CUDA C++: "y.outer" becomes y_outer. What is in scope has a name of its own; what left
/// its scope gives its name back.
class CudaIdentifiers
{
public:
    CudaIdentifiers();

    void openScope() { m_scopes.emplace_back(); }
    void closeScope();
    /// A name for the variable or buffer `id` until the innermost scope closes; `wanted` where it is free.
    std::string declare(const void* id, const std::string& wanted);
    /// A name for something without an identity.
    std::string declare(const std::string& wanted) { return declare(nullptr, wanted); }
    /// The name of something declared.
    const std::string& of(const void* id) const { return m_names.at(id); }

    /// Letters, digits and underscores, no digit first, no keyword.
    static std::string identifier(const std::string& name);

private:
    struct Entry {
        const void* id;
        std::string name;
    };
    std::map<const void*, std::string> m_names;
    std::map<std::string, int> m_used; ///< how many things in scope have the name
    std::vector<std::vector<Entry>> m_scopes;
};

} // namespace knobscope
