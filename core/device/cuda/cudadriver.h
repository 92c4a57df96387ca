// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/cudaapi.h"
#include "core/device/cuda/runtimelibrary.h"

#include <memory>

namespace knobscope {

/// NVIDIA's driver, libcuda.so.1 (or the library that KNOBSCOPE_LIBCUDA names), opened and initialised.
class CudaDriver
{
public:
    /// NotFound when no driver is installed, Unsupported when the one that is cannot be used; both say what to do.
    static Result<std::shared_ptr<const CudaDriver>> open();

    const CudaApi& api() const { return m_api; }
    /// The newest CUDA that it understands, 1000 * major + 10 * minor: 12040 is 12.4.
    int version() const { return m_version; }
    std::string versionText() const { return versionText(m_version); }
    static std::string versionText(int version);

    /// What a status means, after `what` was attempted ("Loading the kernel"). The code tells callers what to do: LimitExceeded
    /// for lack of memory, Timeout and Crashed when the context is lost and the process must start anew, NotFound when the
    /// device is gone, Unsupported for code that this driver cannot take.
    Error error(CudaStatus status, const Sentence& what) const;
    /// That, unless it is success.
    Result<void> check(CudaStatus status, const Sentence& what) const;

private:
    CudaDriver(RuntimeLibrary library)
        : m_library(std::move(library))
    {
    }
    Result<void> resolve();
    RuntimeLibrary m_library;
    CudaApi m_api;
    int m_version = 0;
};

/// Whether a failure means that the process's context is lost: everything after it fails too.
bool isSticky(const Error& error);

} // namespace knobscope
