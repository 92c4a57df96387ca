// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/cuda/cudadriver.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace knobscope {

/// One device, ready to run kernels in the thread that opened it; its primary context is held while it lives. Buffers, modules
/// and timers must go before it.
class CudaContext
{
public:
    static Result<std::unique_ptr<CudaContext>> open(std::shared_ptr<const CudaDriver> driver, int ordinal);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    const CudaDriver& driver() const { return *m_driver; }
    int ordinal() const { return m_ordinal; }
    /// "0000:65:00.0", or empty.
    std::string pciBusId() const;

    /// Waits for all that was launched; a kernel's fault shows here.
    Result<void> synchronize(std::string_view what) const;

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

/// Memory on a device.
class CudaBuffer
{
public:
    /// LimitExceeded says how much was wanted and how much is free.
    static Result<CudaBuffer> allocate(const CudaContext& context, int64_t bytes);
    ~CudaBuffer();
    CudaBuffer(CudaBuffer&& other) noexcept;
    CudaBuffer& operator=(CudaBuffer&& other) noexcept;

    CudaAddress address() const { return m_address; }
    int64_t bytes() const { return m_bytes; }
    Result<void> upload(const void* from) const;
    Result<void> download(void* to) const;
    /// Every byte the same; 0xff is a NaN in all float formats.
    Result<void> fill(unsigned char value) const;

private:
    CudaBuffer(const CudaContext& context, CudaAddress address, int64_t bytes)
        : m_context(&context)
        , m_address(address)
        , m_bytes(bytes)
    {
    }
    const CudaContext* m_context;
    CudaAddress m_address = 0;
    int64_t m_bytes = 0;
};

/// Loaded code.
class CudaModule
{
public:
    /// A cubin, or PTX, which the driver compiles; its log is in the sentence when it cannot.
    static Result<CudaModule> load(const CudaContext& context, const std::vector<std::byte>& image, bool isPtx);
    ~CudaModule();
    CudaModule(CudaModule&& other) noexcept;
    CudaModule& operator=(CudaModule&&) = delete;

    /// A kernel, allowed as much dynamic shared memory as it will be launched with.
    Result<CudaHandle> kernel(const std::string& name, int64_t sharedBytes) const;

private:
    CudaModule(const CudaContext& context, CudaHandle module)
        : m_context(&context)
        , m_module(module)
    {
    }
    const CudaContext* m_context;
    CudaHandle m_module = nullptr;
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

/// A pair of events around launches; what lies between them is the device's own time.
class CudaTimer
{
public:
    static Result<CudaTimer> create(const CudaContext& context);
    ~CudaTimer();
    CudaTimer(CudaTimer&& other) noexcept;
    CudaTimer& operator=(CudaTimer&&) = delete;

    Result<void> start() const;
    /// Waits; seconds since start().
    Result<double> stop() const;

private:
    CudaTimer(const CudaContext& context, CudaHandle first, CudaHandle last)
        : m_context(&context)
        , m_first(first)
        , m_last(last)
    {
    }
    const CudaContext* m_context;
    CudaHandle m_first = nullptr;
    CudaHandle m_last = nullptr;
};

} // namespace knobscope
