// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// raw_data of each initializer of a graph, in order; nullopt if there is none, or if it is small and was left to protobuf.
using RawData = std::vector<std::optional<std::string_view>>;

/// An ONNX model without the elements of its weights, for protobuf to parse. Protobuf would copy them, and repeatedly as large
/// ones grow.
struct ModelWithoutRawData {
    std::string bytes;
    RawData raw; ///< views into the model's bytes
};

/// Returns nullopt if the bytes are not a message; protobuf then reports the error.
std::optional<ModelWithoutRawData> withoutRawData(std::string_view model);

} // namespace knobscope
