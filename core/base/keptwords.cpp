// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/keptwords.h"

#include "core/base/words.h"

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostRead = 64 << 10; // bytes at the end of the output; a machine's description in a fatal error can be long
constexpr size_t mostSaid = 300;

} // namespace

KeptWords KeptWords::make()
{
    return KeptWords(::memfd_create("knobscope-worker's words", MFD_CLOEXEC));
}

void KeptWords::clear()
{
    // The process shares this file offset.
    if (m_descriptor.isOpen() && ::lseek(descriptor(), 0, SEEK_CUR) > 0 && ::ftruncate(descriptor(), 0) == 0) {
        ::lseek(descriptor(), 0, SEEK_SET);
    }
}

std::string KeptWords::last() const
{
    const off_t size = m_descriptor.isOpen() ? ::lseek(descriptor(), 0, SEEK_END) : 0;
    if (size <= 0) {
        return {};
    }
    std::string text(std::min(static_cast<size_t>(size), mostRead), '\0');
    const ssize_t got = ::pread(descriptor(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
    text.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
    return wordsOf(text);
}

std::string wordsOf(std::string_view output)
{
    std::string found;
    for (const std::string& part : partsOf(output, '\n')) {
        const std::string_view line = trimmed(part);
        if (!line.empty()) {
            found = line;
        }
        if (line.starts_with("LLVM ERROR: ")) {
            break;
        }
    }
    std::string said(beginningOf(found, mostSaid));
    std::replace_if(said.begin(), said.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return said;
}

} // namespace knobscope
