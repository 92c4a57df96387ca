// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/space/entity.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// One trial in an AutoTVM log.
struct TuningRecord {
    double version = 0.2;    ///< 0.1 (TVM up to v0.6) or 0.2 (v0.7 and later)
    std::string target;      ///< as in the log, with `-target=` replaced by `-mtriple=`
    std::string task;        ///< template name; in 0.1 an operator name like "topi_nn_conv2d"
    nlohmann::json args = nlohmann::json::array();    ///< AutoTVM's serialized argument list
    nlohmann::json kwargs = nlohmann::json::object(); ///< always empty in practice
    ConfigEntity entity;     ///< its index is taken from the log, without checking it against the knob values
    std::optional<std::string> codeHash;
    std::vector<double> costs; ///< seconds; [1e9] when the trial failed
    int errorNo = 0;           ///< AutoTVM's MeasureErrorNo, 0 to 8; 0: no error
    double allCost = 0;        ///< seconds of building and running
    double timestamp = 0;      ///< Unix seconds at the end of the run
    std::string tvmVersion = "0.14.0"; ///< the AutoTVM version whose rules our spaces follow, unless the log states another
    int line = 0;              ///< line of the source file, from 1, including comments; 0: not from a file
    std::string templateKey;   ///< 0.1 only: "direct", "winograd", … or empty
    nlohmann::json edits;      ///< differences from the template's space (editsToJson); null: none

    bool isOldFormat() const { return version < 0.15; }
    /// Mean of the costs in seconds; NaN without costs.
    double meanCost() const;
    /// Whether lookups may use it: no error, and a finite, positive mean cost.
    bool isUsable() const;
};

/// The record as a 0.2 line without the line break, identical to the output of Python's json module. Edits go into a key
/// "space_edits" at the end, which AutoTVM ignores. A 0.1 record must be upgraded first (upgrade.h).
std::string recordLine(const TuningRecord&);

/// Parses one line of either format (no comment, no line break). Errors have no line number. Accepts Python's NaN and Infinity in
/// failed records; rejects non-finite or non-positive costs without an error code, and the pickle encoding.
Result<TuningRecord> parseRecordLine(std::string_view line);

} // namespace knobscope
