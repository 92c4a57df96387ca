// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

namespace knobscope {

/// Whether a non-empty file exists, which an empty one should not replace.
inline bool isNonEmptyFile(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
}

/// Kind of a new file, which determines what it may replace.
enum class NewFile : uint8_t {
    Exported, ///< requested by the user; writes directly to a device or a pipe
    Project,  ///< the only kind that may replace a project
    Own       ///< only for this program: replaces even a device, pipe or socket
};

/// Atomic replacement of a file: writes to a temporary file next to it, with a random name and the old file's mode, so that a
/// failure keeps the old contents; the destructor removes it unless it was put in place. Rejects a pipe without a reader, since
/// writing to it would block.
class UnfinishedFile
{
public:
    static Result<UnfinishedFile> begin(const std::string& path, NewFile kind = NewFile::Exported)
    {
        struct stat old{};
        const bool isThere = (kind == NewFile::Own ? ::lstat : ::stat)(path.c_str(), &old) == 0;
        const bool isSpecial = isThere && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode);
        if (kind != NewFile::Own && (path.starts_with("/dev/") || isSpecial)) {
            return openSpecial(path, isThere && S_ISFIFO(old.st_mode));
        }
        const auto cannot = [&] { return fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(errno)); };
        if (isThere && S_ISDIR(old.st_mode)) {
            errno = EISDIR;
            return cannot();
        }
        if (isThere && kind != NewFile::Project && old.st_size > 0 && path.ends_with(".knobscope")) {
            return fail(ErrorCode::InvalidArgument, "{} is a project, which would be overwritten; name another file", path);
        }
        if (isThere && !isSpecial && ::access(path.c_str(), W_OK) != 0) {
            return cannot();
        }
        std::random_device random;
        for (int tries = 0; tries < 100; ++tries) {
            std::string temporary = fmt::format("{}.{:08x}.unfinished", path, random());
            const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor >= 0) {
                const bool keepsMode = !isThere || isSpecial || ::fchmod(descriptor, old.st_mode & 07777) == 0;
                ::close(descriptor);
                UnfinishedFile file(path, std::move(temporary));
                return keepsMode ? Result<UnfinishedFile>(std::move(file)) : cannot();
            }
            if (errno != EEXIST) {
                break;
            }
        }
        return cannot();
    }

    ~UnfinishedFile()
    {
        if (m_temporaryPath != m_path) {
            ::unlink(m_temporaryPath.c_str());
        }
        if (m_pipe >= 0) {
            ::close(m_pipe);
        }
    }
    UnfinishedFile(UnfinishedFile&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
        , m_temporaryPath(std::exchange(other.m_temporaryPath, {}))
        , m_pipe(std::exchange(other.m_pipe, -1))
    {
    }
    UnfinishedFile& operator=(UnfinishedFile&&) = delete;

    /// The path to write to.
    const std::string& temporaryPath() const { return m_temporaryPath; }

    /// Renames the file atomically; call once.
    Result<void> commit()
    {
        if (m_temporaryPath != m_path && std::rename(m_temporaryPath.c_str(), m_path.c_str()) != 0) {
            return fail(ErrorCode::Io, "{} cannot be written: {}", m_path, std::strerror(errno));
        }
        m_temporaryPath = m_path;
        return {};
    }

private:
    UnfinishedFile(std::string path, std::string temporary, int pipe = -1)
        : m_path(std::move(path))
        , m_temporaryPath(std::move(temporary))
        , m_pipe(pipe)
    {
    }

    static Result<UnfinishedFile> openSpecial(const std::string& path, bool isPipe)
    {
        const int pipe = isPipe ? ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1;
        if (isPipe && pipe < 0) {
            return errno == ENXIO ? fail(ErrorCode::Io, "{} is a pipe without a reader; start the reader first", path)
                                  : fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(errno));
        }
        return UnfinishedFile(path, path, pipe);
    }

    std::string m_path;
    std::string m_temporaryPath;
    int m_pipe; ///< held open, so that its reader waits for writes by path
};

} // namespace knobscope
