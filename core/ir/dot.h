// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <cstdint>

namespace knobscope::ir {

/// The operation of a Tensorized loop over adjacent products that accumulate into one 32-bit sum:
/// sum[lane] += a[lane * length + i] * b[lane * length + i], where a or b may be the same in every lane. CPUs have an instruction
/// for it (x86: vpdpbusd, vpdpwssd, vpmaddwd, vdpbf16ps; ARM: udot, sdot, usdot); other targets use plain arithmetic. The loop
/// has the semantics of its body.
inline constexpr const char* kDotOperation = "dot";

/// The type of 8-bit integers without their zero point.
inline constexpr DataType int16{TypeCode::Int, 16};

/// Number of products that such a loop adds: the elements in 32 bits, four 8-bit or two 16-bit integers (int32 sums) or two
/// bfloat16 (float32 sums). 1 for unsupported types.
inline int64_t dotLength(DataType a, DataType b, DataType sum)
{
    const bool areBytes = a.isInteger() && b.isInteger() && a.bits == 8 && b.bits == 8;
    const bool areWords = a == int16 && b == int16;
    const bool areBfloats = a == bfloat16 && b == bfloat16;
    return ((areBytes || areWords) && sum == int32) || (areBfloats && sum == float32) ? 32 / a.bits : 1;
}

} // namespace knobscope::ir
