// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/result/result.h"

#include <memory>
#include <span>
#include <vector>

namespace knobscope {

/// A kernel in this process's memory, ready to be called; unloaded on destruction. Must not outlive its KernelLoader.
/// Loading does not run it, but calling it runs generated code: only worker processes and tests do.
class LoadedKernel
{
public:
    ~LoadedKernel();
    KernelFunction function() const { return m_function; }
    /// What has to run once before it, on the same arguments; null where nothing has to.
    KernelFunction prepare() const { return m_prepare; }

private:
    friend class KernelLoader;
    struct Library;
    LoadedKernel(std::shared_ptr<Library> library, KernelFunction function, KernelFunction prepare);
    std::shared_ptr<Library> m_library; ///< of all that were loaded with it
    KernelFunction m_function;
    KernelFunction m_prepare;
};

/// Links objects into the running process (LLVM ORC with JITLink). One for a process; making it takes about a millisecond.
class KernelLoader
{
public:
    static Result<std::unique_ptr<KernelLoader>> create();
    ~KernelLoader();
    KernelLoader(const KernelLoader&) = delete;
    KernelLoader& operator=(const KernelLoader&) = delete;

    /// Refuses an object that is damaged, of another machine, or that needs a function which does not exist here.
    Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel& kernel);
    /// Several whose symbols differ, at once: what LLVM keeps of each alone (25 kB) it keeps of all together.
    Result<std::vector<std::unique_ptr<LoadedKernel>>> load(std::span<const CompiledKernel> kernels);

private:
    struct Impl;
    explicit KernelLoader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
