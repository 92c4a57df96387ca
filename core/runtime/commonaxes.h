// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/stridedview.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

// Internal to this folder. Axes that several views have in common.

namespace knobscope {

/// The axes of a view but the last, as parts from the outermost on, repeated to those of `whole`.
std::vector<Digit> partsOf(const StridedView& view, const Shape& whole);

/// Extents into which the parts of several views can be divided, outermost first. The innermost one is part of the last axis of
/// each that is left.
class CommonAxes
{
public:
    void add(const std::vector<Digit>& parts);
    void add(const Shape& shape);
    /// nullopt if one view has a part that those of another do not divide.
    std::optional<std::vector<int64_t>> extents() const;

private:
    std::set<int64_t> m_cuts; ///< elements within a part and those after it
};

/// Strides along common axes of parts that were added to them.
std::vector<int64_t> stridesAlong(const std::vector<int64_t>& extents, const std::vector<Digit>& parts);

} // namespace knobscope
