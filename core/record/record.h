// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
#include "core/space/entity.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// One trial as an AutoTVM log holds it.
struct TuningRecord {
    double version = 0.2;    ///< 0.1 (TVM up to v0.6) or 0.2 (v0.7 and later)
    std::string target;      ///< as written in the log, with `-target=` respelt `-mtriple=`
    std::string task;        ///< template name; in 0.1 an operator name like "topi_nn_conv2d"
    nlohmann::json args = nlohmann::json::array();    ///< AutoTVM's serialized argument list
    nlohmann::json kwargs = nlohmann::json::object(); ///< always empty in practice
    ConfigEntity entity;     ///< its index is what the log says: never checked against the knob values here
    std::optional<std::string> codeHash;
    std::vector<double> costs; ///< seconds; [1e9] when the trial failed
    int errorNo = 0;           ///< AutoTVM's MeasureErrorNo, 0 to 8; 0: no error
    double allCost = 0;        ///< seconds spent on building and running
    double timestamp = 0;      ///< Unix seconds at the end of the run
    std::string tvmVersion = "0.14.0"; ///< the AutoTVM whose rules our spaces follow, unless the log says another
    int line = 0;              ///< line of the file it was read from, from 1, comments counted; 0: not from a file
    std::string templateKey;   ///< 0.1 only: "direct", "winograd", … or empty
    nlohmann::json edits;      ///< how the space differed from the template's own (editsToJson), null when it did not

    bool isOldFormat() const { return version < 0.15; }
    /// Mean of the costs in seconds; NaN without costs.
    double meanCost() const;
    /// Whether it may be looked up: no error, and a mean cost that is a finite number above 0.
    bool isUsable() const;
};

/// The record as a 0.2 line without the line end, byte for byte as Python's json module would write it. Edits go into a
/// key "space_edits" at the end, which AutoTVM ignores. A 0.1 record must be upgraded first (upgrade.h).
std::string recordLine(const TuningRecord&);

/// Reads one line of either format (no comment, no line end). The message says what is wrong, without a line number.
/// Python's NaN and Infinity are read in failed records; a cost that is not finite or not above 0 without an error is refused,
/// and so is the pickle encoding.
Result<TuningRecord> parseRecordLine(std::string_view line);

} // namespace knobscope
