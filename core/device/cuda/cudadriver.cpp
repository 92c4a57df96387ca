// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/cudadriver.h"

namespace knobscope {

namespace {

ErrorCode codeOf(CudaStatus status)
{
    switch (status) {
    case CudaCode::kOutOfMemory: return ErrorCode::LimitExceeded;
    case CudaCode::kLaunchTimeout: return ErrorCode::Timeout;
    case CudaCode::kDeviceUnavailable:
    case CudaCode::kNoDevice:
    case CudaCode::kInvalidDevice:
    case CudaCode::kEccUncorrectable: return ErrorCode::NotFound;
    case CudaCode::kInvalidImage:
    case CudaCode::kNoBinaryForGpu:
    case CudaCode::kInvalidPtx:
    case CudaCode::kNoJitCompiler:
    case CudaCode::kUnsupportedPtxVersion: return ErrorCode::Unsupported;
    case CudaCode::kInvalidValue:
    case CudaCode::kLaunchOutOfResources: return ErrorCode::InvalidArgument;
    default: break;
    }
    const bool isLost = status >= CudaCode::kIllegalAddress && status <= 730; // kernel faults
    return isLost || status == CudaCode::kUnknown ? ErrorCode::Crashed : ErrorCode::Internal;
}

/// Advice for the user; empty if the driver's own message suffices.
Sentence remedyOf(CudaStatus status)
{
    switch (status) {
    case CudaCode::kIllegalAddress: return phrase("the kernel accessed memory outside of its buffers");
    case CudaCode::kLaunchTimeout: return phrase("the kernel exceeded the display's time limit");
    case CudaCode::kLaunchOutOfResources: return phrase("a block needs more registers or shared memory than the device has");
    case CudaCode::kUnsupportedPtxVersion:
        return phrase(
            "the code is PTX of a newer CUDA than the driver supports; update the driver or use a cubin (NVRTC with -arch)");
    case CudaCode::kNoBinaryForGpu: return phrase("the code was compiled for another architecture; check -arch");
    case CudaCode::kEccUncorrectable: return phrase("the device's memory is faulty; reset the device");
    case CudaCode::kDeviceUnavailable: return phrase("another program uses the device exclusively, or the device has failed");
    case CudaCode::kNoDevice: return phrase("no CUDA device is visible; check CUDA_VISIBLE_DEVICES and nvidia-smi");
    case CudaCode::kStubLibrary:
        return phrase("the toolkit's stub was loaded instead of the driver; remove it from the library path");
    case CudaCode::kSystemDriverMismatch: return phrase("driver and kernel module have different versions; restart the machine");
    case CudaCode::kSystemNotReady: return phrase("the machine's fabric manager is not running");
    default: return {};
    }
}

} // namespace

std::string CudaDriver::versionText(int version)
{
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Error CudaDriver::error(CudaStatus status, const Sentence& what) const
{
    const char* name = nullptr;
    const char* text = nullptr;
    const bool isNamed = m_api.getErrorName(status, &name) == CudaCode::kSuccess && name;
    if (m_api.getErrorString(status, &text) != CudaCode::kSuccess || !text) {
        text = "";
    }
    const Sentence remedy = remedyOf(status);
    return {codeOf(status), phrase("{} failed: {} ({})", what, remedy.empty() ? Sentence(text) : remedy,
                                   isNamed ? Sentence(name) : phrase("unknown error"))};
}

Result<void> CudaDriver::check(CudaStatus status, const Sentence& what) const
{
    return status == CudaCode::kSuccess ? Result<void>() : tl::make_unexpected(error(status, what));
}

Result<void> CudaDriver::resolve()
{
    std::string missing;
    const auto find = [&](const char* name, auto& function) {
        if (!m_library.resolve(name, function) && missing.empty()) {
            missing = name;
        }
    };
    find("cuInit", m_api.init);
    find("cuDriverGetVersion", m_api.driverGetVersion);
    find("cuGetErrorName", m_api.getErrorName);
    find("cuGetErrorString", m_api.getErrorString);
    find("cuDeviceGetCount", m_api.deviceGetCount);
    find("cuDeviceGet", m_api.deviceGet);
    find("cuDeviceGetName", m_api.deviceGetName);
    find("cuDeviceGetAttribute", m_api.deviceGetAttribute);
    find("cuDeviceTotalMem_v2", m_api.deviceTotalMem);
    find("cuDeviceGetPCIBusId", m_api.deviceGetPciBusId);
    find("cuDevicePrimaryCtxRetain", m_api.primaryContextRetain);
    find("cuDevicePrimaryCtxRelease_v2", m_api.primaryContextRelease);
    find("cuCtxSetCurrent", m_api.contextSetCurrent);
    find("cuCtxSynchronize", m_api.contextSynchronize);
    find("cuMemGetInfo_v2", m_api.memGetInfo);
    find("cuMemAlloc_v2", m_api.memAlloc);
    find("cuMemFree_v2", m_api.memFree);
    find("cuMemcpyHtoD_v2", m_api.copyToDevice);
    find("cuMemcpyDtoH_v2", m_api.copyToHost);
    find("cuMemsetD8_v2", m_api.memsetBytes);
    find("cuModuleLoadDataEx", m_api.moduleLoadDataEx);
    find("cuModuleUnload", m_api.moduleUnload);
    find("cuModuleGetFunction", m_api.moduleGetFunction);
    find("cuFuncSetAttribute", m_api.functionSetAttribute);
    find("cuLaunchKernel", m_api.launchKernel);
    find("cuEventCreate", m_api.eventCreate);
    find("cuEventRecord", m_api.eventRecord);
    find("cuEventSynchronize", m_api.eventSynchronize);
    find("cuEventElapsedTime", m_api.eventElapsedTime);
    find("cuEventDestroy_v2", m_api.eventDestroy);
    if (!missing.empty()) {
        return fail(ErrorCode::Unsupported,
                    "{} has no {}: it is not an NVIDIA driver, or it is older than CUDA 11; update the driver", m_library.name(),
                    missing);
    }
    return {};
}

Result<std::shared_ptr<const CudaDriver>> CudaDriver::open()
{
    // The last two are where containers and WSL mount the library without registering it with the loader.
    constexpr const char* names[] = {"libcuda.so.1", "libcuda.so", "/usr/local/nvidia/lib64/libcuda.so.1",
                                     "/usr/lib/wsl/lib/libcuda.so.1"};
    auto library = RuntimeLibrary::open("KNOBSCOPE_LIBCUDA", names);
    if (!library) {
        return fail(ErrorCode::NotFound,
                    "No NVIDIA driver is installed: {}; install the distribution's NVIDIA driver package "
                    "(Debian: nvidia-driver)",
                    library.error());
    }
    std::shared_ptr<CudaDriver> driver(new CudaDriver(std::move(*library)));
    TRY(driver->resolve());
    TRY(driver->check(driver->m_api.init(0), phrase("Starting the NVIDIA driver")));
    TRY(driver->check(driver->m_api.driverGetVersion(&driver->m_version), phrase("Querying the driver's version")));
    return driver;
}

bool isSticky(const Error& error)
{
    return error.code == ErrorCode::Crashed || error.code == ErrorCode::Timeout || error.code == ErrorCode::NotFound;
}

} // namespace knobscope
