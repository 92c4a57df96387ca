// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/workermemory.h"

#include "core/base/numbertext.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace knobscope {

namespace {

/// Number in a file; nullopt if it contains none ("max") or is missing.
std::optional<int64_t> numberIn(const std::filesystem::path& file)
{
    int64_t number = 0;
    std::ifstream stream(file);
    return stream >> number ? std::optional(number) : std::nullopt;
}

std::string contentsOf(const char* path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int64_t usableMemory(int64_t machineBytes, const std::string& cgroups, const std::string& membership)
{
    int64_t least = machineBytes;
    const auto take = [&](std::filesystem::path group, const char* file, const std::filesystem::path& root) {
        for (; group.native().size() >= root.native().size(); group = group.parent_path()) {
            const auto limit = numberIn(group / file);
            least = limit && *limit > 0 ? std::min(least, *limit) : least;
            if (group == group.parent_path()) {
                break;
            }
        }
    };
    std::istringstream lines(membership); // "0::/user.slice/…", or "4:memory:/…" for version 1
    for (std::string line; std::getline(lines, line);) {
        const size_t path = line.find(":/");
        const std::string group = path == std::string::npos ? "" : line.substr(path + 2);
        if (line.starts_with("0::")) {
            take(std::filesystem::path(cgroups) / group, "memory.max", cgroups);
        } else if (line.find(":memory:") != std::string::npos) {
            const std::filesystem::path root = std::filesystem::path(cgroups) / "memory";
            take(root / group, "memory.limit_in_bytes", root);
        }
    }
    return least;
}

int64_t usableMemory()
{
    const int64_t machine = static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    return usableMemory(machine, "/sys/fs/cgroup", contentsOf("/proc/self/cgroup"));
}

int64_t workerMemoryLimit()
{
    const char* asked = std::getenv("KNOBSCOPE_WORKER_MEMORY");
    const auto megabytes = asked ? parseNumber<int64_t>(asked) : std::nullopt;
    constexpr int64_t most = int64_t{1} << 40; // MiB; fits into 64 bits as bytes
    return megabytes && *megabytes > 0 ? std::min(*megabytes, most) << 20 : usableMemory() / 4 * 3;
}

} // namespace knobscope
