// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstddef>
#include <cstdint>

namespace knobscope {

/// Extents of an RNN, GRU or LSTM and the places of their elements. layout 1 has the batch before the sequence, and before the
/// direction.
struct RecurrentShape {
    int64_t gates = 1; ///< 1, 3 or 4
    int64_t sequence = 0, batch = 0, features = 0, hidden = 0, directions = 0;
    bool isBatchFirst = false;

    /// Throws an OperatorError for inputs that do not fit together.
    explicit RecurrentShape(const OperatorCall& call);

    Shape state() const { return isBatchFirst ? Shape{batch, directions, hidden} : Shape{directions, batch, hidden}; }
    Shape output() const
    {
        return isBatchFirst ? Shape{batch, sequence, directions, hidden} : Shape{sequence, directions, batch, hidden};
    }
    size_t inputAt(int64_t step, int64_t row) const
    {
        return static_cast<size_t>((isBatchFirst ? row * sequence + step : step * batch + row) * features);
    }
    size_t outputAt(int64_t step, int64_t direction, int64_t row) const
    {
        return static_cast<size_t>(
            (isBatchFirst ? (row * sequence + step) * directions + direction : (step * directions + direction) * batch + row)
            * hidden);
    }
    size_t stateAt(int64_t direction, int64_t row) const
    {
        return static_cast<size_t>((isBatchFirst ? row * directions + direction : direction * batch + row) * hidden);
    }
};

} // namespace knobscope
