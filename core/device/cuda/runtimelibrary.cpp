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
    std::string why;
    for (const std::string& name : tried) {
        if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return RuntimeLibrary(handle, name);
        }
        const char* const message = ::dlerror();
        why = why.empty() && message ? message : why; // error of the first name, the one expected to exist
    }
    return fail(ErrorCode::NotFound, "{}", why.empty() ? "no library is named" : why);
}

void* RuntimeLibrary::symbol(const char* name) const
{
    return ::dlsym(m_handle, name);
}

} // namespace knobscope
