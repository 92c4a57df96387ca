// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/cudacontext.h"

#include "core/base/numbertext.h"

#include <cstring>

namespace knobscope {

namespace {

constexpr int64_t kDefaultMaxSharedBytes = 48 << 10; // limit without cuFuncSetAttribute

} // namespace

Result<std::unique_ptr<CudaContext>> CudaContext::open(std::shared_ptr<const CudaDriver> driver, int ordinal)
{
    const CudaApi& api = driver->api();
    const Sentence what = phrase("Opening cuda:{}", ordinal);
    CudaDeviceHandle device = 0;
    TRY(driver->check(api.deviceGet(&device, ordinal), what));
    CudaHandle handle = nullptr;
    TRY(driver->check(api.primaryContextRetain(&handle, device), what));
    std::unique_ptr<CudaContext> context(new CudaContext(std::move(driver), ordinal, device));
    TRY(context->driver().check(context->driver().api().contextSetCurrent(handle), what));
    return context;
}

CudaContext::~CudaContext()
{
    m_driver->api().primaryContextRelease(m_device);
}

std::string CudaContext::pciBusId() const
{
    std::array<char, 64> id{};
    const bool isKnown =
        m_driver->api().deviceGetPciBusId(id.data(), static_cast<int>(id.size()) - 1, m_device) == CudaCode::kSuccess;
    return isKnown ? id.data() : "";
}

Result<void> CudaContext::synchronize(const Sentence& what) const
{
    return m_driver->check(m_driver->api().contextSynchronize(), what);
}

Result<CudaBuffer> CudaBuffer::allocate(const CudaContext& context, int64_t bytes)
{
    const CudaApi& api = context.driver().api();
    CudaAddress address = 0;
    const CudaStatus status = api.memAlloc(&address, static_cast<size_t>(std::max<int64_t>(bytes, 1)));
    if (status == CudaCode::kOutOfMemory) {
        size_t free = 0;
        size_t total = 0;
        api.memGetInfo(&free, &total);
        return fail(ErrorCode::LimitExceeded, "cuda:{} does not have enough memory for {}: {} of its {} are free",
                    context.ordinal(), bytesText(static_cast<double>(bytes)), bytesText(static_cast<double>(free)),
                    bytesText(static_cast<double>(total)));
    }
    TRY(context.driver().check(status, phrase("Allocating memory on the device")));
    return CudaBuffer(context, address, bytes);
}

Result<void> CudaBuffer::upload(const void* from) const
{
    return m_memory.check(m_memory.api().copyToDevice(address(), from, static_cast<size_t>(m_bytes)),
                          phrase("Copying inputs to the device"));
}

Result<void> CudaBuffer::download(void* to) const
{
    return m_memory.check(m_memory.api().copyToHost(to, address(), static_cast<size_t>(m_bytes)),
                          phrase("Copying the output from the device"));
}

Result<void> CudaBuffer::fill(unsigned char value) const
{
    return m_memory.check(m_memory.api().memsetBytes(address(), value, static_cast<size_t>(m_bytes)),
                          phrase("Filling memory on the device"));
}

Result<CudaModule> CudaModule::load(const CudaContext& context, std::vector<std::byte> cubin)
{
    cubin.push_back(std::byte{0}); // also an empty one has an address
    CudaHandle module = nullptr;
    const CudaStatus status = context.driver().api().moduleLoadDataEx(&module, cubin.data(), 0, nullptr, nullptr);
    if (status != CudaCode::kSuccess) {
        Error error = context.driver().error(status, phrase("Loading the kernel's cubin"));
        if (status == CudaCode::kUnsupportedPtxVersion) {
            error = {error.code, phrase("{}; the driver supports CUDA {}", error, context.driver().versionText())};
        }
        return tl::make_unexpected(std::move(error));
    }
    return CudaModule(context, module);
}

Result<CudaHandle> CudaModule::kernel(const std::string& name, int64_t sharedBytes) const
{
    CudaHandle function = nullptr;
    TRY(m_module.check(m_module.api().moduleGetFunction(&function, m_module.get(), name.c_str()),
                       phrase("Finding kernel {}", name)));
    if (sharedBytes > kDefaultMaxSharedBytes) {
        const CudaStatus status = m_module.api().functionSetAttribute(function, CudaFunctionAttribute::kMaxDynamicSharedBytes,
                                                                      static_cast<int>(sharedBytes));
        TRY(m_module.check(status, phrase("Requesting {} bytes of shared memory", sharedBytes)));
    }
    return function;
}

Result<void> CudaLaunch::start(const CudaContext& context)
{
    std::vector<void*> addresses;
    for (CudaAddress& argument : arguments) {
        addresses.push_back(&argument);
    }
    const auto u = [](int64_t v) { return static_cast<unsigned>(v); };
    const CudaStatus status =
        context.driver().api().launchKernel(function, u(grid[0]), u(grid[1]), u(grid[2]), u(block[0]), u(block[1]), u(block[2]),
                                            u(sharedBytes), nullptr, addresses.data(), nullptr);
    if (status != CudaCode::kSuccess) { // build no message between timed launches
        return tl::make_unexpected(context.driver().error(status, phrase("Launching {}", name)));
    }
    return {};
}

Result<CudaTimer::Event> CudaTimer::createEvent(const CudaContext& context)
{
    CudaHandle event = nullptr;
    TRY(context.driver().check(context.driver().api().eventCreate(&event, 0), phrase("Creating an event")));
    return Event(context, event);
}

Result<CudaTimer> CudaTimer::create(const CudaContext& context)
{
    auto first = TRY(createEvent(context));
    auto last = TRY(createEvent(context));
    return CudaTimer(std::move(first), std::move(last));
}

Result<void> CudaTimer::start() const
{
    static const Sentence what = phrase("Timing the kernel");
    return m_first.check(m_first.api().eventRecord(m_first.get(), nullptr), what);
}

Result<double> CudaTimer::stop() const
{
    const CudaApi& api = m_last.api();
    static const Sentence what = phrase("Running the kernel");
    TRY(m_last.check(api.eventRecord(m_last.get(), nullptr), what));
    TRY(m_last.check(api.eventSynchronize(m_last.get()), what));
    float milliseconds = 0;
    TRY(m_last.check(api.eventElapsedTime(&milliseconds, m_first.get(), m_last.get()), what));
    return static_cast<double>(milliseconds) * 1e-3;
}

} // namespace knobscope
