// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/eventcounters.h"

#include <fstream>
#include <utility>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <cerrno>
#include <cstring>

namespace knobscope {

struct EventCounters::Opened {
    std::string name;
    int descriptor = -1;
};

EventCounters::EventCounters() = default;
EventCounters::EventCounters(EventCounters&& other) noexcept
    : m_opened(std::exchange(other.m_opened, {}))
    , m_missing(std::exchange(other.m_missing, {}))
{
}
EventCounters& EventCounters::operator=(EventCounters&& other) noexcept
{
    std::swap(m_opened, other.m_opened);
    std::swap(m_missing, other.m_missing);
    return *this;
}

double scaledCount(uint64_t raw, uint64_t enabled, uint64_t running)
{
    return running == 0 ? 0 : static_cast<double>(raw) * (static_cast<double>(enabled) / static_cast<double>(running));
}

Error counterError(int code, int paranoid)
{
    switch (code) {
    case EACCES:
    case EPERM:
        return {
            ErrorCode::Unsupported,
            phrase("The system does not let this user count hardware events (kernel.perf_event_paranoid is {}); allow it with "
                   "sudo sysctl kernel.perf_event_paranoid=2",
                   paranoid)};
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return {ErrorCode::Unsupported, phrase("This machine offers no hardware counters, as most virtual machines; run it on "
                                               "the machine itself, or enable its PMU in the hypervisor")};
    case ENOSYS: return {ErrorCode::Unsupported, phrase("This system has no perf_event_open, which counts hardware events")};
    default: return {ErrorCode::Unsupported, phrase("Hardware events cannot be counted: {}", std::strerror(code))}; // NOLINT
    }
}

#ifdef __linux__

namespace {

constexpr uint64_t cacheMisses(uint64_t cache)
{
    return cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16;
}

constexpr CounterEvent kHardware[]{
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"L1d misses", PERF_TYPE_HW_CACHE, cacheMisses(PERF_COUNT_HW_CACHE_L1D)},
    {"LLC misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branch misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
};
constexpr CounterEvent kSoftware[]{
    {"task clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"page faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"context switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
};

/// Returns the descriptor, or -1 with errno. `leader`: of the group; -1 begins one, which start() enables.
int openEvent(const CounterEvent& event, int leader)
{
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.disabled = leader < 0 ? 1 : 0;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC));
}

int paranoidLevel()
{
    int level = 0;
    std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
    return level;
}

} // namespace

std::span<const CounterEvent> hardwareEvents()
{
    return kHardware;
}
std::span<const CounterEvent> softwareEvents()
{
    return kSoftware;
}

Result<EventCounters> EventCounters::open(std::span<const CounterEvent> events)
{
    EventCounters counters;
    int problem = ENOENT;
    for (const CounterEvent& event : events) {
        const int leader = counters.m_opened.empty() ? -1 : counters.m_opened.front().descriptor;
        const int descriptor = openEvent(event, leader);
        if (descriptor >= 0) {
            counters.m_opened.push_back({event.name, descriptor});
        } else {
            problem = errno;
            counters.m_missing.emplace_back(event.name);
        }
    }
    if (counters.m_opened.empty()) {
        return tl::make_unexpected(counterError(problem, paranoidLevel()));
    }
    return counters;
}

EventCounters::~EventCounters()
{
    for (const Opened& one : m_opened) {
        close(one.descriptor);
    }
}

void EventCounters::start()
{
    ioctl(m_opened.front().descriptor, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    ioctl(m_opened.front().descriptor, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void EventCounters::stop()
{
    ioctl(m_opened.front().descriptor, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

Result<std::vector<EventCount>> EventCounters::counts() const
{
    // {number, time enabled, time running, values}, the order of read_format.
    std::vector<uint64_t> values(3 + m_opened.size());
    const auto wanted = static_cast<ssize_t>(values.size() * sizeof(uint64_t));
    if (read(m_opened.front().descriptor, values.data(), static_cast<size_t>(wanted)) != wanted || values[0] != m_opened.size()) {
        return fail(ErrorCode::Io, "The counted events cannot be read: {}", std::strerror(errno)); // NOLINT
    }
    std::vector<EventCount> counts;
    const auto [enabled, running] = std::pair(values[1], values[2]);
    for (size_t i = 0; running > 0 && i < m_opened.size(); ++i) {
        counts.push_back({m_opened[i].name, scaledCount(values[3 + i], enabled, running),
                          static_cast<double>(running) / static_cast<double>(std::max(enabled, running))});
    }
    return counts;
}

#else

std::span<const CounterEvent> hardwareEvents()
{
    return {};
}
std::span<const CounterEvent> softwareEvents()
{
    return {};
}
Result<EventCounters> EventCounters::open(std::span<const CounterEvent>)
{
    return tl::make_unexpected(counterError(ENOSYS, 0));
}
EventCounters::~EventCounters() = default;
void EventCounters::start() {}
void EventCounters::stop() {}
Result<std::vector<EventCount>> EventCounters::counts() const
{
    return std::vector<EventCount>();
}

#endif

} // namespace knobscope
