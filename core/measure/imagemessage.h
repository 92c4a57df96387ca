// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/deviceimage.h"

#include <nlohmann/json.hpp>

#include <span>

namespace knobscope {

/// A GPU program without its code, which travels as the message's blob. `"device": "cuda"` tells it from a CPU's kernel.
nlohmann::json imageHeader(const DeviceImage& image);
/// Refuses launches that name no argument or intermediate, and grids or blocks without threads.
Result<DeviceImage> imageFrom(const nlohmann::json& header, std::span<const std::byte> code);
/// Whether a kernel's header is a GPU program's.
bool isImageHeader(const nlohmann::json& header);

} // namespace knobscope
