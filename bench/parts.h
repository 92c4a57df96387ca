// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace knobscope::bench {

/// A word of KNOBSCOPE_BENCH_NETWORK (bench/rows.h), "resnet-18+vgg-16@2": networks, or layers of them, that are summarised
/// together.
struct PartName {
    std::string word;
    std::vector<std::string> networks;
    std::optional<int> threads; ///< at least one
};

inline std::vector<PartName> partNames(const std::string& list)
{
    std::istringstream words(list);
    std::vector<PartName> parts;
    for (std::string word; words >> word;) {
        PartName& part = parts.emplace_back(PartName{word, {}, {}});
        const size_t at = word.find('@');
        if (at != std::string::npos) {
            part.threads = std::max(1, std::atoi(word.c_str() + at + 1));
        }
        std::istringstream networks(word.substr(0, at));
        for (std::string network; std::getline(networks, network, '+');) {
            part.networks.push_back(network);
        }
    }
    return parts;
}

} // namespace knobscope::bench
