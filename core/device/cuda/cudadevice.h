// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/cudadriver.h"
#include "core/target/description.h"

#include <string_view>

namespace knobscope {

/// Device number of "cuda:1" (or "cuda", the first), in the driver's order, which CUDA_VISIBLE_DEVICES changes. The error for
/// other texts gives an example.
Result<int> cudaOrdinal(std::string_view device);

/// All devices that the driver shows, with the driver's figures; peak and bandwidth are derived from its clocks.
Result<std::vector<DeviceDescription>> localCudaDevices(const CudaDriver& driver);
/// One of them. The error for a number out of range states how many there are.
Result<DeviceDescription> describeCudaDevice(const CudaDriver& driver, int ordinal);

} // namespace knobscope
