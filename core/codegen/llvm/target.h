// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"
#include "core/result/result.h"

#include <set>
#include <string>

namespace knobscope {

// Nothing here makes a code generator: a target that would end the process while it generates code can be asked about.

/// What LLVM compiles for.
struct LlvmTarget {
    std::string triple;   ///< "x86_64-pc-linux-gnu"; empty: this machine's
    std::string cpu;      ///< "znver4"; empty: generic
    std::string features; ///< "+avx512f,-fma"
    friend bool operator==(const LlvmTarget&, const LlvmTarget&) = default;
};

/// This machine: its triple, its CPU as LLVM names it, and every feature it has.
LlvmTarget hostLlvmTarget();
/// The same target with defaults filled in; a triple, CPU or feature that LLVM does not know is refused by name.
Result<LlvmTarget> checkLlvmTarget(const LlvmTarget& target);
/// Every feature that it has, by name: "avx512vnni", …
std::set<std::string> featuresOf(const LlvmTarget& target);
/// Whether it has an instruction that adds products of such factors to a lane of 32 bits (ir/dot.h).
bool hasDotInstruction(const LlvmTarget& target, ir::DataType a, ir::DataType b);
/// Bits of the widest vector register: 512 with AVX-512, 256 with AVX, 128 elsewhere.
int nativeVectorBits(const LlvmTarget& target);
/// How many vector registers of that width there are: 32 with AVX-512 and on AArch64, else 16.
int vectorRegisters(const LlvmTarget& target);
/// Why code for the target cannot run on this machine, as the second half of a sentence: "this CPU lacks avx512bf16". Empty
/// when it can.
Sentence whyNotHere(const LlvmTarget& target);
bool runsHere(const LlvmTarget& target);
/// What LLVM calls in place of abort() when it gets no memory; `end` does not return. May be called before libraries set
/// themselves up, which LLVM's takes memory for.
void onLlvmMemoryEnd(void (*end)());

} // namespace knobscope
