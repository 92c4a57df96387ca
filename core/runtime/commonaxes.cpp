// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/commonaxes.h"

namespace knobscope {

std::vector<Digit> partsOf(const StridedView& view, const Shape& whole)
{
    std::vector<Digit> parts;
    const size_t missing = whole.size() - view.axes.size();
    for (size_t axis = 0; axis + 1 < whole.size(); ++axis) {
        if (axis < missing || view.axes[axis - missing].empty()) {
            parts.push_back({whole[axis], 0});
        } else {
            parts.insert(parts.end(), view.axes[axis - missing].begin(), view.axes[axis - missing].end());
        }
    }
    return parts;
}

void CommonAxes::add(const std::vector<Digit>& parts)
{
    int64_t inside = 1;
    for (size_t i = parts.size(); i-- > 0;) {
        inside *= parts[i].extent;
        m_cuts.insert(inside);
    }
}

void CommonAxes::add(const Shape& shape)
{
    std::vector<Digit> parts;
    for (size_t axis = 0; axis + 1 < shape.size(); ++axis) {
        parts.push_back({shape[axis], 0});
    }
    add(parts);
}

std::optional<std::vector<int64_t>> CommonAxes::extents() const
{
    std::vector<int64_t> extents;
    int64_t inside = 1;
    for (const int64_t cut : m_cuts) {
        if (cut % inside != 0) {
            return std::nullopt;
        }
        extents.insert(extents.begin(), cut / inside);
        inside = cut;
    }
    return extents;
}

std::vector<int64_t> stridesAlong(const std::vector<int64_t>& extents, const std::vector<Digit>& parts)
{
    std::vector<int64_t> strides(extents.size(), 0);
    size_t at = extents.size();
    for (size_t i = parts.size(); i-- > 0;) {
        int64_t stride = parts[i].stride;
        for (int64_t left = parts[i].extent; left > 1; left /= extents[at]) {
            strides[--at] = stride;
            stride *= extents[at];
        }
    }
    return strides;
}

} // namespace knobscope
