// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/architecture.h"
#include "core/codegen/deviceimage.h"

#include <string>
#include <vector>

namespace knobscope {

/// NVIDIA's run-time compiler, opened when it is needed: the program itself links nothing of CUDA. A value; copies share the
/// library, which stays open for the rest of the process. All calls may come from several threads at once.
class Nvrtc
{
public:
    /// Looks where $KNOBSCOPE_NVRTC says (the library or its folder), else through the loader's own search, then in the usual
    /// CUDA folders and Python packages, newest version first. Unsupported says what to install.
    static Result<Nvrtc> open();

    struct Options {
        CudaArchitecture architecture;
        DeviceImageFormat format = DeviceImageFormat::Cubin;
        /// Less optimization: 54 ms instead of 132 for a typical kernel (`--Ofast-compile=mid`), for a first filter. Ignored by
        /// versions that do not know it.
        bool quick = false;
        bool lines = false; ///< `.loc` directives: the source line of each instruction
    };
    struct Output {
        std::vector<std::byte> bytes; ///< PTX ends with a zero byte
        std::string log; ///< warnings; for a cubin the assembler's figures too
    };
    /// Errors carry the whole log. An architecture that this version does not know is refused with those it knows.
    Result<Output> compile(const std::string& source, const std::string& name, const Options& options) const;

    int version() const { return m_version; } ///< 13000 for 13.0
    /// "13.0"
    std::string versionText() const { return fmt::format("{}.{}", m_version / 1000, m_version % 1000 / 10); }
    const std::string& path() const { return m_path; } ///< as the loader was asked for it
    const std::vector<int>& capabilities() const { return m_supported; } ///< ascending; empty: this version does not say

private:
    using Program = struct OpaqueProgram*;
    struct Functions {
        int (*version)(int*, int*) = nullptr;
        int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
        int (*destroy)(Program*) = nullptr;
        int (*compile)(Program, int, const char* const*) = nullptr;
        int (*logSize)(Program, size_t*) = nullptr;
        int (*log)(Program, char*) = nullptr;
        int (*ptxSize)(Program, size_t*) = nullptr;
        int (*ptx)(Program, char*) = nullptr;
        int (*cubinSize)(Program, size_t*) = nullptr;
        int (*cubin)(Program, char*) = nullptr;
        int (*countArchitectures)(int*) = nullptr;
        int (*architectures)(int*) = nullptr;
        const char* (*errorText)(int) = nullptr;
    };

    Nvrtc() = default;
    Result<void> check(const CudaArchitecture& architecture) const;
    std::string logOf(Program program) const;
    Result<std::vector<std::byte>> codeOf(Program program, DeviceImageFormat format) const;

    Functions m_call;
    std::string m_path;
    int m_version = 0;
    std::vector<int> m_supported;
};

/// What the assembler's part of a log says of each kernel ("Used 32 registers, …"); nothing for a log without figures.
std::vector<std::pair<std::string, KernelResources>> resourcesIn(const std::string& log);

} // namespace knobscope
