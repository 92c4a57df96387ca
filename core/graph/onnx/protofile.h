// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/zeroedbytes.h"
#include "core/result/result.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace knobscope {

/// A whole file of at most 2 GiB, which is as much as protobuf reads.
Result<ZeroedBytes> readProtoFile(const std::string& path);

/// Reads bytes into a message that lives in `arena`, and stops when it takes far more memory than the bytes explain: an empty
/// node is two bytes in a file and a hundred here.
Result<void> parseProto(std::string_view bytes, google::protobuf::Arena& arena, google::protobuf::Message& message);

} // namespace knobscope
