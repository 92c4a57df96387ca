// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"

#include <span>
#include <string_view>

namespace knobscope {

/// The cards that are described in resources/devices, oldest architecture first.
const std::vector<DeviceDescription>& knownDevices();

/// A described card by its id, an alias or its full name; blanks, dashes, case and maker's words ("NVIDIA", "GeForce",
/// "Tesla") do not matter. An unknown one is answered with the nearest ids.
Result<DeviceDescription> findKnownDevice(std::string_view model);

/// The limits of an architecture, without a card's sizes. One that is not described gets the limits of the newest described
/// one below it of the same major version; with none of those NotFound.
Result<DeviceDescription> architectureLimits(ComputeCapability capability);

/// What holds on every CUDA device of the last ten years, for targets that name none.
DeviceDescription anyCudaDevice();

} // namespace knobscope
