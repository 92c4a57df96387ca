// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ir/type.h"

#include <set>
#include <string>

namespace knobscope {

// No function here creates a code generator, so targets whose code generation would end the process can be queried.

/// Target of LLVM's code generation.
struct LlvmTarget {
    std::string triple;   ///< "x86_64-pc-linux-gnu"; empty: this machine's
    std::string cpu;      ///< "znver4"; empty: generic
    std::string features; ///< "+avx512f,-fma"
    friend bool operator==(const LlvmTarget&, const LlvmTarget&) = default;
};

bool isX86(const LlvmTarget& target);

/// This machine: its triple, its CPU as LLVM names it, and all its features.
LlvmTarget hostLlvmTarget();
/// How this CPU differs from what its name (-mcpu) implies, as -mattr: virtual machines hide features, such as AVX-512 of a Zen
/// 4, and some names stand for CPUs with and without a feature. Features that the code generator does not use by itself are left
/// out. Empty if there is no difference.
std::string hostAttributes();
/// Fills in defaults; fails for a triple, CPU or feature that LLVM does not know, with its name in the error.
Result<LlvmTarget> checkLlvmTarget(const LlvmTarget& target);
/// Names of all features of the target: "avx512vnni", …
std::set<std::string> featuresOf(const LlvmTarget& target);
/// Whether the target has an instruction that adds products of such factors to a 32-bit lane (ir/dot.h).
bool hasDotInstruction(const LlvmTarget& target, ir::DataType a, ir::DataType b);
/// Whether the target has AMX for bytes and bfloat16 (ir/matrixtile.h).
bool hasTileProducts(const LlvmTarget& target);
/// Bits of the widest vector register: 512 with AVX-512, 256 with AVX, 128 otherwise.
int nativeVectorBits(const LlvmTarget& target);
/// Number of vector registers of that width: 32 with AVX-512 and on AArch64, else 16.
int vectorRegisters(const LlvmTarget& target);
/// Why code for the target cannot run on this machine, as the second half of a sentence: "this CPU lacks avx512bf16". Empty if
/// it can.
Sentence hostIncompatibility(const LlvmTarget& target);
bool runsHere(const LlvmTarget& target);
} // namespace knobscope
