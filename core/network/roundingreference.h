// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope::randomgraphs {

/// What a graph computes by definition, and how far rounding may move it. A random graph divides by what is nearly zero, rounds
/// what is nearly a half, and compares what is nearly equal: no fixed tolerance fits. So it is computed several times with
/// relative noise of a few rounding errors on each value (Monte Carlo arithmetic, Parker 1997); an element may be off by a
/// multiple of what the noise moves it, and one that changes its kind (NaN, infinite, another integer) may be anything.
class Reference
{
public:
    static Result<Reference> of(const Graph& graph, const std::vector<Tensor>& inputs, uint64_t seed);

    const std::vector<Tensor>& outputs() const { return m_outputs; }
    /// Empty where all outputs are right; otherwise a sentence that names the first wrong element. `absolute` is allowed on top
    /// of what rounding explains.
    std::string mistake(const std::vector<Tensor>& actual, double absolute = 0) const;

private:
    std::vector<Tensor> m_outputs;
    std::vector<std::vector<Tensor>> m_samples; ///< of each noisy run
};

} // namespace knobscope::randomgraphs
