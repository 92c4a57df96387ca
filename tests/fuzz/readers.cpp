// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/readers.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace knobscope::fuzz {

std::span<const Reader> readers()
{
#define ENTRY(name, function) Reader{#name, function},
    static constexpr std::array all{KNOBSCOPE_READERS(ENTRY)};
#undef ENTRY
    return all;
}

void require(bool holds, const std::string& sentence)
{
    if (!holds) {
        throw std::logic_error(sentence);
    }
}

MemoryFile::MemoryFile(std::string_view contents)
    : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC))
{
    require(::write(m_descriptor, contents.data(), contents.size()) == static_cast<ssize_t>(contents.size()),
            "There is no room for a file in memory");
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

std::string MemoryFile::path() const
{
    return fmt::format("/proc/self/fd/{}", m_descriptor);
}

std::string_view takeLine(std::string_view& rest)
{
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
}

} // namespace knobscope::fuzz
