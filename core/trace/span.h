// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace knobscope {

/// A named interval on the timeline.
struct Span {
    double start = 0;   ///< Unix seconds
    double seconds = 0;
    std::string name;
    std::string category;
    std::string function; ///< name of the function
    std::string file;     ///< its source file
    int line = 0;
    int64_t pid = 0;
    int64_t tid = 0;
    std::string process; ///< "knobscope", "builder 1", "runner"
    std::string thread;
    nlohmann::json args = nlohmann::json::object();
};

} // namespace knobscope
