// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/workload.h"
#include "core/result/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A network as its distinct workloads. The same network is built in several forms (where the stride sits, whether
/// there is a projection in the first stage) that differ in their tasks: name and variant together tell it.
struct Network {
    std::string name;            ///< "resnet-18"
    std::string variant;         ///< "testing": TVM's own builder; "v1b": torchvision; …
    std::string source;          ///< where the form comes from, for people
    bool isDefault = false;      ///< the form meant by the name alone: the first one listed
    std::vector<int64_t> input;  ///< NCHW
    std::vector<NetworkWorkload> workloads; ///< each once, in the order of the network
    std::vector<std::string> skipped;       ///< a sentence for each layer of its graph without a template, by node

    /// What findNetwork takes: "resnet-18", or "resnet-18/v1b" when the form is not the default one.
    std::string id() const;
    /// 2 operations a multiply-accumulate, over all layers.
    double totalFlops() const;
};

/// The networks that the program ships with.
Result<std::vector<Network>> loadNetworks();
/// The same from a text of that format (resources/networks), which is the program's own: extents are taken as they are.
Result<std::vector<Network>> parseNetworks(std::string_view text);

/// Looks up NAME (its default form) or NAME/VARIANT. An unknown name is answered with the nearest one, or with all.
Result<Network> findNetwork(std::span<const Network> networks, std::string_view id);

} // namespace knobscope
