// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/timedkernel.h"

namespace knobscope {

TimedKernel::~TimedKernel() = default;
KernelHost::~KernelHost() = default;

} // namespace knobscope
