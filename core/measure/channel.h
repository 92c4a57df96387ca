// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/descriptor.h"
#include "core/measure/runningdeadline.h"
#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <vector>

namespace knobscope {

/// Of the requests and answers: both ends must speak of the same.
inline constexpr int messageVersion = 2;

/// A JSON header and bytes; what travels between the program and its workers.
struct Message {
    nlohmann::json header;
    std::vector<std::byte> blob;
};

/// One end of a socket pair. Each message is two 32-bit lengths (header, blob; little endian) and the two parts.
class Channel
{
public:
    Channel() = default;
    explicit Channel(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    int descriptor() const { return m_descriptor.number(); }
    void close() { m_descriptor = Descriptor(); }

    /// Waits until the other end has taken it, or the system keeps it for the other end. Timeout at the deadline (none: null),
    /// Crashed when the other end is gone, LimitExceeded (and nothing is sent) where it would not be taken: more than 64 MiB of
    /// header, or 512 of bytes.
    Result<void> send(const Message& message, RunningDeadline* deadline = nullptr);
    /// Whether something to receive, or the end, came within `wait`.
    bool waitForData(std::chrono::milliseconds wait) const;
    /// Waits until a whole message is there. Timeout at the deadline (none: null) unless it is there by then, Crashed when the
    /// other end is gone, Corrupt when what came is no message.
    Result<Message> receive(RunningDeadline* deadline = nullptr);

private:
    Result<void> writeAll(const void* data, size_t count, RunningDeadline* deadline);
    Result<void> readExactly(std::byte* to, size_t count, RunningDeadline* deadline);
    Result<void> waitFor(short events, RunningDeadline* deadline) const;
    Descriptor m_descriptor;
};

} // namespace knobscope
