// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Of each initializer of a graph, in their order: its raw_data; nothing where it has none, or few bytes that protobuf reads.
using RawData = std::vector<std::optional<std::string_view>>;

/// An ONNX model without the elements of its weights, for protobuf to read: it would copy them, the large ones over and over as
/// they grow.
struct ModelWithoutRawData {
    std::string bytes;
    RawData raw; ///< within the bytes that were given
};

/// Nothing where these bytes are no message: then protobuf says what is wrong with them.
std::optional<ModelWithoutRawData> withoutRawData(std::string_view model);

} // namespace knobscope
