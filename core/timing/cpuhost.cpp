// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/coreplan.h"
#include "core/codegen/kerneljson.h"
#include "core/runtime/memoryplan.h"
#include "core/runtime/tensorbuffers.h"
#include "core/runtime/threadpool.h"
#include "core/timing/bufferpool.h"
#include "core/timing/interruption.h"
#include "core/timing/pace.h"
#include "core/timing/plaintiming.h"
#include "core/timing/timedkernel.h"
#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/kernelloader.h"
#endif

#include <algorithm>
#include <cstring>

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
        return fail(ErrorCode::Unsupported, "This build has no LLVM, which is needed to load kernels");
    }
    Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel&)
    {
        return fail(ErrorCode::Unsupported, "This build has no LLVM, which is needed to load kernels");
    }
};
#endif

constexpr size_t kWeightsArgument = 1;
constexpr int kWeightsRole = 1000; // distinct from the roles of other buffers, which are argument indices
// Total bytes of the copies of the weights, or of what a kernel prepares from them. As much as a network's weights: more than the
// rest of a cache that is shared with neighbours.
constexpr int64_t kNetworkBytes = 80 << 20;
constexpr int64_t kMaxPlaces = 64; // reached only by weights so small that copies cost nothing

/// Makes the threads rewrite a buffer unchanged, page by page in round-robin order: in a network, other cores have written parts
/// of a layer's input.
void rewriteInterleaved(ThreadPool& pool, TensorBuffer& buffer)
{
    constexpr int64_t page = 4096;
    constexpr int64_t line = 64;
    struct Pages {
        volatile std::byte* data;
        int64_t bytes, threads;
    } pages{static_cast<std::byte*>(buffer.data()), buffer.bytes(), pool.threads()};
    ThreadPool::parallelFor(
        &pool,
        [](void* closure, int64_t begin, int64_t end, int32_t) {
            const Pages& all = *static_cast<const Pages*>(closure);
            for (int64_t thread = begin; thread < end; ++thread) {
                for (int64_t at = thread * page; at < all.bytes; at += all.threads * page) {
                    for (int64_t byte = at; byte < std::min(at + page, all.bytes); byte += line) {
                        const std::byte same = all.data[byte];
                        all.data[byte] = same;
                    }
                }
            }
        },
        &pages, pages.threads);
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
    /// Adds a copy of the weights at `offset` of `memory`; calls rotate through the copies.
    void addBuffer(std::shared_ptr<TensorBuffer> memory, int64_t offset)
    {
        m_places.push_back({static_cast<std::byte*>(memory->data()) + offset, nullptr});
        m_weights = std::move(memory);
    }
    /// Adds a buffer for prepared weights, which prepare() fills.
    void addBuffer(std::shared_ptr<TensorBuffer> prepared)
    {
        m_places.push_back({m_pointers[kWeightsArgument], std::move(prepared)});
        useNextPlace();
    }
    /// Size of the prepared weights, each part aligned to 64 bytes.
    int64_t preparedBytes() const
    {
        int64_t bytes = 0;
        for (const KernelArgument& made : m_kernel.prepared) {
            bytes += alignedBytes(bytesOf(made));
        }
        return bytes;
    }

    /// Makes the threads rewrite the first input in turn before each timed call.
    void markTransferred() { m_isTransferred = true; }

    /// Computes what depends on the weights alone; requires all arguments, the workspace and the places.
    void prepare()
    {
        if (!m_loaded->prepare()) {
            return;
        }
        run(m_loaded->prepare());
        const TensorBuffer& made = *m_places[m_place].prepared;
        for (const Place& place : m_places) {
            if (place.prepared.get() != &made) {
                std::memcpy(place.prepared->data(), made.data(), static_cast<size_t>(made.bytes()));
            }
        }
    }

    void call() override
    {
        useNextPlace();
        run(m_loaded->function());
    }
    double timeBatch(int64_t calls) override
    {
        const auto once = [this] { call(); };
        if (m_isTransferred) {
            double seconds = 0;
            for (int64_t i = 0; i < calls; ++i) {
                rewriteInterleaved(*m_pool, *m_buffers.front());
                seconds += timeCalls(once, 1);
            }
            return seconds / static_cast<double>(calls);
        }
        return m_pool->threads() == 1 ? timeUninterrupted(once, calls) : timeCalls(once, calls);
    }
    void flush() override
    {
        for (size_t i = 1; i < m_buffers.size(); ++i) { // AutoTVM does not flush the first
            flushFromCache(m_buffers[i]->data(), m_buffers[i]->bytes());
        }
        for (const Place& place : m_places) {
            if (place.prepared) {
                flushFromCache(place.prepared->data(), place.prepared->bytes());
            }
        }
    }
    double shortestBatch() const override { return 40e-6; } // limits the clock's overhead to 1 %
    const std::vector<KernelArgument>& arguments() const override { return m_kernel.arguments; }
    Result<std::vector<double>> values(size_t argument) override
    {
        return toDoubles(m_pointers[argument], elementsOf(m_kernel.arguments[argument]), m_kernel.arguments[argument].type);
    }

private:
    struct Place {
        void* weights;
        std::shared_ptr<TensorBuffer> prepared; ///< null if weights are not transformed
    };

    /// Switches to the next place.
    void useNextPlace()
    {
        if (m_places.empty()) {
            return;
        }
        m_place = (m_place + 1) % m_places.size();
        const Place& place = m_places[m_place];
        m_pointers[kWeightsArgument] = place.weights;
        m_pointers.resize(m_kernel.arguments.size());
        int64_t offset = 0;
        for (const KernelArgument& made : m_kernel.prepared) {
            m_pointers.push_back(static_cast<std::byte*>(place.prepared->data()) + offset);
            offset += alignedBytes(bytesOf(made));
        }
    }
    void run(KernelFunction function)
    {
        function(m_pointers.data(), m_workspace ? m_workspace->data() : nullptr, &ThreadPool::parallelFor, m_pool);
    }

    CompiledKernel m_kernel;
    std::unique_ptr<LoadedKernel> m_loaded;
    std::vector<std::shared_ptr<TensorBuffer>> m_buffers;
    std::shared_ptr<TensorBuffer> m_workspace;
    std::vector<void*> m_pointers;
    std::shared_ptr<TensorBuffer> m_weights;
    std::vector<Place> m_places; ///< within m_weights; empty if the weights never move
    size_t m_place = 0;
    bool m_isTransferred = false;
    ThreadPool* m_pool;
};

/// Number of places for weights of `bytes`, at least `fewest`.
int64_t placesOf(int64_t bytes, int64_t fewest)
{
    return std::clamp<int64_t>(kNetworkBytes / std::max<int64_t>(bytes, 1), fewest, kMaxPlaces);
}

class CpuHost : public KernelHost
{
public:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& packed, const MeasureOptions& options) override
    {
        auto kernel = TRY(kernelFrom(packed.header, packed.code));
        if (!m_loader) {
            m_loader = TRY(KernelLoader::create());
        }
        if (!isCompatible(options)) {
            m_pool.reset(); // unpins this thread before the next pool pins it
            m_pool = std::make_unique<ThreadPool>(std::max(1, options.threads));
        }
        auto loaded = TRY(m_loader->load(kernel));
        const std::vector<KernelArgument> arguments = kernel.arguments;
        const int64_t scratch = workspaceBytes(kernel, std::max(1, options.threads));
        auto prepared = std::make_unique<CpuKernel>(std::move(kernel), std::move(loaded), *m_pool);
        for (size_t i = 0; i < arguments.size(); ++i) {
            const BufferKey key{static_cast<int>(i), bytesOf(arguments[i]), arguments[i].type, options.seed + i};
            auto buffer = TRY(bufferOf(key, !arguments[i].isOutput, options.check));
            prepared->add(std::move(buffer));
        }
        if (scratch > 0) {
            auto workspace = TRY(bufferOf({-1, scratch, ir::float32, 0}, false, options.check));
            prepared->setWorkspace(std::move(workspace));
        }
        TRY(addWeightBuffers(*prepared, arguments, options));
        if (options.coldWeights && m_pool->threads() > 1 && !arguments.empty() && !arguments.front().isOutput) {
            prepared->markTransferred();
        }
        prepared->prepare();
        return prepared;
    }
    double rate() override
    {
        if (!m_pool || m_pool->threads() == 1) {
            return fmaRate();
        }
        // Runs on all threads at once, like a kernel: the slowest thread delays the others. Threads beyond the cores add no
        // information.
        std::vector<double> rates(std::min(static_cast<size_t>(m_pool->threads()), m_cores), 0.0);
        ThreadPool::parallelFor(
            m_pool.get(),
            [](void* all, int64_t begin, int64_t, int32_t) {
                (*static_cast<std::vector<double>*>(all))[static_cast<size_t>(begin)] = fmaRate();
            },
            &rates, static_cast<int64_t>(rates.size()));
        return *std::min_element(rates.begin(), rates.end()) * static_cast<double>(rates.size());
    }
    bool isCompatible(const MeasureOptions& options) const override
    {
        return m_pool && m_pool->threads() == std::max(1, options.threads);
    }
    void trim() override { m_buffers.trim(); }
    bool layoutsAreFixed() const override { return false; }

private:
    Result<std::shared_ptr<TensorBuffer>> bufferOf(const BufferKey& key, bool isInput, bool fresh)
    {
        return m_buffers.get(key, fresh, TensorBuffer::allocate, [&](TensorBuffer& buffer) -> Result<void> {
            isInput ? fillRandom(buffer.data(), key.bytes / key.type.bytes(), key.type, key.seed)
                    : fillWithNan(buffer.data(), key.bytes);
            return {};
        });
    }

    /// Adds the places of the weights, in memory shared by all kernels, or of this kernel's prepared weights.
    Result<void> addWeightBuffers(CpuKernel& kernel, const std::vector<KernelArgument>& arguments, const MeasureOptions& options)
    {
        if (const int64_t bytes = kernel.preparedBytes(); bytes > 0) { // up to four times the size of the weights (Winograd)
            const int64_t count = options.coldWeights ? placesOf(bytes, bytes < kNetworkBytes ? 2 : 1) : 1;
            for (int64_t place = 0; place < count; ++place) {
                auto prepared = TRY(TensorBuffer::allocate(bytes));
                kernel.addBuffer(std::make_shared<TensorBuffer>(std::move(prepared)));
            }
            return {};
        }
        if (!options.coldWeights || arguments.size() <= kWeightsArgument + 1 || arguments[kWeightsArgument].isOutput) {
            return {};
        }
        const KernelArgument& weights = arguments[kWeightsArgument];
        const int64_t bytes = alignedBytes(bytesOf(weights));
        const int64_t count = placesOf(bytes, 1);
        if (count == 1) {
            return {};
        }
        auto memory = TRY(bufferOf({kWeightsRole, kNetworkBytes, weights.type, options.seed + kWeightsArgument}, true, false));
        for (int64_t place = 0; place < count; ++place) {
            kernel.addBuffer(memory, place * bytes);
        }
        return {};
    }

    size_t m_cores = std::max<size_t>(1, allowedCores().size()); // counted before a pool pins this thread
    std::unique_ptr<KernelLoader> m_loader;
    std::unique_ptr<ThreadPool> m_pool;
    BufferPool<TensorBuffer> m_buffers;
};

} // namespace

std::unique_ptr<KernelHost> makeCpuHost()
{
    return std::make_unique<CpuHost>();
}

} // namespace knobscope
