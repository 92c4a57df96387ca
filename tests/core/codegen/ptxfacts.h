// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/deviceimage.h"

#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace knobscope {

/// What can be counted in PTX.
struct PtxFacts {
    std::vector<std::string> entries;
    int parameters = 0;
    int barriers = 0;        ///< bar.sync as written, not as executed
    int64_t sharedBytes = 0; ///< static
};

inline std::string ptxTextOf(const DeviceImage& image)
{
    return std::string(reinterpret_cast<const char*>(image.bytes.data()));
}

inline PtxFacts ptxFactsOf(const std::string& text)
{
    PtxFacts facts;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const auto has = [&](const char* part) { return line.find(part) != std::string::npos; };
        if (const size_t at = line.find(".entry "); at != std::string::npos) {
            facts.entries.push_back(line.substr(at + 7, line.find('(') - at - 7));
        }
        facts.parameters += has(".param .u64") ? 1 : 0;
        facts.barriers += has("bar.sync") || has("barrier.sync") ? 1 : 0;
        if (has(".shared ") && has(".b8 ") && !has(".extern")) {
            long long bytes = 0;
            const size_t bracket = line.find('[');
            if (bracket != std::string::npos && std::sscanf(line.c_str() + bracket, "[%lld]", &bytes) == 1) {
                facts.sharedBytes += bytes;
            }
        }
    }
    return facts;
}

} // namespace knobscope
