// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/architecture.h"
#include "core/codegen/deviceimage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Machine code for one architecture, or PTX.
enum class DeviceImageFormat : uint8_t { Cubin, Ptx };

/// NVIDIA's run-time compiler, opened on demand: the program itself links no CUDA library. A value type; copies share the
/// library, which stays open for the rest of the process. Thread-safe.
class Nvrtc
{
public:
    /// Opens $KNOBSCOPE_NVRTC (the library or its folder) if set, else searches the loader's path, then the default CUDA
    /// folders and Python packages, newest version first. Fails with Unsupported, stating what to install.
    static Result<Nvrtc> open();

    struct Options {
        CudaArchitecture architecture;
        DeviceImageFormat format = DeviceImageFormat::Cubin;
        /// Compiles with less optimization: 54 ms instead of 132 for a typical kernel (`--Ofast-compile=mid`), for a first
        /// filter. Ignored by versions that do not support it.
        bool quick = false;
        bool lines = false; ///< emits `.loc` directives: the source line of each instruction
    };
    struct Output {
        std::vector<std::byte> bytes; ///< PTX is null-terminated
        std::string log; ///< warnings; for a cubin also the assembler's figures
    };
    /// Errors contain the whole log. For an unsupported architecture, the error lists the supported ones.
    Result<Output> compile(const std::string& source, const std::string& name, const Options& options) const;

    int version() const { return m_version; } ///< 13000 for 13.0
    /// "13.0"
    std::string versionText() const { return fmt::format("{}.{}", m_version / 1000, m_version % 1000 / 10); }
    const std::string& path() const { return m_path; } ///< as passed to the loader
    const std::vector<int>& capabilities() const { return m_supported; } ///< ascending; empty: this version cannot list them

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

/// The assembler's figures for each kernel in a log ("Used 32 registers, …"); empty if the log has none.
std::vector<std::pair<std::string, KernelResources>> resourcesIn(const std::string& log);

} // namespace knobscope
