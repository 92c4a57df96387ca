// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <string>

// What the extra convolutions for CPUs share: they take AutoTVM's arguments in NCHW and choose the channels' blocks themselves.

namespace knobscope {

/// Declares the knob of a block of channels: a divisor of them, at most 64.
void defineChannelBlock(TemplateContext& cfg, const std::string& knob, int64_t channels);
/// The padding, where there is any, is filled in within `axis` of `consumer`, a vector of channels (of `knob`) at a time.
void padWithin(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis,
               const std::string& knob);
/// Instead: sums read the image itself, and lowering cuts their loops where they leave it (selectsToBranches), so that nothing is
/// copied. As measured quicker than padding in every tile worth having (docs/decisions/0033).
void cutBorders(Schedule& s, const Conv2dExpression& e);

} // namespace knobscope
