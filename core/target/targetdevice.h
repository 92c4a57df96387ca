// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/description.h"
#include "core/target/target.h"

namespace knobscope {

/// The GPU that a target names: the known card of `-model=h200`, else the limits of `-arch=sm_90`, else those of every CUDA
/// device. Never fails, since records name unknown cards. An `-arch` next to a `-model` changes the architecture compiled for,
/// not the card.
DeviceDescription deviceOf(const Target& target);

/// The architecture that kernels are compiled for: `-arch`, else the known card's, else unknown. Rejects a malformed `-arch`.
Result<ComputeCapability> architectureOf(const Target& target);

/// Checks that the card named by a CUDA target's -model is known (or "unknown", as TVM writes); the error names the nearest ones.
Result<void> checkModel(const Target& target);

/// Rejects a target whose -arch code does not run on the device.
Result<void> checkArchitecture(const Target& target, const DeviceDescription& device);

} // namespace knobscope
