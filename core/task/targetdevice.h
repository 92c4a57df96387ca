// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"
#include "core/task/target.h"

namespace knobscope {

/// The GPU that a target names: a described card by `-model=h200`, else the limits of `-arch=sm_90`, else what holds on every
/// CUDA device. Records name cards that nobody described, so nothing is refused. An `-arch` next to a `-model` changes what is
/// compiled for, not the card.
DeviceDescription deviceOf(const Target& target);

/// The architecture that kernels are compiled for: `-arch`, else the described card's, else unknown. A malformed `-arch` is
/// refused.
Result<ComputeCapability> architectureOf(const Target& target);

/// That the card a CUDA target names with -model is a described one (or "unknown", as TVM writes); else the nearest are named.
Result<void> checkModel(const Target& target);

/// Refuses a target's -arch whose code does not run on the device.
Result<void> checkArchitecture(const Target& target, const DeviceDescription& device);

} // namespace knobscope
