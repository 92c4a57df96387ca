// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/runtimelibrary.h"

#include <memory>

namespace knobscope {

/// Current state of a GPU.
struct DeviceHealth {
    int clockMhz = 0;         ///< of the multiprocessors; 0: unknown
    int maxClockMhz = 0;
    int temperature = 0;      ///< degrees Celsius; 0: unknown
    unsigned long long reasons = 0; ///< NVML's clocks event reasons

    /// Why the clock is throttled ("power cap", "heat"), or empty. An idle clock and a clock set by the user do not count.
    Sentence throttledBy() const;
    /// Warning text, "Throttled by heat: 1,200 of 1,980 MHz at 87 °C", or empty.
    Sentence warning() const;
};

/// NVIDIA's management library, libnvidia-ml.so.1 (or the one named by KNOBSCOPE_LIBNVML). Optional: without it kernels are
/// still timed, but clocks are not reported.
class Nvml
{
public:
    /// Opens the device at a PCI address ("0000:65:00.0"), because NVML numbers devices in its own order.
    static Result<Nvml> open(const std::string& pciBusId);

    DeviceHealth health() const;

private:
    explicit Nvml(RuntimeLibrary library)
        : m_library(std::move(library))
    {
    }
    RuntimeLibrary m_library;
    std::shared_ptr<void> m_session; ///< closed by its last owner
    int (*m_clock)(void* device, int domain, unsigned* mhz) = nullptr;
    int (*m_maxClock)(void* device, int domain, unsigned* mhz) = nullptr;
    int (*m_temperature)(void* device, int sensor, unsigned* degrees) = nullptr;
    int (*m_reasons)(void* device, unsigned long long* reasons) = nullptr;
    void* m_device = nullptr;
};

} // namespace knobscope
