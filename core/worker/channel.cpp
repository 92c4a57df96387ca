// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/channel.h"

#include "core/base/numbertext.h"
#include "core/base/readjson.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace knobscope {

namespace {

constexpr uint32_t kMaxHeaderBytes = 64U << 20;
constexpr size_t kMaxValues = 8'000'000; // the report of a network of 200,000 steps has three million values
constexpr size_t kReadChunkBytes = size_t{1} << 20;

} // namespace

Result<void> Channel::send(const Message& message, RunningDeadline* deadline)
{
    const std::string header = jsonText(message.header);
    if (header.size() > kMaxHeaderBytes || message.blob.size() > kMaxBlobBytes) {
        return fail(ErrorCode::LimitExceeded, "The message is too large: {} of at most {}",
                    bytesText(static_cast<double>(header.size() + message.blob.size())), bytesText(kMaxBlobBytes));
    }
    const uint32_t lengths[2] = {static_cast<uint32_t>(header.size()), static_cast<uint32_t>(message.blob.size())};
    TRY(writeAll(lengths, sizeof lengths, deadline));
    TRY(writeAll(header.data(), header.size(), deadline));
    return writeAll(message.blob.data(), message.blob.size(), deadline);
}

bool Channel::waitForData(std::chrono::milliseconds wait) const
{
    pollfd waiting{descriptor(), POLLIN, 0};
    return ::poll(&waiting, 1, static_cast<int>(wait.count())) > 0;
}

/// Blocks until the socket is readable or writable, or closed.
Result<void> Channel::waitFor(short events, RunningDeadline* deadline) const
{
    while (true) {
        const int wait = deadline ? static_cast<int>(deadline->poll().count()) : -1;
        pollfd waiting{descriptor(), events, 0};
        const int ready = ::poll(&waiting, 1, wait);
        if (ready < 0 && errno != EINTR) {
            return fail(ErrorCode::Io, "Waiting for a worker failed: {}", std::strerror(errno));
        }
        if (ready > 0) {
            return {};
        }
        if (wait == 0) {
            return fail(ErrorCode::Timeout, "The worker did not answer in time");
        }
    }
}

Result<void> Channel::writeAll(const void* data, size_t count, RunningDeadline* deadline)
{
    const auto* at = static_cast<const char*>(data);
    while (count > 0) {
        const ssize_t written = ::send(descriptor(), at, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (written < 0 && errno == EAGAIN) {
            TRY(waitFor(POLLOUT, deadline));
            continue;
        }
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return fail(ErrorCode::Crashed, "The worker process ended ({})", std::strerror(errno));
        }
        at += written;
        count -= static_cast<size_t>(written);
    }
    return {};
}

Result<void> Channel::readExactly(std::byte* to, size_t count, RunningDeadline* deadline)
{
    while (count > 0) {
        TRY(waitFor(POLLIN, deadline));
        const ssize_t got = ::recv(descriptor(), to, count, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return fail(ErrorCode::Crashed, "The worker process ended");
        }
        to += got;
        count -= static_cast<size_t>(got);
    }
    return {};
}

Result<Message> Channel::receive(RunningDeadline* deadline)
{
    uint32_t lengths[2] = {0, 0};
    TRY(readExactly(reinterpret_cast<std::byte*>(lengths), sizeof lengths, deadline));
    if (lengths[0] > kMaxHeaderBytes || lengths[1] > kMaxBlobBytes) {
        return fail(ErrorCode::Corrupt, "The worker sent an invalid message");
    }
    // Grows with the received data, because the length from the peer is not trusted.
    const auto readPart = [&](auto& part, size_t length) -> Result<void> {
        while (part.size() < length) {
            const size_t before = part.size();
            part.resize(std::min(length, before + kReadChunkBytes));
            TRY(readExactly(reinterpret_cast<std::byte*>(part.data() + before), part.size() - before, deadline));
        }
        return {};
    };
    std::string header;
    Message message;
    TRY(readPart(header, lengths[0]));
    TRY(readPart(message.blob, lengths[1]));
    message.header = jsonOrNull(header, {.bytes = kMaxHeaderBytes, .values = kMaxValues});
    if (!message.header.is_object()) {
        return fail(ErrorCode::Corrupt, "The worker sent an invalid message");
    }
    return message;
}

} // namespace knobscope
