// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/disturbance.h"

#include "core/base/descriptor.h"
#include "core/target/bestrate.h"
#include "core/target/cputicks.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

namespace knobscope {

namespace {

constexpr auto kCoreSampleTime = std::chrono::milliseconds(300);
constexpr double kBusyShare = 0.2; // share of their time
constexpr const char* kPrefix = "measuring.";
constexpr time_t kLockGraceSeconds = 10; // an older notice without a lock was left by a killed program
constexpr size_t kMaxTextBytes = 120;

/// Lock of the open file description, not of the process: see ProjectLocks.
struct flock wholeFile()
{
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// The login manager creates it; a missing one is not created here.
bool hasRuntimeFolder()
{
    const char* folder = std::getenv("XDG_RUNTIME_DIR");
    std::error_code ignored;
    return folder && std::filesystem::is_directory(folder, ignored);
}

/// Name and arguments of this program, up to the first option: "knobscope-cli network run resnet-18".
std::string programText()
{
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string text;
    for (std::string argument; std::getline(file, argument, '\0') && !argument.starts_with('-');) {
        text += text.empty() ? std::filesystem::path(argument).filename().string() : " " + argument;
    }
    for (char& c : text) {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return text.substr(0, kMaxTextBytes);
}

std::mutex& registryMutex()
{
    static std::mutex mutex;
    return mutex;
}

/// Paths of this program's own notices; guarded by registryMutex().
std::set<std::string>& ownPaths()
{
    static std::set<std::string> paths;
    return paths;
}

bool isLocked(int file)
{
    struct flock lock = wholeFile();
    return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/// Text of a notice that its owner still holds, else empty; deletes a stale notice.
std::string holderOf(const std::string& path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status{};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::getuid()) {
        return {};
    }
    if (!isLocked(file.number())) {
        if (status.st_mtime + kLockGraceSeconds < std::time(nullptr)) {
            ::unlink(path.c_str());
        }
        return {};
    }
    std::array<char, kMaxTextBytes + 40> text{};
    const ssize_t count = ::read(file.number(), text.data(), text.size());
    return count > 0 ? std::string(text.data(), static_cast<size_t>(count)) : std::string("?");
}

} // namespace

/// A locked file that is deleted on destruction.
struct MeasuringNotice::File {
    explicit File(const std::string& device)
    {
        const std::string folder = noticeFolder();
        std::error_code ignored;
        if (!hasRuntimeFolder()) {
            std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
        }
        if (folder.empty() || (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)) {
            return;
        }
        path = fmt::format("{}/{}{}.XXXXXX", folder, kPrefix, device);
        descriptor = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
        struct flock lock = wholeFile();
        const std::string text = fmt::format("{}, process {}", programText(), ::getpid());
        const bool isTold = descriptor.number() >= 0 && ::fcntl(descriptor.number(), F_OFD_SETLK, &lock) == 0
                         && ::write(descriptor.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
        if (!isTold && descriptor.number() >= 0) {
            ::unlink(path.c_str());
            path.clear();
        }
    }
    ~File()
    {
        if (descriptor.number() >= 0 && !path.empty()) {
            ::unlink(path.c_str());
            const std::lock_guard lock(registryMutex());
            ownPaths().erase(path);
        }
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::string path;
    Descriptor descriptor;
};

MeasuringNotice::MeasuringNotice(std::string device)
{
    static std::map<std::string, std::weak_ptr<File>> files; // guarded by registryMutex()
    const std::lock_guard lock(registryMutex());
    std::weak_ptr<File>& known = files[device];
    m_file = known.lock();
    if (!m_file) {
        m_file = std::make_shared<File>(device);
        known = m_file;
        ownPaths().insert(m_file->path);
    }
}

std::string noticeFolder()
{
    return hasRuntimeFolder() ? std::string(std::getenv("XDG_RUNTIME_DIR")) + "/knobscope" : stateFolder();
}

Sentence findOtherMeasurer(std::string_view device)
{
    const std::string prefix = device.empty() ? kPrefix : fmt::format("{}{}.", kPrefix, device);
    std::error_code error;
    for (std::filesystem::directory_iterator it(noticeFolder(), error), end; !error && it != end; it.increment(error)) {
        if (!it->path().filename().string().starts_with(prefix)) {
            continue;
        }
        {
            const std::lock_guard lock(registryMutex());
            if (ownPaths().contains(it->path().string())) {
                continue;
            }
        }
        if (const std::string holder = holderOf(it->path().string()); !holder.empty()) {
            return phrase("Another program is measuring on this machine ({}), so times are unreliable and may be several times "
                          "too long; stop it, or start again later",
                          holder);
        }
    }
    return {};
}

Sentence loadWarning(std::span<const int> cores)
{
    if (Sentence other = findOtherMeasurer("cpu"); !other.empty()) {
        return other;
    }
    const double busy = busyShareNow(cores, kCoreSampleTime);
    return busy < kBusyShare ? Sentence()
                             : phrase("The machine is busy: other programs use {:.0f} % of the cores that kernels are timed on, "
                                      "so speeds are unreliable; stop them, or start again later",
                                      busy * 100);
}

} // namespace knobscope
