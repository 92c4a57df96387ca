// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

namespace knobscope {

/// Builders and a runner as processes on this machine. Rejects a missing or incompatible worker executable, with its path.
Result<std::unique_ptr<Measurer>> makeLocalMeasurer(const MeasureOptions& options);
/// The same with a runner for a CUDA device (options.device). The error names what is missing: a driver, a device, or one of the
/// target's architecture.
Result<std::unique_ptr<Measurer>> makeCudaMeasurer(const Target& target, const MeasureOptions& options);
/// Creates the measurer for a target. Add new kinds of devices here.
Result<std::unique_ptr<Measurer>> makeMeasurer(const Target& target, const MeasureOptions& options);

} // namespace knobscope
