// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/runtimelibrary.h"

#include <dlfcn.h>

#include <cstdlib>
#include <vector>

namespace knobscope {

Result<RuntimeLibrary> RuntimeLibrary::open(const char* environment, std::span<const char* const> names)
{
    std::vector<std::string> tried(names.begin(), names.end());
    if (const char* wanted = std::getenv(environment); wanted && *wanted) {
        tried = {wanted};
    }
    for (const std::string& name : tried) {
        if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return RuntimeLibrary(handle, name);
        }
    }
    const char* const why = ::dlerror();
    return fail(ErrorCode::NotFound, "{} cannot be opened ({})", tried.empty() ? "" : tried.front(), why ? why : "no reason given");
}

void* RuntimeLibrary::symbol(const char* name) const
{
    return ::dlsym(m_handle, name);
}

} // namespace knobscope
