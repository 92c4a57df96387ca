// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

namespace knobscope {

/// Whether there is a file with something in it, which a file with nothing in it should not replace.
inline bool isFilledFile(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0;
}

/// A file's new contents until they are whole. They are written to a new file next to it, whose name nobody can foresee and which
/// has the old one's mode, so that a failure leaves the old ones; what is not put in place is removed at the end. A device or a
/// pipe cannot be replaced and is written to as it is. A project is replaced by another one alone.
class UnfinishedFile
{
public:
    static Result<UnfinishedFile> begin(const std::string& path, bool isProject = false)
    {
        struct stat old{};
        const bool isThere = ::stat(path.c_str(), &old) == 0;
        if (path.starts_with("/dev/") || (isThere && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))) {
            return UnfinishedFile(path, path);
        }
        const auto cannot = [&] { return fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(errno)); };
        if (isThere && S_ISDIR(old.st_mode)) {
            errno = EISDIR;
            return cannot();
        }
        if (isThere && !isProject && old.st_size > 0 && path.ends_with(".knobscope")) {
            return fail(ErrorCode::InvalidArgument, "{} is a project, which this would replace; name another file", path);
        }
        if (isThere && ::access(path.c_str(), W_OK) != 0) {
            return cannot();
        }
        std::random_device random;
        for (int tries = 0; tries < 100; ++tries) {
            std::string writing = fmt::format("{}.{:08x}.unfinished", path, random());
            const int descriptor = ::open(writing.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor >= 0) {
                const bool keepsMode = !isThere || ::fchmod(descriptor, old.st_mode & 07777) == 0;
                ::close(descriptor);
                UnfinishedFile file(path, std::move(writing));
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
        if (m_writing != m_path) {
            ::unlink(m_writing.c_str());
        }
    }
    UnfinishedFile(UnfinishedFile&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
        , m_writing(std::exchange(other.m_writing, {}))
    {
    }
    UnfinishedFile& operator=(UnfinishedFile&&) = delete;

    /// Where the contents go.
    const std::string& writingPath() const { return m_writing; }

    /// In one step; call once.
    Result<void> putInPlace()
    {
        if (m_writing != m_path && std::rename(m_writing.c_str(), m_path.c_str()) != 0) {
            return fail(ErrorCode::Io, "{} cannot be written: {}", m_path, std::strerror(errno));
        }
        m_writing = m_path;
        return {};
    }

private:
    UnfinishedFile(std::string path, std::string writing)
        : m_path(std::move(path))
        , m_writing(std::move(writing))
    {
    }

    std::string m_path;
    std::string m_writing;
};

} // namespace knobscope
