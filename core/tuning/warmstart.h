// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace knobscope {

/// Earlier results given to a run.
struct WarmStart {
    std::string source;  ///< "project", or a file's path; empty: a cold start, or nothing was found
    int64_t records = 0; ///< in the source
    int64_t used = 0;    ///< by the tuner, plus those kept; 0 for tuners without transfer
    int64_t kept = 0;    ///< configs from before the space's edits that count as measured: as many trials are saved

    bool isCold() const { return source.empty(); }
    /// Where the run began: "earlier" if its tuner used earlier results, else "scratch".
    const char* from() const { return used > 0 ? "earlier" : "scratch"; }
};
/// null for a cold start.
nlohmann::json warmStartToJson(const WarmStart& warm);

} // namespace knobscope
