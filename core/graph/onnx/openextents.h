// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// An extent of an input as a file declares it.
struct DeclaredExtent {
    int64_t number = 0; ///< if it is not open; else what is proposed, or 0: by its name and place
    std::string name;   ///< of an open one: "batch", "past + 1"; "data[0]" if the file has no name for it. Empty: not open
};

/// An input of a model, without those that have an initializer.
struct DeclaredInput {
    std::string name;
    bool hasRank = true; ///< false: the file does not give the number of axes, so the user must give the whole shape
    std::vector<DeclaredExtent> extents;
};

/// Reads the inputs of a model without its weights.
Result<std::vector<DeclaredInput>> readDeclaredInputs(const std::string& path);

/// An extent that a person chooses for all inputs that have it.
struct OpenExtent {
    std::string name;
    int64_t proposed = 1; ///< one sample, three channels, 224 pixels, 128 tokens
};

/// The open extents of inputs, each once, in order. An extent that is a sum ("past + 1") follows from its parts.
std::vector<OpenExtent> openExtents(std::span<const DeclaredInput> inputs);

/// Numbers of open extents, by name.
using ChosenExtents = std::map<std::string, int64_t>;
/// Shapes of the inputs that have open extents. Returns an error if a name is not an open extent, or if one has no number and
/// its input no shape among `given`, which are left as they are.
Result<std::map<std::string, Shape>> shapesWith(std::span<const DeclaredInput> inputs, const ChosenExtents& extents,
                                                std::map<std::string, Shape> given = {});

/// Options of the command line that complete the open extents, as an example: "--dim batch=1 --dim sequence=128"; the first
/// eight.
std::string exampleOptions(std::span<const OpenExtent> extents);

} // namespace knobscope
