// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/cudadriver.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace knobscope {

/// One device, ready to run kernels in the thread that opened it. Retains its primary context while it lives; buffers, modules
/// and timers must be destroyed before it.
class CudaContext
{
public:
    static Result<std::unique_ptr<CudaContext>> open(std::shared_ptr<const CudaDriver> driver, int ordinal);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    const CudaDriver& driver() const { return *m_driver; }
    int ordinal() const { return m_ordinal; }
    /// PCI address, "0000:65:00.0", or empty.
    std::string pciBusId() const;

    /// Waits for all launched work; reports a kernel's fault.
    Result<void> synchronize(const Sentence& what) const;

private:
    CudaContext(std::shared_ptr<const CudaDriver> driver, int ordinal, CudaDeviceHandle device)
        : m_driver(std::move(driver))
        , m_ordinal(ordinal)
        , m_device(device)
    {
    }
    std::shared_ptr<const CudaDriver> m_driver;
    int m_ordinal = 0;
    CudaDeviceHandle m_device = 0;
};

/// Owns a handle of the driver; releases it through that entry point.
template<class Handle, CudaStatus (*CudaApi::*release)(Handle)>
class CudaOwned
{
public:
    CudaOwned(const CudaContext& context, Handle handle)
        : m_context(&context)
        , m_handle(handle)
    {
    }
    ~CudaOwned()
    {
        if (m_handle) {
            (api().*release)(m_handle);
        }
    }
    CudaOwned(CudaOwned&& other) noexcept
        : m_context(other.m_context)
        , m_handle(std::exchange(other.m_handle, Handle{}))
    {
    }
    CudaOwned& operator=(CudaOwned&& other) noexcept
    {
        std::swap(m_context, other.m_context);
        std::swap(m_handle, other.m_handle);
        return *this;
    }

    Handle get() const { return m_handle; }
    const CudaApi& api() const { return m_context->driver().api(); }
    /// See CudaDriver::check.
    Result<void> check(CudaStatus status, const Sentence& what) const { return m_context->driver().check(status, what); }

private:
    const CudaContext* m_context;
    Handle m_handle;
};

/// Memory on a device.
class CudaBuffer
{
public:
    /// Fails with LimitExceeded, stating the bytes requested and the bytes free.
    static Result<CudaBuffer> allocate(const CudaContext& context, int64_t bytes);

    CudaAddress address() const { return m_memory.get(); }
    int64_t bytes() const { return m_bytes; }
    Result<void> upload(const void* from) const;
    Result<void> download(void* to) const;
    /// Sets every byte to `value`; 0xff is a NaN in all float formats.
    Result<void> fill(unsigned char value) const;

private:
    CudaBuffer(const CudaContext& context, CudaAddress address, int64_t bytes)
        : m_memory(context, address)
        , m_bytes(bytes)
    {
    }
    CudaOwned<CudaAddress, &CudaApi::memFree> m_memory;
    int64_t m_bytes = 0;
};

/// A loaded code module.
class CudaModule
{
public:
    static Result<CudaModule> load(const CudaContext& context, std::vector<std::byte> cubin);

    /// Looks up a kernel and allows it the dynamic shared memory of its launches.
    Result<CudaHandle> kernel(const std::string& name, int64_t sharedBytes) const;

private:
    CudaModule(const CudaContext& context, CudaHandle module)
        : m_module(context, module)
    {
    }
    CudaOwned<CudaHandle, &CudaApi::moduleUnload> m_module;
};

/// One launch on the default stream; returns before the kernel has run.
struct CudaLaunch {
    std::string name;
    CudaHandle function = nullptr;
    std::array<int64_t, 3> grid{1, 1, 1};
    std::array<int64_t, 3> block{1, 1, 1};
    int64_t sharedBytes = 0;
    std::vector<CudaAddress> arguments;

    Result<void> start(const CudaContext& context);
};

/// A pair of events around launches; measures device time between them.
class CudaTimer
{
public:
    static Result<CudaTimer> create(const CudaContext& context);

    Result<void> start() const;
    /// Waits for the second event; returns seconds since start().
    Result<double> stop() const;

private:
    using Event = CudaOwned<CudaHandle, &CudaApi::eventDestroy>;
    static Result<Event> createEvent(const CudaContext& context);
    CudaTimer(Event first, Event last)
        : m_first(std::move(first))
        , m_last(std::move(last))
    {
    }
    Event m_first, m_last;
};

} // namespace knobscope
