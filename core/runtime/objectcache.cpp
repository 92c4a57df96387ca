// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/objectcache.h"

#include "core/base/readjson.h"
#include "core/base/sha256.h"
#include "core/base/unfinishedfile.h"
#include "core/codegen/kerneljson.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace knobscope {
namespace {

constexpr std::string_view kEnding = ".kernel";
constexpr std::string_view kMagic = "knobscope kernel 1\n";
constexpr size_t kDigits = 64;                       // of a checksum
constexpr int64_t kLargestFile = int64_t{64} << 20;  // far above a kernel's kilobytes
constexpr auto kAbandoned = std::chrono::hours(1);   // age of an unfinished file to remove

/// True if only this user and root can read or write it.
bool isOwn(const struct stat& file)
{
    return file.st_uid == ::geteuid() && (file.st_mode & 077) == 0;
}

/// Reads a whole file that only this user can access.
std::optional<std::string> readOwn(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); // do not block on a pipe
    if (file < 0) {
        return std::nullopt;
    }
    std::string all;
    struct stat status{};
    bool isWhole = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && isOwn(status) && status.st_size <= kLargestFile;
    if (isWhole) {
        all.resize(static_cast<size_t>(status.st_size));
        isWhole = ::read(file, all.data(), all.size()) == static_cast<ssize_t>(all.size());
        (void)::futimens(file, nullptr); // mark as used, for trim()
    }
    ::close(file);
    return isWhole ? std::optional(std::move(all)) : std::nullopt;
}

/// Serializes a kernel: kMagic, a checksum of the rest, a line of JSON, the object code.
std::string written(const std::string& key, const CompiledKernel& kernel)
{
    nlohmann::json header = kernelHeader(kernel);
    header["key"] = key;
    std::string content = header.dump() + "\n";
    content.append(reinterpret_cast<const char*>(kernel.object.data()), kernel.object.size());
    return std::string(kMagic) + sha256(content) + "\n" + content;
}

std::optional<CompiledKernel> parsed(std::string_view all, const std::string& key)
{
    if (!all.starts_with(kMagic) || all.size() <= kMagic.size() + kDigits || all[kMagic.size() + kDigits] != '\n') {
        return std::nullopt;
    }
    const std::string_view content = all.substr(kMagic.size() + kDigits + 1);
    const size_t end = content.find('\n');
    if (sha256(content) != all.substr(kMagic.size(), kDigits) || end == std::string_view::npos) {
        return std::nullopt;
    }
    const nlohmann::json header = jsonOrNull(content.substr(0, end));
    const std::string_view object = content.substr(end + 1);
    if (!header.is_object() || header.value("key", nlohmann::json()) != nlohmann::json(key)) {
        return std::nullopt;
    }
    auto kernel = kernelFrom(header, std::as_bytes(std::span(object)));
    return kernel ? std::optional(std::move(*kernel)) : std::nullopt;
}

} // namespace

std::string ObjectCache::userFolder()
{
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const std::string folder = cache && *cache ? cache : home && *home ? std::string(home) + "/.cache" : std::string();
    return folder.empty() ? folder : folder + "/knobscope/kernels";
}

Result<ObjectCache> ObjectCache::open(std::string folder, int64_t maxBytes)
{
    if (folder.empty()) {
        return fail(ErrorCode::NotFound, "Compiled kernels are not cached: there is no home folder");
    }
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
    struct stat status{};
    if ((::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) || ::lstat(folder.c_str(), &status) != 0) {
        return fail(ErrorCode::Io, "Compiled kernels are not cached: {} cannot be created: {}", folder, std::strerror(errno));
    }
    if (!S_ISDIR(status.st_mode) || !isOwn(status)) {
        return fail(ErrorCode::Io,
                    "Compiled kernels are not cached: {} is not a private folder of this user; remove it, or chmod 700", folder);
    }
    return ObjectCache(std::move(folder), maxBytes);
}

std::string ObjectCache::keyOf(const std::string& origin)
{
    struct stat program{};
    (void)::stat("/proc/self/exe", &program); // another build may generate other code
    return sha256(fmt::format("{} {}.{}\n{}", program.st_size, program.st_mtim.tv_sec, program.st_mtim.tv_nsec, origin));
}

std::string ObjectCache::pathOf(const std::string& key) const
{
    return fmt::format("{}/{}{}", m_folder, key, kEnding);
}

std::optional<CompiledKernel> ObjectCache::find(const std::string& key) const
{
    const std::string path = pathOf(key);
    const auto all = readOwn(path);
    auto kernel = all ? parsed(*all, key) : std::nullopt;
    if (!kernel) {
        ::unlink(path.c_str());
    }
    return kernel;
}

void ObjectCache::store(const std::string& key, const CompiledKernel& kernel) const
{
    auto file = UnfinishedFile::begin(pathOf(key), NewFile::Own);
    const int out = file ? ::open(file->temporaryPath().c_str(), O_WRONLY | O_CLOEXEC) : -1;
    if (out < 0) {
        return;
    }
    const std::string all = written(key, kernel);
    const bool isWhole = ::fchmod(out, 0600) == 0 && ::write(out, all.data(), all.size()) == static_cast<ssize_t>(all.size());
    if (::close(out) == 0 && isWhole) {
        (void)file->commit();
    }
}

void ObjectCache::trim() const
{
    struct Entry {
        std::filesystem::path path;
        std::filesystem::file_time_type used;
        int64_t bytes = 0;
    };
    std::vector<Entry> all;
    int64_t bytes = 0;
    std::error_code trouble;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, trouble)) {
        const Entry one{entry.path(), entry.last_write_time(trouble), static_cast<int64_t>(entry.file_size(trouble))};
        if (trouble) {
            continue; // another process removed it
        }
        if (one.path.extension() == kEnding) {
            all.push_back(one);
            bytes += one.bytes;
        } else if (one.path.extension() == ".unfinished"
                   && one.used + kAbandoned < std::filesystem::file_time_type::clock::now()) {
            std::filesystem::remove(one.path, trouble);
        }
    }
    std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (size_t i = 0; i < all.size() && bytes > m_maxBytes; ++i) {
        std::filesystem::remove(all[i].path, trouble);
        bytes -= all[i].bytes;
    }
}

} // namespace knobscope
