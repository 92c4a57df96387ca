// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace knobscope {

/// Returns the first `count` bytes of a file (fewer if it is shorter) to detect its type; empty for pipes and devices. Safe for
/// project files in use: POSIX drops all locks of a process on a file when it closes any descriptor of it, after which another
/// program may consider itself the only user and delete the write-ahead log (https://sqlite.org/howtocorrupt.html, section 2.2).
/// SQLite keeps such descriptors open until its locks are gone.
Result<std::string> fileHead(const std::string& path, int count);

/// Whether the bytes are the header of an SQLite file.
bool beginsSqlite(const std::string& head);

/// Whether the file is a project or another SQLite database. Does not read from pipes.
bool isDatabaseFile(const std::string& path);
/// Refuses to export over a database file.
Result<void> refuseDatabase(const std::string& path);

} // namespace knobscope
