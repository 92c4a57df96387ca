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
    const auto ordinal = device.starts_with("cuda:") ? numberFrom<int>(device.substr(5)) : std::nullopt;
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
    CudaStatus failed = CudaCode::success;
    const auto attribute = [&](int which) {
        int value = 0;
        const CudaStatus status = api.deviceGetAttribute(&value, which, handle);
        failed = failed == CudaCode::success ? status : failed;
        return value;
    };
    const ComputeCapability capability{attribute(CudaAttribute::capabilityMajor), attribute(CudaAttribute::capabilityMinor)};
    DeviceDescription d = architectureLimits(capability).value_or(anyCudaDevice());
    d.id = fmt::format("cuda:{}", ordinal);
    d.aliases.clear();
    d.capability = capability;
    d.driverCuda = driver.version();
    d.threadsPerBlock = attribute(CudaAttribute::threadsPerBlock);
    for (int i = 0; i < 3; ++i) {
        d.block[static_cast<size_t>(i)] = attribute(CudaAttribute::blockX + i);
        d.grid[static_cast<size_t>(i)] = attribute(CudaAttribute::gridX + i);
    }
    d.sharedPerBlock = attribute(CudaAttribute::sharedPerBlock);
    d.sharedPerBlockOptin = attribute(CudaAttribute::sharedPerBlockOptin);
    d.sharedPerMultiprocessor = attribute(CudaAttribute::sharedPerMultiprocessor);
    d.registersPerBlock = attribute(CudaAttribute::registersPerBlock);
    d.registersPerMultiprocessor = attribute(CudaAttribute::registersPerMultiprocessor);
    d.warp = attribute(CudaAttribute::warpSize);
    d.warpsPerMultiprocessor = d.warp > 0 ? attribute(CudaAttribute::threadsPerMultiprocessor) / d.warp : 0;
    d.blocksPerMultiprocessor = attribute(CudaAttribute::blocksPerMultiprocessor);
    d.multiprocessors = attribute(CudaAttribute::multiprocessors);
    d.clockMhz = attribute(CudaAttribute::clockKhz) / 1000;
    d.l2Bytes = attribute(CudaAttribute::l2Bytes);
    const double memoryHz = attribute(CudaAttribute::memoryClockKhz) * 1e3;
    d.bandwidth = 2 * memoryHz * attribute(CudaAttribute::memoryBusBits) / 8; // two transfers per clock
    d.peakFp32 = 2.0 * d.fp32PerMultiprocessor * d.multiprocessors * d.clockMhz * 1e6;
    size_t bytes = 0;
    const CudaStatus memory = api.deviceTotalMem(&bytes, handle);
    failed = failed == CudaCode::success ? memory : failed;
    d.memoryBytes = static_cast<double>(bytes);
    std::array<char, 256> name{};
    const CudaStatus named = api.deviceGetName(name.data(), static_cast<int>(name.size()) - 1, handle);
    failed = failed == CudaCode::success ? named : failed;
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
