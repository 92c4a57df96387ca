// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/modeloptions.h"
#include "core/tuner/tuner.h"

namespace knobscope {

/// A tuner that fits a cost model to what was measured and measures next what the model promises. Fitting and searching run in a
/// thread of their own on the context's cores; when they begin and when their plan is taken up is counted in trials, never in
/// time. Features that cannot be had of the context's space are replaced by FeatureKind::Value, and it says so.
std::unique_ptr<Tuner> makeModelTuner(const TunerContext& context, const ModelOptions& options);

} // namespace knobscope
