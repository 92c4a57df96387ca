// SPDX-License-Identifier: GPL-3.0-or-later
// Our declarations of the driver's entry points against NVIDIA's own header, where there is one.
#include "core/device/cuda/cudaapi.h"

#include <cuda.h>

#include <QTest>

using namespace knobscope;

namespace {

template<class A, class B>
constexpr bool sameArgument = sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>;

template<class A, class B>
struct SameShape : std::false_type {
};
template<class R, class... A, class S, class... B>
    requires(sizeof...(A) == sizeof...(B))
struct SameShape<R (*)(A...), S (*)(B...)> : std::bool_constant<(sizeof(R) == sizeof(S)) && (... && sameArgument<A, B>)> {
};

template<class A>
constexpr bool fits(A, auto ours)
{
    return SameShape<A, decltype(ours)>::value;
}

constexpr CudaApi api{};
static_assert(fits(&cuInit, api.init));
static_assert(fits(&cuDriverGetVersion, api.driverGetVersion));
static_assert(fits(&cuGetErrorName, api.getErrorName));
static_assert(fits(&cuGetErrorString, api.getErrorString));
static_assert(fits(&cuDeviceGetCount, api.deviceGetCount));
static_assert(fits(&cuDeviceGet, api.deviceGet));
static_assert(fits(&cuDeviceGetName, api.deviceGetName));
static_assert(fits(&cuDeviceGetAttribute, api.deviceGetAttribute));
static_assert(fits(&cuDeviceTotalMem_v2, api.deviceTotalMem));
static_assert(fits(&cuDeviceGetPCIBusId, api.deviceGetPciBusId));
static_assert(fits(&cuDevicePrimaryCtxRetain, api.primaryContextRetain));
static_assert(fits(&cuDevicePrimaryCtxRelease_v2, api.primaryContextRelease));
static_assert(fits(&cuCtxSetCurrent, api.contextSetCurrent));
static_assert(fits(&cuCtxSynchronize, api.contextSynchronize));
static_assert(fits(&cuMemGetInfo_v2, api.memGetInfo));
static_assert(fits(&cuMemAlloc_v2, api.memAlloc));
static_assert(fits(&cuMemFree_v2, api.memFree));
static_assert(fits(&cuMemcpyHtoD_v2, api.copyToDevice));
static_assert(fits(&cuMemcpyDtoH_v2, api.copyToHost));
static_assert(fits(&cuMemsetD8_v2, api.memsetBytes));
static_assert(fits(&cuModuleLoadDataEx, api.moduleLoadDataEx));
static_assert(fits(&cuModuleUnload, api.moduleUnload));
static_assert(fits(&cuModuleGetFunction, api.moduleGetFunction));
static_assert(fits(&cuFuncSetAttribute, api.functionSetAttribute));
static_assert(fits(&cuLaunchKernel, api.launchKernel));
static_assert(fits(&cuEventCreate, api.eventCreate));
static_assert(fits(&cuEventRecord, api.eventRecord));
static_assert(fits(&cuEventSynchronize, api.eventSynchronize));
static_assert(fits(&cuEventElapsedTime, api.eventElapsedTime));
static_assert(fits(&cuEventDestroy_v2, api.eventDestroy));

static_assert(CudaCode::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(CudaCode::kStubLibrary == CUDA_ERROR_STUB_LIBRARY && CudaCode::kDeviceUnavailable == CUDA_ERROR_DEVICE_UNAVAILABLE);
static_assert(CudaCode::kNoDevice == CUDA_ERROR_NO_DEVICE && CudaCode::kInvalidDevice == CUDA_ERROR_INVALID_DEVICE);
static_assert(CudaCode::kInvalidImage == CUDA_ERROR_INVALID_IMAGE && CudaCode::kNoBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(CudaCode::kEccUncorrectable == CUDA_ERROR_ECC_UNCORRECTABLE && CudaCode::kInvalidPtx == CUDA_ERROR_INVALID_PTX);
static_assert(CudaCode::kNoJitCompiler == CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
static_assert(CudaCode::kUnsupportedPtxVersion == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
static_assert(CudaCode::kIllegalAddress == CUDA_ERROR_ILLEGAL_ADDRESS && CudaCode::kLaunchTimeout == CUDA_ERROR_LAUNCH_TIMEOUT);
static_assert(CudaCode::kLaunchOutOfResources == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
static_assert(CudaCode::kSystemNotReady == CUDA_ERROR_SYSTEM_NOT_READY && CudaCode::kUnknown == CUDA_ERROR_UNKNOWN);
static_assert(CudaCode::kSystemDriverMismatch == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);

static_assert(CudaAttribute::kThreadsPerBlock == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(CudaAttribute::kBlockX + 2 == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
static_assert(CudaAttribute::kGridX + 2 == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
static_assert(CudaAttribute::kSharedPerBlock == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
static_assert(CudaAttribute::kWarpSize == CU_DEVICE_ATTRIBUTE_WARP_SIZE);
static_assert(CudaAttribute::kRegistersPerBlock == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
static_assert(CudaAttribute::kClockKhz == CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
static_assert(CudaAttribute::kMultiprocessors == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(CudaAttribute::kMemoryClockKhz == CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
static_assert(CudaAttribute::kMemoryBusBits == CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
static_assert(CudaAttribute::kL2Bytes == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(CudaAttribute::kThreadsPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
static_assert(CudaAttribute::kCapabilityMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(CudaAttribute::kCapabilityMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(CudaAttribute::kSharedPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
static_assert(CudaAttribute::kRegistersPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
static_assert(CudaAttribute::kSharedPerBlockOptin == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(CudaAttribute::kBlocksPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
static_assert(CudaFunctionAttribute::kMaxDynamicSharedBytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);

} // namespace

class TestCudaApi : public QObject
{
    Q_OBJECT
private slots:
    void declarationsAreNvidias()
    {
        QVERIFY(sizeof(CudaAddress) == sizeof(CUdeviceptr) && sizeof(CudaDeviceHandle) == sizeof(CUdevice));
        QVERIFY(CU_JIT_ERROR_LOG_BUFFER == 5 && CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES == 6);
    }
};

QTEST_GUILESS_MAIN(TestCudaApi)
#include "tst_cudaapi.moc"
