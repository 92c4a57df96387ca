// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <span>

namespace knobscope {

/// A shared library opened at run time, so that the program starts without it. Never closed: drivers start threads of their own.
class RuntimeLibrary
{
public:
    /// Opens the library named by the environment variable, and only that, if it is set; else the first of `names` that can be
    /// opened. NotFound lists what was tried.
    static Result<RuntimeLibrary> open(const char* environment, std::span<const char* const> names);

    /// Sets `function` to a symbol's address; returns false if the library does not have it.
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
