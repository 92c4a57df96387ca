// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <cstdint>

namespace knobscope::ir {

/// The operation of a Tensorized loop over neighbouring products that are all added to one 32-bit sum:
/// sum[lane] += a[lane * length + i] * b[lane * length + i], or with a or b the same in every lane. Machines have an instruction
/// for it (x86: vpdpbusd, vdpbf16ps; ARM: udot, sdot, usdot); where the target has none it is computed by plain arithmetic. As a
/// loop it means what its body says.
inline constexpr const char* dotOperation = "dot";

/// How many products such a loop adds: as many elements as there are in 32 bits, four 8-bit integers (sums in int32) or two
/// bfloat16 (sums in float32). 1 for types that it is not for.
inline int64_t dotLength(DataType a, DataType b, DataType sum)
{
    const bool areBytes = a.isInteger() && b.isInteger() && a.bits == 8 && b.bits == 8;
    const bool areBfloats = a == bfloat16 && b == bfloat16;
    return (areBytes && sum == int32) || (areBfloats && sum == float32) ? 32 / a.bits : 1;
}

} // namespace knobscope::ir
