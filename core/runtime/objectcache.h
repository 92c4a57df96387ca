// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace knobscope {

/// Cache of compiled kernels in a folder, one file each, so that a network starts faster after its first compilation. The files
/// contain code that will run: the folder and its files must be accessible only to this user, and corrupt files are removed.
/// Several processes may share a folder. Thread-safe.
class ObjectCache
{
public:
    /// $XDG_CACHE_HOME/knobscope/kernels (~/.cache/…); empty if there is no home.
    static std::string userFolder();
    /// Creates the folder if needed. Returns an error if others can read or write it, or if another user owns it.
    static Result<ObjectCache> open(std::string folder, int64_t maxBytes = int64_t{256} << 20);
    /// Key of a kernel from a text of all that its code depends on, and the build of the program.
    static std::string keyOf(const std::string& origin);

    /// Returns nullopt if there is no entry or no trustworthy one.
    std::optional<CompiledKernel> find(const std::string& key) const;
    /// Stores a kernel. Ignores write errors: the kernel is then compiled again the next time.
    void store(const std::string& key, const CompiledKernel& kernel) const;
    /// Removes the least recently used files until the total size is within the limit.
    void trim() const;

private:
    ObjectCache(std::string folder, int64_t maxBytes)
        : m_folder(std::move(folder))
        , m_maxBytes(maxBytes)
    {
    }
    std::string pathOf(const std::string& key) const;

    std::string m_folder;
    int64_t m_maxBytes;
};

} // namespace knobscope
