// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/zeroedbytes.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace knobscope {

/// Reads a whole file of at most 2 GiB, the limit of protobuf.
Result<ZeroedBytes> readProtoFile(const std::string& path);

/// Parses a message into `arena`. Stops if it takes far more memory than its size explains: an empty node is two bytes in a file
/// and about a hundred in memory.
Result<void> parseProto(std::string_view bytes, google::protobuf::Arena& arena, google::protobuf::Message& message);

} // namespace knobscope
