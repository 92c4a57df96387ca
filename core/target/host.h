// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/target.h"

#include <cstdint>

namespace knobscope {

struct LlvmTarget;

/// Whether this build generates code for CPUs.
bool hasLlvm();
/// This machine's CPU: "llvm -mcpu=znver4" with LLVM, with -mattr where the CPU differs from its name (hostAttributes: a virtual
/// machine without AVX-512); "llvm" in a build without LLVM.
Result<Target> hostTarget();
/// 32-bit lanes of the target's vector registers: 16 with AVX-512, 8 with AVX2, otherwise 4. 16 for targets other than CPUs.
int simdLanesOf(const Target& target);
/// Whether the CPU has dot products of int8 by int8 but not of uint8 by int8: ARM with sdot.
bool multipliesSignedBytes(const Target& target);
/// Whether an x86 CPU has dot products of uint8 by int8 (VNNI), or multiplies matrix tiles of them: sums of bytes are then faster
/// than those of int16.
bool multipliesBytes(const Target& target);
/// Whether the CPU multiplies matrix tiles of bytes and of bfloat16: x86 with AMX.
bool hasMatrixTiles(const Target& target);
/// Whether the CPU has dot products of bfloat16.
bool multipliesBfloat16(const Target& target);
/// The fastest instructions of a CPU that multiply bfloat16.
enum class BfloatUnits : uint8_t { None, DotProducts, MatrixTiles };
BfloatUnits bfloatUnits(const Target& target);
/// -mtriple, -mcpu and -mattr for the code generator. Without -mcpu the CPU is generic, except that plain "llvm" is this machine.
/// Rejects what LLVM does not know. Only in builds with LLVM.
Result<LlvmTarget> llvmTargetOf(const Target& target);

/// Whether a target is this machine's CPU, with or without explicit features: hostTarget(), plain "llvm".
bool isThisMachine(const Target& target);

/// Rejects a CPU target whose kernels cannot run here: another architecture, or instructions that this CPU lacks.
Result<void> checkRunsHere(const Target& target);

/// Rejects a CPU target that the code generator does not know, by name. Accepts other targets, and any target in a build without
/// LLVM; those fail when they compile.
Result<void> checkTarget(const Target& target);

} // namespace knobscope
