// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace knobscope {

/// Undoes what integerConvs does to types that ONNX's operators lack: ConvInteger, MatMulInteger and DequantizeLinear read 8-bit
/// integers and their zero points again. Leaves those whose weights fit no 8-bit type with one zero point.
Graph withIntegersAsBytes(Graph graph);

} // namespace knobscope
