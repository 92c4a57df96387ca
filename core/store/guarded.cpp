// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/guarded.h"

#include "core/store/project.h"
#include "core/store/queryguard.h"

#include <sqlite3.h>

namespace knobscope {

Error lockedError(const std::string& path)
{
    return {ErrorCode::Io, phrase("{} is being written by another program; try again when it is done", path)};
}

bool isLocked(const Error& error)
{
    static const std::string pattern = lockedError({}).pattern;
    return error.pattern == pattern;
}

Error projectError(const std::string& path, const SQLite::Exception& thrown)
{
    switch (thrown.getErrorCode() & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {ErrorCode::Corrupt,
                phrase("{} is damaged ({}); open a copy from a backup, or export what can be read with sqlite3's .recover", path,
                       thrown.what())};
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return lockedError(path);
    case SQLITE_READONLY:
        return {ErrorCode::Io, phrase("{} or its folder is read-only; change the permissions, or work on a copy", path)};
    case SQLITE_INTERRUPT:
        return {ErrorCode::Corrupt, phrase("A query of {} returned nothing for {} seconds and was stopped: the file is damaged, "
                                           "or was manipulated so that reading it never ends",
                                           path, kQueryTimeout.count())};
    case SQLITE_TOOBIG:
        return {ErrorCode::LimitExceeded,
                phrase("{} contains text that is longer than the limit (16 MB); the file is damaged", path)};
    case SQLITE_FULL: return {ErrorCode::Io, phrase("There is no space left for {}", path)};
    case SQLITE_CANTOPEN:
        return {ErrorCode::Io, phrase("{} or a file next to it cannot be opened. Does its folder exist, is it accessible and "
                                      "writable, and is the limit of open files (ulimit -n) high enough?",
                                      path)};
    case SQLITE_NOMEM: return {ErrorCode::LimitExceeded, phrase("There is not enough memory to work on {}", path)};
    case SQLITE_IOERR:
        return {ErrorCode::Io, phrase("The disk of {} failed or was removed while it was used ({})", path, thrown.what())};
    default: return {ErrorCode::Io, phrase("{} cannot be used: {}", path, thrown.what())};
    }
}

} // namespace knobscope
