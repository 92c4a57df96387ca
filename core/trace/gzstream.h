// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cstdint>
#include <streambuf>
#include <string>
#include <vector>

struct gzFile_s; // zlib's

namespace knobscope {

/// Reads a file or a pipe, plain or gzip-compressed (told by its first bytes), in pieces of constant size.
class GzInput : public std::streambuf
{
public:
    explicit GzInput(const std::string& path);
    ~GzInput() override;
    bool isOpen() const { return m_file != nullptr; }
    /// Why it is not open.
    const Error& error() const { return m_error; }
    /// Bytes of the file (compressed ones, if it is) that were taken so far.
    int64_t fileOffset() const;
    /// The stream is cut short or damaged; what came before was given.
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
    /// Writes what waits; false when something could not be written.
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
