// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace knobscope {

/// The subset of NVIDIA's driver API in use, declared here so that building needs no CUDA toolkit. Names, numbers and signatures
/// match the driver's (cuda.h); a test compares them with that header if it is installed.
using CudaStatus = int;
using CudaDeviceHandle = int;
using CudaAddress = unsigned long long;
using CudaHandle = void*; ///< a context, module, function, stream or event

/// Status codes that are handled specially.
struct CudaCode {
    static constexpr CudaStatus kSuccess = 0;
    static constexpr CudaStatus kInvalidValue = 1;
    static constexpr CudaStatus kOutOfMemory = 2;
    static constexpr CudaStatus kStubLibrary = 34;
    static constexpr CudaStatus kDeviceUnavailable = 46;
    static constexpr CudaStatus kNoDevice = 100;
    static constexpr CudaStatus kInvalidDevice = 101;
    static constexpr CudaStatus kInvalidImage = 200;
    static constexpr CudaStatus kNoBinaryForGpu = 209;
    static constexpr CudaStatus kEccUncorrectable = 214;
    static constexpr CudaStatus kInvalidPtx = 218;
    static constexpr CudaStatus kNoJitCompiler = 221;
    static constexpr CudaStatus kUnsupportedPtxVersion = 222;
    static constexpr CudaStatus kIllegalAddress = 700;
    static constexpr CudaStatus kLaunchOutOfResources = 701;
    static constexpr CudaStatus kLaunchTimeout = 702;
    static constexpr CudaStatus kSystemNotReady = 802;
    static constexpr CudaStatus kSystemDriverMismatch = 803;
    static constexpr CudaStatus kUnknown = 999;
};

/// CUdevice_attribute.
struct CudaAttribute {
    static constexpr int kThreadsPerBlock = 1;
    static constexpr int kBlockX = 2; ///< y and z follow
    static constexpr int kGridX = 5;  ///< y and z follow
    static constexpr int kSharedPerBlock = 8;
    static constexpr int kWarpSize = 10;
    static constexpr int kRegistersPerBlock = 12;
    static constexpr int kClockKhz = 13;
    static constexpr int kMultiprocessors = 16;
    static constexpr int kMemoryClockKhz = 36;
    static constexpr int kMemoryBusBits = 37;
    static constexpr int kL2Bytes = 38;
    static constexpr int kThreadsPerMultiprocessor = 39;
    static constexpr int kCapabilityMajor = 75;
    static constexpr int kCapabilityMinor = 76;
    static constexpr int kSharedPerMultiprocessor = 81;
    static constexpr int kRegistersPerMultiprocessor = 82;
    static constexpr int kSharedPerBlockOptin = 97;
    static constexpr int kBlocksPerMultiprocessor = 106;
};

/// CUfunction_attribute.
struct CudaFunctionAttribute {
    static constexpr int kMaxDynamicSharedBytes = 8;
};

/// The entry points, as resolved by CudaDriver.
struct CudaApi {
    CudaStatus (*init)(unsigned flags) = nullptr;
    CudaStatus (*driverGetVersion)(int* version) = nullptr;
    CudaStatus (*getErrorName)(CudaStatus status, const char** text) = nullptr;
    CudaStatus (*getErrorString)(CudaStatus status, const char** text) = nullptr;
    CudaStatus (*deviceGetCount)(int* count) = nullptr;
    CudaStatus (*deviceGet)(CudaDeviceHandle* device, int ordinal) = nullptr;
    CudaStatus (*deviceGetName)(char* name, int length, CudaDeviceHandle device) = nullptr;
    CudaStatus (*deviceGetAttribute)(int* value, int attribute, CudaDeviceHandle device) = nullptr;
    CudaStatus (*deviceTotalMem)(size_t* bytes, CudaDeviceHandle device) = nullptr;
    CudaStatus (*deviceGetPciBusId)(char* id, int length, CudaDeviceHandle device) = nullptr;
    CudaStatus (*primaryContextRetain)(CudaHandle* context, CudaDeviceHandle device) = nullptr;
    CudaStatus (*primaryContextRelease)(CudaDeviceHandle device) = nullptr;
    CudaStatus (*contextSetCurrent)(CudaHandle context) = nullptr;
    CudaStatus (*contextSynchronize)() = nullptr;
    CudaStatus (*memGetInfo)(size_t* free, size_t* total) = nullptr;
    CudaStatus (*memAlloc)(CudaAddress* address, size_t bytes) = nullptr;
    CudaStatus (*memFree)(CudaAddress address) = nullptr;
    CudaStatus (*copyToDevice)(CudaAddress to, const void* from, size_t bytes) = nullptr;
    CudaStatus (*copyToHost)(void* to, CudaAddress from, size_t bytes) = nullptr;
    CudaStatus (*memsetBytes)(CudaAddress address, unsigned char value, size_t count) = nullptr;
    CudaStatus (*moduleLoadDataEx)(CudaHandle* module, const void* image, unsigned options, int* names, void** values) = nullptr;
    CudaStatus (*moduleUnload)(CudaHandle module) = nullptr;
    CudaStatus (*moduleGetFunction)(CudaHandle* function, CudaHandle module, const char* name) = nullptr;
    CudaStatus (*functionSetAttribute)(CudaHandle function, int attribute, int value) = nullptr;
    CudaStatus (*launchKernel)(CudaHandle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                               unsigned blockY, unsigned blockZ, unsigned sharedBytes, CudaHandle stream, void** parameters,
                               void** extra) = nullptr;
    CudaStatus (*eventCreate)(CudaHandle* event, unsigned flags) = nullptr;
    CudaStatus (*eventRecord)(CudaHandle event, CudaHandle stream) = nullptr;
    CudaStatus (*eventSynchronize)(CudaHandle event) = nullptr;
    CudaStatus (*eventElapsedTime)(float* milliseconds, CudaHandle start, CudaHandle end) = nullptr;
    CudaStatus (*eventDestroy)(CudaHandle event) = nullptr;
};

} // namespace knobscope
