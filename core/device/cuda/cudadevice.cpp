// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/cudadevice.h"

#include "core/base/numbertext.h"
#include "core/target/knowndevices.h"

#include <string_view>

namespace knobscope {

namespace {

Result<int> deviceCount(const CudaDriver& driver)
{
    int count = 0;
    TRY(driver.check(driver.api().deviceGetCount(&count), phrase("Counting CUDA devices")));
    return count;
}

} // namespace

Result<int> cudaOrdinal(std::string_view device)
{
    if (device.empty() || device == "cuda") {
        return 0;
    }
    const auto ordinal = device.starts_with("cuda:") ? parseNumber<int>(device.substr(5)) : std::nullopt;
    if (!ordinal || *ordinal < 0) {
        return fail(ErrorCode::InvalidArgument, "'{}' is not a device; write cuda:0 for the first one", device);
    }
    return *ordinal;
}

Result<DeviceDescription> describeCudaDevice(const CudaDriver& driver, int ordinal)
{
    const CudaApi& api = driver.api();
    const auto count = TRY(deviceCount(driver));
    if (ordinal < 0 || ordinal >= count) {
        return fail(ErrorCode::NotFound, "There is no cuda:{}: the driver reports {}", ordinal,
                    count == 0   ? phrase("no device (check CUDA_VISIBLE_DEVICES and nvidia-smi)")
                    : count == 1 ? phrase("one device, cuda:0")
                                 : phrase("{} devices, cuda:0 to cuda:{}", count, count - 1));
    }
    CudaDeviceHandle handle = 0;
    TRY(driver.check(api.deviceGet(&handle, ordinal), phrase("Opening cuda:{}", ordinal)));
    CudaStatus failed = CudaCode::kSuccess;
    const auto attribute = [&](int which) {
        int value = 0;
        const CudaStatus status = api.deviceGetAttribute(&value, which, handle);
        failed = failed == CudaCode::kSuccess ? status : failed;
        return value;
    };
    const ComputeCapability capability{attribute(CudaAttribute::kCapabilityMajor), attribute(CudaAttribute::kCapabilityMinor)};
    DeviceDescription d = architectureLimits(capability).value_or(anyCudaDevice());
    d.id = fmt::format("cuda:{}", ordinal);
    d.aliases.clear();
    d.capability = capability;
    d.driverCuda = driver.version();
    d.threadsPerBlock = attribute(CudaAttribute::kThreadsPerBlock);
    for (int i = 0; i < 3; ++i) {
        d.block[static_cast<size_t>(i)] = attribute(CudaAttribute::kBlockX + i);
        d.grid[static_cast<size_t>(i)] = attribute(CudaAttribute::kGridX + i);
    }
    d.sharedPerBlock = attribute(CudaAttribute::kSharedPerBlock);
    d.sharedPerBlockOptin = attribute(CudaAttribute::kSharedPerBlockOptin);
    d.sharedPerMultiprocessor = attribute(CudaAttribute::kSharedPerMultiprocessor);
    d.registersPerBlock = attribute(CudaAttribute::kRegistersPerBlock);
    d.registersPerMultiprocessor = attribute(CudaAttribute::kRegistersPerMultiprocessor);
    d.warp = attribute(CudaAttribute::kWarpSize);
    d.warpsPerMultiprocessor = d.warp > 0 ? attribute(CudaAttribute::kThreadsPerMultiprocessor) / d.warp : 0;
    d.blocksPerMultiprocessor = attribute(CudaAttribute::kBlocksPerMultiprocessor);
    d.multiprocessors = attribute(CudaAttribute::kMultiprocessors);
    d.clockMhz = attribute(CudaAttribute::kClockKhz) / 1000;
    d.l2Bytes = attribute(CudaAttribute::kL2Bytes);
    const double memoryHz = attribute(CudaAttribute::kMemoryClockKhz) * 1e3;
    d.bandwidth = 2 * memoryHz * attribute(CudaAttribute::kMemoryBusBits) / 8; // two transfers per clock
    d.peakFp32 = 2.0 * d.fp32PerMultiprocessor * d.multiprocessors * d.clockMhz * 1e6;
    size_t bytes = 0;
    const CudaStatus memory = api.deviceTotalMem(&bytes, handle);
    failed = failed == CudaCode::kSuccess ? memory : failed;
    d.memoryBytes = static_cast<double>(bytes);
    std::array<char, 256> name{};
    const CudaStatus named = api.deviceGetName(name.data(), static_cast<int>(name.size()) - 1, handle);
    failed = failed == CudaCode::kSuccess ? named : failed;
    d.name = name.data();
    TRY(driver.check(failed, phrase("Querying cuda:{}", ordinal)));
    return d;
}

Result<std::vector<DeviceDescription>> localCudaDevices(const CudaDriver& driver)
{
    const auto count = TRY(deviceCount(driver));
    std::vector<DeviceDescription> devices;
    for (int i = 0; i < count; ++i) {
        auto device = TRY(describeCudaDevice(driver, i));
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace knobscope
