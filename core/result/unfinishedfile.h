// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

namespace knobscope {

/// Where a file's new contents are written until they are whole: next to it, so that a failure leaves the old ones. A device or a
/// pipe cannot be replaced, and is written to as it is: `path` itself.
inline std::string unfinishedPath(const std::string& path)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    const bool isReplaceable = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    return isReplaceable && !path.starts_with("/dev/") ? path + ".unfinished" : path;
}

/// Puts what was written to unfinishedPath(path) in place, in one step; where that is not possible, the unfinished file is
/// removed.
inline Result<void> putInPlace(const std::string& path)
{
    const std::string unfinished = unfinishedPath(path);
    if (unfinished != path && std::rename(unfinished.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        std::remove(unfinished.c_str());
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(reason));
    }
    return {};
}

/// Removes what was written of a file that could not be finished.
inline void removeUnfinished(const std::string& path)
{
    if (const std::string unfinished = unfinishedPath(path); unfinished != path) {
        std::remove(unfinished.c_str());
    }
}

} // namespace knobscope
