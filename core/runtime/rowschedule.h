// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <vector>

namespace knobscope {

/// Schedule of an output that reads reductions of its own rows: softmax, norms. A row is all that is reduced together; along axes
/// that are not reduced, rows run in parallel. All steps of a row are computed one after the other, in vectors: along the row,
/// with partial results for each lane, if its elements are adjacent, else across rows. Intermediate tensors must have the
/// output's rank, and its extent or 1 along each axis. `inputs` are the parameters in order.
Schedule scheduleByRows(const ir::Tensor& output, std::vector<ir::Tensor> inputs);

/// Schedule of an output of which each element reads the reduction of a row of adjacent elements, a tensor of the same shape: in
/// vectors along the rows. A few long rows are reduced in parts on several threads.
Schedule scheduleFoldedRows(const ir::Tensor& output, std::vector<ir::Tensor> inputs);

} // namespace knobscope
