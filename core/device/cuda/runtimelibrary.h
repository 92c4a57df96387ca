// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <span>

namespace knobscope {

/// A shared library that is opened when the program runs, so that the program starts without it. Never closed: drivers
/// start threads of their own.
class RuntimeLibrary
{
public:
    /// The library named by the environment variable, which alone is tried when it is set, else the first of `names` that can
    /// be opened. NotFound says what was tried.
    static Result<RuntimeLibrary> open(const char* environment, std::span<const char* const> names);

    /// Sets `function` to a symbol's address; false when the library has none of that name.
    template<class Function>
    bool resolve(const char* name, Function& function) const
    {
        void* const address = symbol(name);
        function = reinterpret_cast<Function>(address);
        return address != nullptr;
    }
    const std::string& name() const { return m_name; }

private:
    RuntimeLibrary(void* handle, std::string name)
        : m_handle(handle)
        , m_name(std::move(name))
    {
    }
    void* symbol(const char* name) const;
    void* m_handle = nullptr;
    std::string m_name;
};

} // namespace knobscope
