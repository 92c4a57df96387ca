// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <vector>

namespace knobscope {

/// A warp's product, sums + a * b, by PTX's `mma.sync.aligned` of a shape ("m16n8k8.row.col.f32.tf32.tf32.f32"): each thread's
/// registers of the factors (32 bits each) and of the sums (floats). Answers the new sums.
std::vector<llvm::Value*> multiplyAdd(llvm::IRBuilder<>& builder, const std::string& shape, const std::vector<llvm::Value*>& sums,
                                      const std::vector<llvm::Value*>& a, const std::vector<llvm::Value*>& b);

} // namespace knobscope
