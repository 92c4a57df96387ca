// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

namespace knobscope {

/// What the trials of a run are relative to: what was recorded of it goes on against the same anchor, on the same scale, with the
/// best so far as the partner.
Baseline baselineOf(const LoopTask& task);

} // namespace knobscope
