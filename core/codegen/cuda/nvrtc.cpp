// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/nvrtc.h"

#include <dlfcn.h>
#include <glob.h>
#include <sys/stat.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace knobscope {

namespace {

/// libnvrtc in this process; never closed.
struct NvrtcLibrary {
    void* handle = nullptr;
    std::string path;
};

constexpr std::array<const char*, 6> kSonames{"libnvrtc.so.13",   "libnvrtc.so.12",   "libnvrtc.so.11.2",
                                              "libnvrtc.so.11.1", "libnvrtc.so.11.0", "libnvrtc.so"};
/// Install locations of toolkits and Python packages; the last of several matches is the newest.
constexpr std::array<const char*, 10> kLibraryFolders{
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
        // On its first compilation NVRTC loads its builtins by name only. A toolkit unknown to the loader has them in its own
        // folder, so load them from there beforehand.
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
                    why ? why : "unknown reason");
    }
    for (const std::string& path : matching(named + "/libnvrtc.so*")) {
        if (void* handle = openFile(path)) {
            return NvrtcLibrary{handle, path};
        }
    }
    return fail(ErrorCode::Unsupported, "KNOBSCOPE_NVRTC names the folder '{}', which contains no libnvrtc that can be opened",
                named);
}

/// Opens $KNOBSCOPE_NVRTC, and only that, if it is set; see Nvrtc::open.
Result<NvrtcLibrary> openNvrtcLibrary()
{
    if (const char* named = std::getenv("KNOBSCOPE_NVRTC"); named && *named) {
        return openNamed(named);
    }
    for (const char* soname : kSonames) {
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
    patterns.insert(patterns.end(), kLibraryFolders.begin(), kLibraryFolders.end());
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

// nvrtcResult; its values are unchanged since version 7.
constexpr int kSuccess = 0;
constexpr int kInvalidOption = 5;
constexpr int kCompilationFailed = 6;

template<class Function>
bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

Result<Nvrtc> Nvrtc::open()
{
    const auto [library, path] = TRY(openNvrtcLibrary());
    Nvrtc out;
    Functions& f = out.m_call;
    const bool complete = find(library, "nvrtcVersion", f.version) && find(library, "nvrtcCreateProgram", f.create)
                       && find(library, "nvrtcDestroyProgram", f.destroy) && find(library, "nvrtcCompileProgram", f.compile)
                       && find(library, "nvrtcGetProgramLogSize", f.logSize) && find(library, "nvrtcGetProgramLog", f.log)
                       && find(library, "nvrtcGetPTXSize", f.ptxSize) && find(library, "nvrtcGetPTX", f.ptx)
                       && find(library, "nvrtcGetErrorString", f.errorText);
    int major = 0;
    int minor = 0;
    if (!complete || f.version(&major, &minor) != kSuccess) {
        return fail(ErrorCode::Unsupported,
                    "{} is not NVRTC: it lacks its functions. Name the correct libnvrtc in KNOBSCOPE_NVRTC", path);
    }
    out.m_path = path;
    out.m_version = major * 1000 + minor * 10;
    // Missing in 11.0: then PTX only, and no list of architectures.
    if (!find(library, "nvrtcGetCUBINSize", f.cubinSize) || !find(library, "nvrtcGetCUBIN", f.cubin)) {
        f.cubin = nullptr;
    }
    int count = 0;
    if (find(library, "nvrtcGetNumSupportedArchs", f.countArchitectures)
        && find(library, "nvrtcGetSupportedArchs", f.architectures) && f.countArchitectures(&count) == kSuccess && count > 0) {
        out.m_supported.resize(static_cast<size_t>(count));
        if (f.architectures(out.m_supported.data()) != kSuccess) {
            out.m_supported.clear();
        }
        std::sort(out.m_supported.begin(), out.m_supported.end());
    }
    return out;
}

Result<void> Nvrtc::check(const CudaArchitecture& architecture) const
{
    if (m_supported.empty() || std::find(m_supported.begin(), m_supported.end(), architecture.capability) != m_supported.end()) {
        return {};
    }
    const bool isOlder = architecture.capability < m_supported.front();
    return fail(ErrorCode::Unsupported, "NVRTC {} does not support {}: it compiles for sm_{}. {}", versionText(),
                architecture.text(), fmt::join(m_supported, ", sm_"),
                isOlder ? phrase("That architecture is too old for it; install an older CUDA toolkit, or use another -arch")
                        : phrase("Use another -arch, or install a newer CUDA toolkit"));
}

std::string Nvrtc::logOf(Program program) const
{
    size_t size = 0;
    if (m_call.logSize(program, &size) != kSuccess || size <= 1) {
        return {};
    }
    std::string log(size, '\0');
    if (m_call.log(program, log.data()) != kSuccess) {
        return {};
    }
    log.resize(log.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
    return log;
}

Result<std::vector<std::byte>> Nvrtc::codeOf(Program program, DeviceImageFormat format) const
{
    const bool isPtx = format == DeviceImageFormat::Ptx;
    size_t size = 0;
    int problem = isPtx ? m_call.ptxSize(program, &size) : m_call.cubinSize(program, &size);
    std::vector<std::byte> code(size);
    if (problem == kSuccess) {
        auto* const to = reinterpret_cast<char*>(code.data());
        problem = isPtx ? m_call.ptx(program, to) : m_call.cubin(program, to);
    }
    if (problem != kSuccess || code.empty()) {
        return fail(ErrorCode::Internal, "NVRTC {} compiled the kernel but returned no {}: {}", versionText(),
                    isPtx ? "PTX" : "cubin", m_call.errorText(problem));
    }
    return code;
}

Result<Nvrtc::Output> Nvrtc::compile(const std::string& source, const std::string& name, const Options& options) const
{
    TRY(check(options.architecture));
    const bool isPtx = options.format == DeviceImageFormat::Ptx;
    if (!isPtx && !m_call.cubin) {
        return fail(ErrorCode::Unsupported, "NVRTC {} cannot generate cubins; use PTX, or install CUDA 11.1 or newer",
                    versionText());
    }
    std::string architecture = options.architecture.text();
    if (isPtx) {
        architecture.replace(0, 3, "compute_");
    }
    const std::string choose = "--gpu-architecture=" + architecture;
    std::vector<const char*> arguments{choose.c_str(), "--std=c++17"};
    if (!isPtx) {
        arguments.push_back("--ptxas-options=-v"); // registers and spills in the log, at no cost
    }
    if (options.lines) {
        arguments.push_back("-lineinfo");
    }
    if (options.quick) {
        arguments.push_back("--Ofast-compile=mid");
    }
    Program program = nullptr;
    if (const int problem = m_call.create(&program, source.c_str(), name.c_str(), 0, nullptr, nullptr); problem != kSuccess) {
        return fail(ErrorCode::Internal, "NVRTC does not accept program {}: {}", name, m_call.errorText(problem));
    }
    int problem = m_call.compile(program, static_cast<int>(arguments.size()), arguments.data());
    if (problem == kInvalidOption && options.quick) {
        arguments.pop_back();
        problem = m_call.compile(program, static_cast<int>(arguments.size()), arguments.data());
    }
    Output out;
    out.log = logOf(program);
    Result<Output> outcome = fail(
        problem == kCompilationFailed || problem == kInvalidOption ? ErrorCode::InvalidArgument : ErrorCode::Internal,
        "NVRTC {} for {}: {}{}{}", versionText(), architecture, m_call.errorText(problem), out.log.empty() ? "" : "\n", out.log);
    if (problem == kSuccess) {
        outcome = codeOf(program, options.format).map([&](std::vector<std::byte>&& code) {
            out.bytes = std::move(code);
            return std::move(out);
        });
    }
    m_call.destroy(&program);
    return outcome;
}

std::vector<std::pair<std::string, KernelResources>> resourcesIn(const std::string& log)
{
    std::vector<std::pair<std::string, KernelResources>> out;
    std::istringstream stream(log);
    long long first = 0;
    long long second = 0;
    long long third = 0;
    for (std::string line; std::getline(stream, line);) {
        if (const size_t at = line.find("entry function '"); at != std::string::npos) {
            const size_t begin = at + 16;
            out.emplace_back(line.substr(begin, line.find('\'', begin) - begin), KernelResources());
            continue;
        }
        if (out.empty()) {
            continue;
        }
        KernelResources& of = out.back().second;
        if (const size_t at = line.find(" bytes stack frame"); at != std::string::npos) {
            const size_t begin = line.find_last_of(" .:", at - 1) + 1;
            if (std::sscanf(line.c_str() + begin, "%lld bytes stack frame, %lld bytes spill stores, %lld", &first, &second,
                            &third)
                == 3) {
                of.stackBytes = first;
                of.spillStoreBytes = second;
                of.spillLoadBytes = third;
            }
        } else if (const size_t used = line.find("Used "); used != std::string::npos) {
            // "Used 32 registers, used 1 barriers, 160 bytes cumulative stack size, 1024 bytes smem, 400 bytes cmem[0]"
            std::istringstream parts(line.substr(used));
            for (std::string part; std::getline(parts, part, ',');) {
                const size_t digit = part.find_first_of("0123456789");
                const long long value = digit == std::string::npos ? 0 : std::atoll(part.c_str() + digit);
                if (part.find("registers") != std::string::npos) {
                    of.registers = static_cast<int>(value);
                } else if (part.find("barriers") != std::string::npos) {
                    of.barriers = static_cast<int>(value);
                } else if (part.find("smem") != std::string::npos) {
                    of.staticSharedBytes = value;
                }
            }
        }
    }
    return out;
}

} // namespace knobscope
