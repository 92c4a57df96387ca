// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"

#include <cstdint>

#include <string_view>

namespace knobscope {

/// A size of an operator, and its value if a text does not give one.
struct OperatorSize {
    std::string name;
    int64_t value = 0;
};

/// An operator that texts name: matmul(n=512, m=512, k=512).
struct NamedOperator {
    std::string name;
    std::string summary;                ///< one sentence for users
    std::vector<OperatorSize> sizes;
    std::string definition;             ///< lines in the language; empty: made by core/op (convolutions)
};

/// All, in the order in which they are offered.
const std::vector<NamedOperator>& namedOperators();
/// nullptr if there is none.
const NamedOperator* findNamedOperator(std::string_view name);

} // namespace knobscope
