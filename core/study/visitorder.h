// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// The order in which a loop nest writes the elements of its output, as rows of its last dimension.
struct VisitOrder {
    static constexpr int kMostRows = 64;
    static constexpr int kMostColumns = 64;
    static constexpr size_t kMostVisits = size_t(1) << 19;

    std::string tensor;
    int rows = 0;      ///< at most kMostRows; elements beyond are left out
    int columns = 0;
    std::vector<uint32_t> places; ///< row * columns + column of each visit; several in a row to one element count once
    bool isWhole = true;          ///< false: kMostVisits were not enough
};

/// Walks a CPU loop nest as written; loops that run in parallel one after the other. Conditions on elements count as true.
VisitOrder visitOrder(const ir::LoopNest& nest);

} // namespace knobscope
