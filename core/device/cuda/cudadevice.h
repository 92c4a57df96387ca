// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/cudadriver.h"
#include "core/device/description.h"

#include <string_view>

namespace knobscope {

/// The device of "cuda:1" (or "cuda", the first), in the driver's order, which CUDA_VISIBLE_DEVICES changes. Anything else is
/// refused with an example.
Result<int> cudaOrdinal(std::string_view device);

/// All that the driver shows, with figures as it states them; peak and bandwidth follow from its clocks.
Result<std::vector<DeviceDescription>> localCudaDevices(const CudaDriver& driver);
/// One of them. A number beyond the last is refused with how many there are.
Result<DeviceDescription> describeCudaDevice(const CudaDriver& driver, int ordinal);

} // namespace knobscope
