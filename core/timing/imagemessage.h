// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/deviceimage.h"

#include <nlohmann/json.hpp>

#include <span>

namespace knobscope {

/// Describes a GPU program without its code, which is the message's blob. `"device": "cuda"` distinguishes it from a CPU kernel.
nlohmann::json imageHeader(const DeviceImage& image);
/// Rejects launches with unknown arguments or intermediates, and grids or blocks without threads.
Result<DeviceImage> imageFrom(const nlohmann::json& header, std::span<const std::byte> code);
/// Returns true for the header of a GPU program.
bool isImageHeader(const nlohmann::json& header);

} // namespace knobscope
