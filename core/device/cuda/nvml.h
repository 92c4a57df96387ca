// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/runtimelibrary.h"

#include <memory>

namespace knobscope {

/// How a GPU is doing at this moment.
struct DeviceHealth {
    int clockMhz = 0;         ///< of the multiprocessors; 0: not known
    int mostClockMhz = 0;
    int temperature = 0;      ///< degrees Celsius; 0: not known
    unsigned long long reasons = 0; ///< NVML's clocks event reasons

    /// Why the clock is held down ("power cap", "heat"), or empty. An idle clock and one that a person has set are no
    /// throttling.
    Sentence throttledBy() const;
    /// "Throttled by heat: 1,200 of 1,980 MHz at 87 °C", or empty.
    Sentence warning() const;
};

/// NVIDIA's management library, libnvidia-ml.so.1 (or the one that KNOBSCOPE_LIBNVML names). Optional: without it kernels are
/// timed all the same, and nothing is said of clocks.
class Nvml
{
public:
    /// For the device at a PCI address ("0000:65:00.0"), which NVML numbers in an order of its own.
    static Result<Nvml> open(const std::string& pciBusId);

    DeviceHealth health() const;

private:
    explicit Nvml(RuntimeLibrary library)
        : m_library(std::move(library))
    {
    }
    RuntimeLibrary m_library;
    std::shared_ptr<void> m_session; ///< ends with its last owner
    int (*m_clock)(void* device, int domain, unsigned* mhz) = nullptr;
    int (*m_mostClock)(void* device, int domain, unsigned* mhz) = nullptr;
    int (*m_temperature)(void* device, int sensor, unsigned* degrees) = nullptr;
    int (*m_reasons)(void* device, unsigned long long* reasons) = nullptr;
    void* m_device = nullptr;
};

} // namespace knobscope
