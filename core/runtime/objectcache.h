// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/result/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace knobscope {

/// Compiled kernels in a folder, a file each, so that a network that was compiled once starts quickly from then on. What is there
/// is code that will run: the folder and its files must be this user's alone, and a file that is not what was written is removed.
/// Several processes may use one folder at a time; from any thread.
class ObjectCache
{
public:
    /// $XDG_CACHE_HOME/knobscope/kernels (~/.cache/…); empty when there is no home.
    static std::string userFolder();
    /// Makes the folder where there is none. Refuses one that others could write to or read, and one of another user.
    static Result<ObjectCache> open(std::string folder, int64_t mostBytes = int64_t{256} << 20);
    /// The key of what a kernel's code follows from, as text, in this build of the program.
    static std::string keyOf(const std::string& origin);

    /// Nothing where there is none, or none that can be trusted.
    std::optional<CompiledKernel> find(const std::string& key) const;
    /// A file that cannot be written is no failure: the kernel is compiled again the next time.
    void keep(const std::string& key, const CompiledKernel& kernel) const;
    /// Removes the files that were not used for longest while all together are larger than the limit.
    void trim() const;

private:
    ObjectCache(std::string folder, int64_t mostBytes)
        : m_folder(std::move(folder))
        , m_mostBytes(mostBytes)
    {
    }
    std::string pathOf(const std::string& key) const;

    std::string m_folder;
    int64_t m_mostBytes;
};

} // namespace knobscope
