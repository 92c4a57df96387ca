// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/description.h"

#include <span>
#include <string_view>

namespace knobscope {

/// The GPUs described in resources/devices, oldest architecture first.
const std::vector<DeviceDescription>& knownDevices();

/// Finds a described GPU by its id, an alias or its full name; ignores blanks, dashes, case and vendor words ("NVIDIA",
/// "GeForce", "Tesla"). The error for an unknown one suggests the nearest ids.
Result<DeviceDescription> findKnownDevice(std::string_view model);

/// The limits of an architecture, without a GPU's sizes. For an architecture that is not described, the limits of the newest
/// described one below it with the same major version; NotFound if there is none.
Result<DeviceDescription> architectureLimits(ComputeCapability capability);

/// Limits that hold on every CUDA device of the last ten years, for targets that name none.
DeviceDescription anyCudaDevice();

} // namespace knobscope
