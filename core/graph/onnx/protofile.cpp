// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/protofile.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace knobscope {
namespace {

constexpr uint64_t kMostBytes = (uint64_t{1} << 31) - 1;

/// A stream of bytes that ends when the parsed message grows too large.
class GuardedStream : public google::protobuf::io::ZeroCopyInputStream
{
public:
    GuardedStream(std::string_view bytes, const google::protobuf::Arena& arena)
        : m_stream(bytes.data(), static_cast<int>(bytes.size()), 1 << 16)
        , m_arena(arena)
        , m_most((uint64_t{256} << 20) + 6 * bytes.size())
    {
    }

    bool Next(const void** data, int* size) override
    {
        isTooLarge = isTooLarge || m_arena.SpaceAllocated() > m_most;
        return !isTooLarge && m_stream.Next(data, size);
    }
    void BackUp(int count) override { m_stream.BackUp(count); }
    bool Skip(int count) override { return m_stream.Skip(count); }
    int64_t ByteCount() const override { return m_stream.ByteCount(); }

    bool isTooLarge = false;

private:
    google::protobuf::io::ArrayInputStream m_stream;
    const google::protobuf::Arena& m_arena;
    uint64_t m_most;
};

/// Discards protobuf's messages on stderr; errors are returned to the caller.
void discardLog(google::protobuf::LogLevel, const char*, int, const std::string&) {}

} // namespace

Result<ZeroedBytes> readProtoFile(const std::string& path)
{
    std::error_code problem;
    if (!std::filesystem::exists(path, problem)) {
        return fail(ErrorCode::NotFound, "{} does not exist", path);
    }
    if (!std::filesystem::is_regular_file(path, problem)) {
        return fail(ErrorCode::InvalidArgument, "{} is not a file", path);
    }
    const uint64_t size = std::filesystem::file_size(path, problem);
    if (problem || size > kMostBytes) {
        return fail(ErrorCode::LimitExceeded, "{} is larger than 2 GiB; keep its weights in a separate file (external data)",
                    path);
    }
    std::ifstream file(path, std::ios::binary);
    ZeroedBytes bytes(size);
    if (!file || !file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) {
        return fail(ErrorCode::Io, "{} cannot be read: {}", path, std::strerror(errno));
    }
    return bytes;
}

Result<void> parseProto(std::string_view bytes, google::protobuf::Arena& arena, google::protobuf::Message& message)
{
    if (bytes.size() > kMostBytes) {
        return fail(ErrorCode::LimitExceeded, "more than 2 GiB");
    }
    auto* previous = google::protobuf::SetLogHandler(discardLog);
    GuardedStream stream(bytes, arena);
    const bool isRead = message.ParseFromZeroCopyStream(&stream);
    google::protobuf::SetLogHandler(previous);
    if (stream.isTooLarge) {
        return fail(ErrorCode::LimitExceeded, "it has more parts than its size allows");
    }
    if (!isRead) {
        return fail(ErrorCode::Corrupt, "it is truncated or not an ONNX file");
    }
    return {};
}

} // namespace knobscope
