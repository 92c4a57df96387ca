// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/ir/tensor.h"

namespace knobscope::ir {

std::string text(const Expr& e);
/// "C[y, x] = sum(A[y, k] * B[k, x] for k in 0..512)"
std::string text(const Tensor& t);

/// One line of a loop nest printed for reading.
struct PrintedLine {
    std::string text;
    /// Provenance of the loops around this line (outermost first), including the line's own loop or prefetch.
    std::vector<ProvenanceId> loops;
    /// The statement this line prints: Stmt::id().
    const void* statement = nullptr;
};
/// Joins the lines' texts, each with a newline.
std::string joined(const std::vector<PrintedLine>& lines);
std::vector<PrintedLine> print(const LoopNest& nest);
/// The printed lines joined.
std::string text(const LoopNest& nest);

/// Prints a device program kernel by kernel: its launch, its blocks and threads, and the code of one thread.
std::vector<PrintedLine> print(const DeviceProgram& program);
std::string text(const DeviceProgram& program);

} // namespace knobscope::ir
