// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <optional>
#include <string>

namespace knobscope {

/// Identity of a file (device and inode). While a file is open, its numbers are not reused, even if it is deleted.
struct FileStatus {
    dev_t device = 0;
    ino_t inode = 0;
    mode_t mode = 0;

    static std::optional<FileStatus> ofDescriptor(int descriptor)
    {
        struct stat found{};
        return ::fstat(descriptor, &found) == 0 ? std::optional(FileStatus(found)) : std::nullopt;
    }
    /// Follows symbolic links. nullopt if there is no file.
    static std::optional<FileStatus> ofPath(const std::string& path)
    {
        struct stat found{};
        return ::stat(path.c_str(), &found) == 0 ? std::optional(FileStatus(found)) : std::nullopt;
    }

    bool isFile() const { return S_ISREG(mode); }
    bool isSameFile(const FileStatus& other) const { return device == other.device && inode == other.inode; }
    /// Whether the path still leads to this file.
    bool isAt(const std::string& path) const
    {
        const auto there = ofPath(path);
        return there && isSameFile(*there);
    }

    FileStatus() = default;

private:
    explicit FileStatus(const struct stat& found)
        : device(found.st_dev)
        , inode(found.st_ino)
        , mode(found.st_mode)
    {
    }
};

/// The change of a file that is no longer at its path, such as "was replaced by another file".
inline Sentence missingFileReason(const std::string& path)
{
    return FileStatus::ofPath(path) ? phrase("was replaced by another file") : phrase("was deleted or moved");
}

} // namespace knobscope
