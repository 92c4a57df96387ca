// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectlocks.h"

#include "core/base/filestatus.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <thread>

namespace knobscope {

namespace {

constexpr auto kLockRetryInterval = std::chrono::milliseconds(5);

/// Lies next to the file itself, with symbolic links resolved, so that all programs use the same lock file.
std::string lockPathOf(const std::string& projectPath)
{
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(projectPath, error);
    return (error ? projectPath : path.string()) + "-lock";
}

/// Opens only regular files: the folder may belong to another user.
int openLockFile(const std::string& path, int flags)
{
    const int file = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
    const auto status = file >= 0 ? FileStatus::ofDescriptor(file) : std::nullopt;
    if (status && status->isFile()) {
        return file;
    }
    if (file >= 0) {
        ::close(file);
    }
    return -1;
}

/// Locks the open file description (OFD), not the process: closing other descriptors is safe, and other threads are excluded.
struct flock bytes(short kind, int64_t first, int64_t count)
{
    struct flock lock{};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = count;
    return lock;
}

/// Ignores a lock on the whole file: a program takes it briefly to check whether it may remove the file.
bool isHeld(int file, int64_t what)
{
    struct flock one = bytes(F_WRLCK, what, 1);
    return ::fcntl(file, F_OFD_GETLK, &one) == 0 && one.l_type != F_UNLCK && one.l_len != 0;
}

} // namespace

ProjectLocks::ProjectLocks(const std::string& projectPath)
    : m_path(lockPathOf(projectPath))
{
}

ProjectLocks::~ProjectLocks()
{
    m_taken.clear();
    close();
}

bool ProjectLocks::open()
{
    if (m_file < 0) {
        m_file = openLockFile(m_path, O_RDWR | O_CREAT);
    }
    return m_file >= 0;
}

void ProjectLocks::close()
{
    if (m_file < 0) {
        return;
    }
    // Without other locks the file is not needed. A program that opened it meanwhile notices that it is no longer at its path.
    struct flock all = bytes(F_WRLCK, 0, 0);
    const auto status = FileStatus::ofDescriptor(m_file);
    if (::fcntl(m_file, F_OFD_SETLK, &all) == 0 && status && status->isAt(m_path)) {
        ::unlink(m_path.c_str());
    }
    ::close(m_file);
    m_file = -1;
}

ProjectLocks::Answer ProjectLocks::acquire(int64_t what)
{
    if (m_taken.contains(what)) {
        return Answer::Taken;
    }
    for (int tries = 0; tries < 100 && open(); ++tries) {
        struct flock one = bytes(F_WRLCK, what, 1);
        if (::fcntl(m_file, F_OFD_SETLK, &one) != 0) {
            const bool isRefused = errno == EAGAIN || errno == EACCES;
            if (isRefused && !isHeld(m_file, what)) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                continue;
            }
            if (m_taken.empty()) {
                ::close(m_file);
                m_file = -1;
            }
            return isRefused ? Answer::Refused : Answer::Unavailable;
        }
        const auto status = FileStatus::ofDescriptor(m_file);
        if (!m_taken.empty() || (status && status->isAt(m_path))) {
            m_taken.insert(what);
            return Answer::Taken;
        }
        ::close(m_file); // removed between opening and locking
        m_file = -1;
    }
    return Answer::Unavailable;
}

ProjectLocks::Answer ProjectLocks::waitFor(int64_t what, std::chrono::milliseconds patience)
{
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        const Answer answer = acquire(what);
        if (answer != Answer::Refused || std::chrono::steady_clock::now() > end) {
            return answer;
        }
        std::this_thread::sleep_for(kLockRetryInterval);
    }
}

void ProjectLocks::release(int64_t what)
{
    if (m_taken.erase(what) == 0) {
        return;
    }
    if (m_taken.empty()) {
        close();
        return;
    }
    struct flock one = bytes(F_UNLCK, what, 1);
    ::fcntl(m_file, F_OFD_SETLK, &one);
}

bool ProjectLocks::isTaken(const std::string& projectPath, int64_t what)
{
    const int file = openLockFile(lockPathOf(projectPath), O_RDONLY);
    if (file < 0) {
        return false;
    }
    const bool isTaken = isHeld(file, what);
    ::close(file);
    return isTaken;
}

} // namespace knobscope
