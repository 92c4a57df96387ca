// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tuner.h"

namespace knobscope {

Tuner::~Tuner() = default;

} // namespace knobscope
