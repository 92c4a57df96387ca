// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/gzstream.h"

#include "core/base/inputfile.h"

#include <unistd.h>
#include <zlib.h>

namespace knobscope {

namespace {

constexpr size_t kInflatedPieceBytes = size_t{1} << 18;

} // namespace

GzInput::GzInput(const std::string& path)
    : m_buffer(kInflatedPieceBytes)
{
    const auto descriptor = openInput(path, Readable::FilesAndPipes);
    m_file = descriptor ? ::gzdopen(*descriptor, "rb") : nullptr;
    if (m_file) {
        ::gzbuffer(m_file, kInflatedPieceBytes);
    } else if (descriptor) {
        ::close(*descriptor);
    } else {
        m_error = descriptor.error();
    }
}

GzInput::~GzInput()
{
    if (m_file) {
        ::gzclose(m_file);
    }
}

int64_t GzInput::fileOffset() const
{
    return m_file ? static_cast<int64_t>(::gzoffset(m_file)) : 0;
}

GzInput::int_type GzInput::underflow()
{
    if (!m_file) {
        return traits_type::eof();
    }
    const int count = ::gzread(m_file, m_buffer.data(), static_cast<unsigned>(m_buffer.size()));
    if (count <= 0) {
        int code = Z_OK;
        ::gzerror(m_file, &code);
        m_damaged = code != Z_OK;
        return traits_type::eof();
    }
    setg(m_buffer.data(), m_buffer.data(), m_buffer.data() + count);
    return traits_type::to_int_type(*gptr());
}

GzOutput::GzOutput(const std::string& path, bool isCompressed)
    : m_file(::gzopen(path.c_str(), isCompressed ? "wb6" : "wbT"))
    , m_buffer(kInflatedPieceBytes)
    , m_failed(m_file == nullptr)
{
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

GzOutput::~GzOutput()
{
    close();
}

bool GzOutput::close()
{
    sync();
    if (m_file) {
        m_failed = ::gzclose(m_file) != Z_OK || m_failed;
        m_file = nullptr;
    }
    return !m_failed;
}

GzOutput::int_type GzOutput::overflow(int_type c)
{
    if (sync() != 0) {
        return traits_type::eof();
    }
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
        *pptr() = traits_type::to_char_type(c);
        pbump(1);
    }
    return traits_type::not_eof(c);
}

int GzOutput::sync()
{
    const auto waiting = static_cast<unsigned>(pptr() - pbase());
    if (m_file && waiting > 0) {
        m_failed = ::gzwrite(m_file, pbase(), waiting) != static_cast<int>(waiting) || m_failed;
    }
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    return m_failed ? -1 : 0;
}

} // namespace knobscope
