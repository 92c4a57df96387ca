// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/target.h"

namespace knobscope {

struct LlvmTarget;

/// This machine's CPU: "llvm -mcpu=znver4" with LLVM, "llvm" in a build without.
Result<Target> hostTarget();
/// 32-bit lanes of the target's vector registers: 16 with AVX-512, 8 with AVX2, 4 else. 16 for targets that are no CPU.
int simdLanesOf(const Target& target);
/// Whether the CPU adds products of int8 by int8 in an instruction, and none of uint8 by int8: ARM with sdot.
bool multipliesSignedBytes(const Target& target);
/// -mtriple, -mcpu and -mattr for the code generator. A target without -mcpu means a generic CPU, except that plain "llvm" is
/// this machine's. Refuses what LLVM does not know. Only in builds with LLVM.
Result<LlvmTarget> llvmTargetOf(const Target& target);

/// Whether a target is this machine's CPU, with or without its features spelled out: hostTarget(), plain "llvm".
bool isThisMachine(const Target& target);

/// Refuses a CPU target whose kernels this machine's CPU cannot run: of another kind of CPU, or with instructions that it lacks.
Result<void> checkRunsHere(const Target& target);

/// Refuses a CPU target that the code generator does not know, by its name; any other target, and any in builds without LLVM,
/// passes: those find out when they compile.
Result<void> checkTarget(const Target& target);

} // namespace knobscope
