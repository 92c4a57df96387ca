// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace knobscope {

/// Target of code generation: "sm_90", or "sm_90a" (with architecture-specific features).
struct CudaArchitecture {
    int capability = 0; ///< ten times the compute capability: 90 for 9.0, 120 for 12.0
    char suffix = 0;    ///< 'a' or 'f', or 0

    /// "sm_90"
    std::string text() const { return fmt::format("sm_{}{}", capability, suffix ? std::string(1, suffix) : ""); }
    friend bool operator==(const CudaArchitecture&, const CudaArchitecture&) = default;
};

/// Parses "sm_90" and similar; "compute_90" is accepted as "sm_90".
Result<CudaArchitecture> parseCudaArchitecture(std::string_view text);

} // namespace knobscope
