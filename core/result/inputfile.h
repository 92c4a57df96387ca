// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <chrono>
#include <cstdint>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>

namespace knobscope {

/// What may be read by a name.
enum class Readable : uint8_t {
    Files,        ///< regular files alone: what this program wrote, and what a file names
    FilesAndPipes ///< what a person names: a shell's `<(zcat a.log.gz)` and a terminal, too
};

/// How long a pipe into which nothing is written is waited for.
constexpr std::chrono::seconds kPipePatience{10};

/// Opens for reading without waiting: a pipe into which nothing is written for `patience` is refused, and so is what `which`
/// leaves out. The sentence names the path. The caller closes the descriptor.
Result<int> openInput(const std::string& path, Readable which, std::chrono::milliseconds patience = kPipePatience);

/// A file that is read from its begin to its end. A failure to read sets badbit, and errno says why.
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
