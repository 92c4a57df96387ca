// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"

#include <string>
#include <string_view>

namespace knobscope {

/// Captures stderr of a process in memory, so that the process never blocks on a reader.
class CapturedStderr
{
public:
    CapturedStderr() = default; ///< captures nothing

    /// Captures nothing if the system is out of memory.
    static CapturedStderr make();
    /// Descriptor for the process's stderr; -1 if nothing is captured.
    int descriptor() const { return m_descriptor.number(); }
    /// Discards the captured text. The process must not write meanwhile.
    void clear();
    /// Last error line, as found by lastErrorLine(). Also works after the process has exited.
    std::string lastLine() const;

private:
    explicit CapturedStderr(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    Descriptor m_descriptor;
};

/// Error line in the output of a crashed program: LLVM's own ("LLVM ERROR: …"), else the last line. Empty if there is none; at
/// most 300 characters, without control characters.
std::string lastErrorLine(std::string_view output);

} // namespace knobscope
