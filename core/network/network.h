// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/workload.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A network as its distinct workloads. Networks exist in several variants with different tasks (position of the stride,
/// projection in the first stage): name and variant together identify one.
struct Network {
    std::string name;            ///< "resnet-18"
    std::string variant;         ///< "testing": TVM's own builder; "v1b": torchvision; …
    std::string source;          ///< origin of the variant, for the user
    bool isDefault = false;      ///< the variant that the name alone refers to: the first one listed
    std::vector<int64_t> input;  ///< NCHW
    bool hasOtherInput = false;  ///< than the bundled network of this name: its id ends with the input
    std::vector<NetworkWorkload> workloads; ///< distinct ones, in network order
    std::vector<std::string> skipped;       ///< a sentence for each layer of its graph that no template supports, by node

    /// Name for findNetwork: "resnet-18", or "resnet-18/v1b" if the variant is not the default. With another input than the
    /// bundled one it is a name for openModelNetwork: "resnet-18/8x3x224x224".
    std::string id() const;
    /// Counts 2 operations per multiply-accumulate, over all layers.
    double totalFlops() const;
};

/// Loads the bundled networks.
Result<std::vector<Network>> loadNetworks();
/// Parses the format of resources/networks, which is trusted: extents are not checked.
Result<std::vector<Network>> parseNetworks(std::string_view text);

/// Finds NAME (its default variant) or NAME/VARIANT. Errors suggest the nearest name, or list all.
Result<Network> findNetwork(std::span<const Network> networks, std::string_view id);

} // namespace knobscope
