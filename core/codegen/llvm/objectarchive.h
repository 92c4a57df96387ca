// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// An object file in an archive.
struct ArchiveMember {
    std::string name; ///< "kernel0.o"
    std::span<const std::byte> object;
};

/// The bytes of a static library with a symbol index, as written by `ar rcs`.
Result<std::string> makeObjectArchive(const std::vector<ArchiveMember>& members);

} // namespace knobscope
