// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace knobscope {

/// What threads share of a convolution: parts of rows, each with every group of channels, taken in turn by whoever is free.
struct Shares {
    int64_t rows = 1;      ///< of the image, or of tiles of it
    int64_t partRows = 1;
    int64_t blocks = 1;    ///< of output channels
    int64_t groups = 1;
    double weights = 0;    ///< what reading all of them takes, as a share of the multiply-adds of one thread
    double image = 0;      ///< likewise
    bool partStays = true; ///< a part of the image stays in a core's own cache while the blocks of a group go over it
};

/// How long the busiest thread works, as a multiple of what each does if the multiply-adds come out even and nothing has to be
/// read. A thread reads the weights of each group that it meets, and the rows of each part: nobody, or another core, has them.
double timeOf(const Shares& shares, int64_t copies, int threads);

} // namespace knobscope
