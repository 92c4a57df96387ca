// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/capturedstderr.h"

#include "core/base/strings.h"

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kMaxRead = 64 << 10; // bytes at the end of the output; a machine's description in a fatal error can be long
constexpr size_t kMaxErrorLine = 300;

} // namespace

CapturedStderr CapturedStderr::make()
{
    return CapturedStderr(::memfd_create("knobscope-worker's stderr", MFD_CLOEXEC));
}

void CapturedStderr::clear()
{
    // The process shares this file offset.
    if (m_descriptor.isOpen() && ::lseek(descriptor(), 0, SEEK_CUR) > 0 && ::ftruncate(descriptor(), 0) == 0) {
        ::lseek(descriptor(), 0, SEEK_SET);
    }
}

std::string CapturedStderr::lastLine() const
{
    const off_t size = m_descriptor.isOpen() ? ::lseek(descriptor(), 0, SEEK_END) : 0;
    if (size <= 0) {
        return {};
    }
    std::string text(std::min(static_cast<size_t>(size), kMaxRead), '\0');
    const ssize_t got = ::pread(descriptor(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
    text.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
    return lastErrorLine(text);
}

std::string lastErrorLine(std::string_view output)
{
    std::string found;
    for (const std::string& part : splitText(output, '\n')) {
        const std::string_view line = trimmed(part);
        if (!line.empty()) {
            found = line;
        }
        if (line.starts_with("LLVM ERROR: ")) {
            break;
        }
    }
    std::string out(truncateUtf8(found, kMaxErrorLine));
    std::replace_if(out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return out;
}

} // namespace knobscope
