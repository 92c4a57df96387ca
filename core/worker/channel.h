// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/worker/runningdeadline.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace knobscope {

/// Version of the request and answer format; must be equal at both ends.
inline constexpr int kMessageVersion = 2;

/// Largest blob of a message, in bytes.
inline constexpr uint32_t kMaxBlobBytes = 512U << 20;

/// Message between the program and a worker: a JSON header and bytes.
struct Message {
    nlohmann::json header;
    std::vector<std::byte> blob;
};

/// One end of a socket pair. A message is encoded as two 32-bit lengths (header, blob; little endian) followed by both parts.
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

    /// Blocks until the peer has received the message or the system has buffered it. Fails with Timeout at the deadline (null:
    /// none), with Crashed if the peer is gone, and with LimitExceeded, before sending, for headers over 64 MiB or blobs over
    /// kMaxBlobBytes.
    Result<void> send(const Message& message, RunningDeadline* deadline = nullptr);
    /// Waits for at most `wait`; returns true if there is data to receive or the peer has closed.
    bool waitForData(std::chrono::milliseconds wait) const;
    /// Blocks until a whole message has arrived. Fails with Timeout at the deadline (null: none), with Crashed if the peer is
    /// gone, and with Corrupt if the data is not a message.
    Result<Message> receive(RunningDeadline* deadline = nullptr);

private:
    Result<void> writeAll(const void* data, size_t count, RunningDeadline* deadline);
    Result<void> readExactly(std::byte* to, size_t count, RunningDeadline* deadline);
    Result<void> waitFor(short events, RunningDeadline* deadline) const;
    Descriptor m_descriptor;
};

} // namespace knobscope
