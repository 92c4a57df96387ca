// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <string>

namespace knobscope {

/// The first bytes of a file, `count` or fewer where it is shorter, to tell what kind of file it is; none of
/// a pipe or a device. For files that may be
/// projects in use: whoever opens and closes such a file by other means drops this process's locks on it (POSIX drops them with
/// any descriptor), upon which another program takes itself for the only one and deletes the write-ahead log under our hands
/// (https://sqlite.org/howtocorrupt.html, section 2.2). SQLite keeps such descriptors open until its locks are gone.
Result<std::string> fileHead(const std::string& path, int count);

/// Whether those bytes begin an SQLite file.
bool beginsSqlite(const std::string& head);

/// Whether there is a project of whatever name, or another database. A pipe is none, and nothing is read from it.
bool isDatabaseFile(const std::string& path);
/// Refuses an export to such a file.
Result<void> refuseDatabase(const std::string& path);

} // namespace knobscope
