// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace knobscope {

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
    ~Channel();
    Channel(Channel&& other) noexcept;
    Channel& operator=(Channel&& other) noexcept;

    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    void close();

    Result<void> send(const Message& message);
    /// Whether something to receive, or the end, came within `wait`.
    bool waitForData(std::chrono::milliseconds wait) const;
    /// Waits until a whole message is there. Timeout at the deadline, Crashed when the other end is gone, Corrupt when what
    /// came is no message.
    Result<Message> receive(std::optional<std::chrono::steady_clock::time_point> deadline = {});

private:
    Result<void> readExactly(std::byte* to, size_t count, std::optional<std::chrono::steady_clock::time_point> deadline);
    int m_descriptor = -1;
};

} // namespace knobscope
