// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/ir/tensor.h"

namespace knobscope::ir {

std::string text(const Expr& e);
/// "C[y, x] = sum(A[y, k] * B[k, x] for k in 0..512)"
std::string text(const Tensor& t);

/// A loop nest as a student reads it, a line at a time.
struct PrintedLine {
    std::string text;
    /// The loops around this line (outermost first), the line's own loop, or prefetch, included: what made each.
    std::vector<ProvenanceId> loops;
    /// The statement this line prints: Stmt::id().
    const void* statement = nullptr;
};
/// Their texts, each with a line's end.
std::string joined(const std::vector<PrintedLine>& lines);
std::vector<PrintedLine> print(const LoopNest& nest);
/// The same lines joined.
std::string text(const LoopNest& nest);

/// A device program kernel by kernel: its launch, the blocks and threads that run it, and what one thread does.
std::vector<PrintedLine> print(const DeviceProgram& program);
std::string text(const DeviceProgram& program);

} // namespace knobscope::ir
