// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/nvml.h"

namespace knobscope {

namespace {

constexpr int kMultiprocessorClock = 1; // NVML_CLOCK_SM
constexpr int kGpuSensor = 0;           // NVML_TEMPERATURE_GPU

} // namespace

/// Involuntary throttle reasons of nvmlClocksEventReasons, most severe first.
Sentence DeviceHealth::throttledBy() const
{
    return reasons & 0x40U ? phrase("overheating (hardware)")
         : reasons & 0x20U ? phrase("heat")
         : reasons & 0x80U ? phrase("the power supply")
         : reasons & 0x08U ? phrase("a hardware slowdown")
         : reasons & 0x04U ? phrase("the power cap")
                           : Sentence();
}

Sentence DeviceHealth::warning() const
{
    const Sentence why = throttledBy();
    if (why.empty()) {
        return {};
    }
    const Sentence clock = clockMhz > 0 && maxClockMhz > 0 ? phrase("Throttled by {}: {} of {} MHz", why, clockMhz, maxClockMhz)
                                                           : phrase("Throttled by {}", why);
    return temperature > 0 ? phrase("{} at {} °C", clock, temperature) : clock;
}

Result<Nvml> Nvml::open(const std::string& pciBusId)
{
    constexpr const char* names[] = {"libnvidia-ml.so.1", "libnvidia-ml.so", "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
                                     "/usr/lib/wsl/lib/libnvidia-ml.so.1"};
    auto library = RuntimeLibrary::open("KNOBSCOPE_LIBNVML", names);
    if (!library) {
        return fail(ErrorCode::NotFound, "Clock and temperature are unknown: {}", library.error());
    }
    Nvml nvml(std::move(*library));
    int (*init)() = nullptr;
    int (*handle)(const char* id, void** device) = nullptr;
    int (*shutdown)() = nullptr;
    if (!nvml.m_library.resolve("nvmlInit_v2", init) || !nvml.m_library.resolve("nvmlDeviceGetHandleByPciBusId_v2", handle)
        || !nvml.m_library.resolve("nvmlShutdown", shutdown) || init() != 0) {
        return fail(ErrorCode::Unsupported, "Clock and temperature are unknown: {} cannot be initialized", nvml.m_library.name());
    }
    nvml.m_session = {nullptr, [shutdown](void*) { shutdown(); }};
    if (handle(pciBusId.c_str(), &nvml.m_device) != 0) {
        return fail(ErrorCode::NotFound, "Clock and temperature are unknown: NVML has no device at {}", pciBusId);
    }
    nvml.m_library.resolve("nvmlDeviceGetClockInfo", nvml.m_clock);
    nvml.m_library.resolve("nvmlDeviceGetMaxClockInfo", nvml.m_maxClock);
    nvml.m_library.resolve("nvmlDeviceGetTemperature", nvml.m_temperature);
    if (!nvml.m_library.resolve("nvmlDeviceGetCurrentClocksEventReasons", nvml.m_reasons)) { // its name since CUDA 12.2
        nvml.m_library.resolve("nvmlDeviceGetCurrentClocksThrottleReasons", nvml.m_reasons);
    }
    return nvml;
}

DeviceHealth Nvml::health() const
{
    DeviceHealth health;
    unsigned value = 0;
    if (m_clock && m_clock(m_device, kMultiprocessorClock, &value) == 0) {
        health.clockMhz = static_cast<int>(value);
    }
    if (m_maxClock && m_maxClock(m_device, kMultiprocessorClock, &value) == 0) {
        health.maxClockMhz = static_cast<int>(value);
    }
    if (m_temperature && m_temperature(m_device, kGpuSensor, &value) == 0) {
        health.temperature = static_cast<int>(value);
    }
    if (m_reasons && m_reasons(m_device, &health.reasons) != 0) {
        health.reasons = 0;
    }
    return health;
}

} // namespace knobscope
