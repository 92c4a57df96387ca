// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <streambuf>
#include <string>
#include <vector>

struct gzFile_s; // zlib's

namespace knobscope {

/// Reads a file or a pipe, plain or gzip-compressed (detected by its first bytes), in blocks of constant size.
class GzInput : public std::streambuf
{
public:
    explicit GzInput(const std::string& path);
    ~GzInput() override;
    bool isOpen() const { return m_file != nullptr; }
    /// Why it is not open.
    const Error& error() const { return m_error; }
    /// Bytes of the file (compressed, if it is) that were read so far.
    int64_t fileOffset() const;
    /// The file is truncated or damaged; the data before that was returned.
    bool isDamaged() const { return m_damaged; }

protected:
    int_type underflow() override;

private:
    gzFile_s* m_file = nullptr;
    Error m_error;
    std::vector<char> m_buffer;
    bool m_damaged = false;
};

/// Writes a file, gzip-compressed or plain.
class GzOutput : public std::streambuf
{
public:
    explicit GzOutput(const std::string& path, bool isCompressed = true);
    ~GzOutput() override;
    /// Flushes the data; false if a write failed.
    bool close();

protected:
    int_type overflow(int_type c) override;
    int sync() override;

private:
    gzFile_s* m_file = nullptr;
    std::vector<char> m_buffer;
    bool m_failed = false;
};

} // namespace knobscope
