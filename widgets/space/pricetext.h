// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/price.h"

#include <QString>

namespace knobscope {

/// The price of an edit in words, in the language of the window.
namespace pricewords {

/// "512,512 configs, 384,384 in the template (×1.333)"; says so where it is estimated.
QString size(const SpacePrice& price, bool isEdited);
/// "+128,128 configs; at the 11.2 trials/s measured here a full grid takes 3 h 11 min longer; GA for 1,000 trials unchanged".
QString price(const SpacePrice& price, bool isEdited);
/// "11.2 trials/s: run 3 of resnet-18:2 (ga, 128 trials), 21.11.2026 11:03"; what to do when there is none.
QString source(const std::optional<MeasuredRate>& rate);

} // namespace pricewords

} // namespace knobscope
