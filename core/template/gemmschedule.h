// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/implicitgemm.h"
#include "core/template/context.h"
#include "core/template/gemmtiling.h"

namespace knobscope {

/// A product of filters x taps and taps x pixels on a GPU without tensor cores, in four levels (Kerr et al., "CUTLASS", 2017): a
/// block's tile comes through shared memory a few taps at a time, copied asynchronously `stages` - 1 steps ahead; a thread's
/// fragments come from there as 16-byte moves; its sums stay in registers. The filters are packed once; parts of the reduction
/// are added up by a kernel of its own, a thread an element.
void scheduleGemm(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const GemmTiling& t);

} // namespace knobscope
