// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>

namespace knobscope {

/// Kinds of files that may be opened.
enum class Readable : uint8_t {
    Files,        ///< only regular files: written by this program, or named in a file
    FilesAndPipes ///< named by the user: also a shell's `<(zcat a.log.gz)` and a terminal
};

/// Maximum time to wait for data in a pipe.
constexpr std::chrono::seconds kPipeTimeout{10};

/// Opens a file for reading. Fails for a pipe without data within `timeout`, and for files that `which` excludes. The message
/// names the path. The caller closes the descriptor.
Result<int> openInput(const std::string& path, Readable which, std::chrono::milliseconds timeout = kPipeTimeout);

/// A file that is read sequentially. A read error sets badbit; errno has the reason.
class InputFile : public std::istream
{
public:
    static Result<std::unique_ptr<InputFile>> open(const std::string& path, Readable which);

private:
    class Buffer;
    explicit InputFile(std::unique_ptr<Buffer> buffer);
    std::unique_ptr<Buffer> m_buffer;

public:
    ~InputFile() override;
};

} // namespace knobscope
