// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/descriptor.h"

#include <string>
#include <string_view>

namespace knobscope {

/// What a process writes to its standard error, kept in memory: nobody has to read it for the process to go on.
class KeptWords
{
public:
    KeptWords() = default; ///< keeps nothing

    /// Keeps nothing either where the system has no memory for it.
    static KeptWords make();
    /// For the process's standard error; -1 when nothing is kept.
    int descriptor() const { return m_descriptor.number(); }
    /// Forgets what was written. For a process that writes nothing meanwhile.
    void clear();
    /// The sentence that says why, as wordsOf() finds it. Callable after the process's end.
    std::string last() const;

private:
    explicit KeptWords(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    Descriptor m_descriptor;
};

/// Of a dying program's output the line that says why: LLVM's own ("LLVM ERROR: …"), else the last one. Empty where there is
/// none; at most 300 characters, and no control characters.
std::string wordsOf(std::string_view output);

} // namespace knobscope
