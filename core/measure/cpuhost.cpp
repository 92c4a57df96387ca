// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/bufferpool.h"
#include "core/measure/interruption.h"
#include "core/measure/kernelmessage.h"
#include "core/measure/pace.h"
#include "core/measure/plaintiming.h"
#include "core/runtime/threadpool.h"
#include "core/measure/timedkernel.h"
#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/kernelloader.h"
#endif

#include <algorithm>

namespace knobscope {

namespace {

#ifndef KNOBSCOPE_HAVE_LLVM
class LoadedKernel
{
public:
    KernelFunction function() const { return nullptr; }
    KernelFunction prepare() const { return nullptr; }
};
class KernelLoader
{
public:
    static Result<std::unique_ptr<KernelLoader>> create()
    {
        return fail(ErrorCode::Unsupported, "This build has no LLVM to load kernels with");
    }
    Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel&)
    {
        return fail(ErrorCode::Unsupported, "This build has no LLVM to load kernels with");
    }
};
#endif

void flushFromCache(const void* data, int64_t bytes)
{
#if defined(__x86_64__)
    for (int64_t at = 0; at < bytes; at += 64) {
        __builtin_ia32_clflush(static_cast<const char*>(data) + at);
    }
#else
    (void)data;
    std::vector<char> evict(static_cast<size_t>(std::max<int64_t>(bytes, 64 << 20)), 1);
    asm volatile("" : : "r"(evict.data()) : "memory");
#endif
}

class CpuKernel : public TimedKernel
{
public:
    CpuKernel(CompiledKernel kernel, std::unique_ptr<LoadedKernel> loaded, ThreadPool& pool)
        : m_kernel(std::move(kernel))
        , m_loaded(std::move(loaded))
        , m_pool(&pool)
    {
    }

    void add(std::shared_ptr<TensorBuffer> buffer)
    {
        m_pointers.push_back(buffer->data());
        m_buffers.push_back(std::move(buffer));
    }
    void setWorkspace(std::shared_ptr<TensorBuffer> workspace) { m_workspace = std::move(workspace); }

    bool keepsWorkspace() const { return m_loaded->prepare() != nullptr; }
    /// What depends on weights alone, once the arguments and the workspace are there.
    void prepare()
    {
        if (m_loaded->prepare()) {
            run(m_loaded->prepare());
        }
    }

    void call() override { run(m_loaded->function()); }
    double timed(int64_t calls) override
    {
        const auto once = [this] { call(); };
        return m_pool->threads() == 1 ? timeUninterrupted(once, calls) : timeCalls(once, calls);
    }
    void flush() override
    {
        for (size_t i = 1; i < m_buffers.size(); ++i) { // AutoTVM spares the first
            flushFromCache(m_buffers[i]->data(), m_buffers[i]->bytes());
        }
    }
    double shortestBatch() const override { return 40e-6; } // the clock costs under 1 % of it
    const std::vector<KernelArgument>& arguments() const override { return m_kernel.arguments; }
    Result<std::vector<double>> values(size_t argument) override
    {
        return toDoubles(m_pointers[argument], elementsOf(m_kernel.arguments[argument]), m_kernel.arguments[argument].type);
    }

private:
    void run(KernelFunction function)
    {
        function(m_pointers.data(), m_workspace ? m_workspace->data() : nullptr, &ThreadPool::parallelFor, m_pool);
    }

    CompiledKernel m_kernel;
    std::unique_ptr<LoadedKernel> m_loaded;
    std::vector<std::shared_ptr<TensorBuffer>> m_buffers;
    std::shared_ptr<TensorBuffer> m_workspace;
    std::vector<void*> m_pointers;
    ThreadPool* m_pool;
};

class CpuHost : public KernelHost
{
public:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& packed, const MeasureOptions& options) override
    {
        auto kernel = kernelFrom(packed.header, packed.code);
        if (!kernel) {
            return fail(kernel);
        }
        if (!m_loader) {
            auto loader = KernelLoader::create();
            if (!loader) {
                return fail(loader);
            }
            m_loader = std::move(*loader);
        }
        if (!suits(options)) {
            m_pool.reset(); // unpins this thread, which the next one pins
            m_pool = std::make_unique<ThreadPool>(std::max(1, options.threads));
        }
        auto loaded = m_loader->load(*kernel);
        if (!loaded) {
            return fail(loaded);
        }
        const std::vector<KernelArgument> arguments = kernel->arguments;
        const int64_t scratch = kernel->workspaceBytes + kernel->threadWorkspaceBytes * std::max(1, options.threads);
        auto prepared = std::make_unique<CpuKernel>(std::move(*kernel), std::move(*loaded), *m_pool);
        for (size_t i = 0; i < arguments.size(); ++i) {
            const BufferPool::Key key{static_cast<int>(i), elementsOf(arguments[i]) * arguments[i].type.bytes(),
                                      arguments[i].type, options.seed + i};
            auto buffer = m_buffers.get(key, !arguments[i].isOutput, options.check);
            if (!buffer) {
                return fail(buffer);
            }
            prepared->add(std::move(*buffer));
        }
        if (scratch > 0) {
            auto workspace = prepared->keepsWorkspace() ? ownWorkspace(scratch)
                                                        : m_buffers.get({-1, scratch, ir::float32, 0}, false, options.check);
            if (!workspace) {
                return fail(workspace);
            }
            prepared->setWorkspace(std::move(*workspace));
        }
        prepared->prepare();
        return prepared;
    }
    double rate() override
    {
        if (!m_pool || m_pool->threads() == 1) {
            return fmaRate();
        }
        // All at once, as the threads of a kernel run: the slowest has the others wait, too.
        std::vector<double> rates(static_cast<size_t>(m_pool->threads()), 0.0);
        ThreadPool::parallelFor(
            m_pool.get(),
            [](void* all, int64_t begin, int64_t, int32_t) {
                (*static_cast<std::vector<double>*>(all))[static_cast<size_t>(begin)] = fmaRate();
            },
            &rates, m_pool->threads());
        return *std::min_element(rates.begin(), rates.end()) * static_cast<double>(rates.size());
    }
    bool suits(const MeasureOptions& options) const override
    {
        return m_pool && m_pool->threads() == std::max(1, options.threads);
    }
    void trim() override { m_buffers.trim(); }
    bool layoutsAreFixed() const override { return false; }

private:
    /// What one kernel leaves there for its later calls no other may write over.
    static Result<std::shared_ptr<TensorBuffer>> ownWorkspace(int64_t bytes)
    {
        auto buffer = TensorBuffer::allocate(bytes);
        if (!buffer) {
            return fail(buffer);
        }
        return std::make_shared<TensorBuffer>(std::move(*buffer));
    }

    std::unique_ptr<KernelLoader> m_loader;
    std::unique_ptr<ThreadPool> m_pool;
    BufferPool m_buffers;
};

} // namespace

std::unique_ptr<KernelHost> makeCpuHost()
{
    return std::make_unique<CpuHost>();
}

} // namespace knobscope
