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
    /// Fails with NotFound if no driver is installed, Unsupported if it is unusable; both messages say what to do.
    static Result<std::shared_ptr<const CudaDriver>> open();

    const CudaApi& api() const { return m_api; }
    /// The newest CUDA version that it supports, 1000 * major + 10 * minor: 12040 is 12.4.
    int version() const { return m_version; }
    std::string versionText() const { return versionText(m_version); }
    static std::string versionText(int version);

    /// Describes a status after attempting `what` ("Loading the kernel"). The code tells callers how to react: LimitExceeded for
    /// lack of memory, Timeout and Crashed if the context is lost and the process must restart, NotFound if the device is gone,
    /// Unsupported for code that this driver cannot load.
    Error error(CudaStatus status, const Sentence& what) const;
    /// error(), unless the status is success.
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

/// Whether a failure means that the process's context is lost: all later calls fail too.
bool isSticky(const Error& error);

} // namespace knobscope
