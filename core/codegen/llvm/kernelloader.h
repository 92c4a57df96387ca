// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"

#include <memory>
#include <span>
#include <vector>

namespace knobscope {

/// A kernel in this process's memory, ready to be called; unloaded on destruction. Must not outlive its KernelLoader. Loading
/// does not run it, but calling it runs generated code: only worker processes and tests do.
class LoadedKernel
{
public:
    ~LoadedKernel();
    KernelFunction function() const { return m_function; }
    /// Function to run once before the kernel, on the same arguments; null if not needed.
    KernelFunction prepare() const { return m_prepare; }

private:
    friend class KernelLoader;
    struct Library;
    LoadedKernel(std::shared_ptr<Library> library, KernelFunction function, KernelFunction prepare);
    std::shared_ptr<Library> m_library; ///< the library of all kernels loaded together with this one
    KernelFunction m_function;
    KernelFunction m_prepare;
};

/// Links objects into the running process (LLVM ORC with JITLink). One per process; construction takes about 1 ms.
class KernelLoader
{
public:
    static Result<std::unique_ptr<KernelLoader>> create();
    ~KernelLoader();
    KernelLoader(const KernelLoader&) = delete;
    KernelLoader& operator=(const KernelLoader&) = delete;

    /// Fails for an object that is damaged, for another machine, or in need of a function that does not exist here.
    Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel& kernel);
    /// Loads several kernels with distinct symbols at once: they share LLVM's bookkeeping (25 kB per load).
    Result<std::vector<std::unique_ptr<LoadedKernel>>> load(std::span<const CompiledKernel> kernels);

private:
    struct Impl;
    explicit KernelLoader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
