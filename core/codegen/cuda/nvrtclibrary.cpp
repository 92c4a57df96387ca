// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/nvrtclibrary.h"

#include <dlfcn.h>
#include <glob.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace knobscope {

namespace {

constexpr std::array<const char*, 6> sonames{"libnvrtc.so.13",   "libnvrtc.so.12",   "libnvrtc.so.11.2",
                                             "libnvrtc.so.11.1", "libnvrtc.so.11.0", "libnvrtc.so"};
/// Where toolkits and Python's packages put it; of several matches the last in order is the newest.
constexpr std::array<const char*, 10> places{
    "/usr/local/cuda/lib64/libnvrtc.so*",
    "/usr/local/cuda-*/lib64/libnvrtc.so*",
    "/usr/local/cuda-*/targets/*/lib/libnvrtc.so*",
    "/opt/cuda/lib64/libnvrtc.so*",
    "/usr/lib/*/libnvrtc.so*",
    "/usr/local/lib/python3*/*-packages/nvidia/*/lib/libnvrtc.so*",
    "/usr/lib/python3*/*-packages/nvidia/*/lib/libnvrtc.so*",
    "/opt/*/lib/python3*/site-packages/nvidia/*/lib/libnvrtc.so*",
    "/opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib/libnvrtc.so*",
    "/opt/conda/lib/libnvrtc.so*",
};

bool isFolder(const std::string& path)
{
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::vector<std::string> matching(const std::string& pattern)
{
    std::vector<std::string> out;
    glob_t found{};
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) {
        out.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    }
    ::globfree(&found);
    std::reverse(out.begin(), out.end());
    // libnvrtc.alt.so is a second build of the same compiler.
    std::erase_if(out, [](const std::string& path) { return path.find(".alt.") != std::string::npos; });
    return out;
}

void* openFile(const std::string& path)
{
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const size_t slash = path.rfind('/');
    if (library && slash != std::string::npos) {
        // The compiler asks the loader for its builtins by name alone when it first compiles; a toolkit that the loader does
        // not know of has them beside it, and what is loaded already is found.
        for (const std::string& builtins : matching(path.substr(0, slash) + "/libnvrtc-builtins.so.*")) {
            dlopen(builtins.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        }
    }
    return library;
}

Result<NvrtcLibrary> openNamed(const std::string& named)
{
    if (!isFolder(named)) {
        if (void* handle = openFile(named)) {
            return NvrtcLibrary{handle, named};
        }
        const char* const why = dlerror();
        return fail(ErrorCode::Unsupported, "KNOBSCOPE_NVRTC names '{}', which cannot be opened: {}", named,
                    why ? why : "no reason");
    }
    for (const std::string& path : matching(named + "/libnvrtc.so*")) {
        if (void* handle = openFile(path)) {
            return NvrtcLibrary{handle, path};
        }
    }
    return fail(ErrorCode::Unsupported, "KNOBSCOPE_NVRTC names the folder '{}', which holds no libnvrtc that can be opened",
                named);
}

} // namespace

Result<NvrtcLibrary> openNvrtcLibrary()
{
    if (const char* named = std::getenv("KNOBSCOPE_NVRTC"); named && *named) {
        return openNamed(named);
    }
    for (const char* soname : sonames) {
        if (void* handle = openFile(soname)) {
            return NvrtcLibrary{handle, soname};
        }
    }
    std::vector<std::string> patterns;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        if (const char* folder = std::getenv(variable); folder && *folder) {
            patterns.push_back(std::string(folder) + "/lib64/libnvrtc.so*");
        }
    }
    patterns.insert(patterns.end(), places.begin(), places.end());
    for (const std::string& pattern : patterns) {
        for (const std::string& path : matching(pattern)) {
            if (void* handle = openFile(path)) {
                return NvrtcLibrary{handle, path};
            }
        }
    }
    return fail(ErrorCode::Unsupported,
                "NVRTC, which compiles CUDA C, is not installed: no libnvrtc.so.13, .12 or .11 was found. Install the package "
                "cuda-nvrtc of NVIDIA's CUDA toolkit (Debian: libnvrtc), or name the library in KNOBSCOPE_NVRTC");
}

} // namespace knobscope
