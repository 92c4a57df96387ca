// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"
#include "core/device/cuda/cudacontext.h"
#include "core/device/cuda/cudadevice.h"
#include "core/device/cuda/nvml.h"
#include "core/runtime/tensorbuffers.h"
#include "core/timing/bufferpool.h"
#include "core/timing/imagemessage.h"
#include "core/timing/timedkernel.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr double kForever = 1e9;

/// State shared by the kernels of one device.
struct CudaSetting {
    std::unique_ptr<CudaContext> context;
    DeviceDescription device;
    std::optional<Nvml> nvml;
    std::optional<CudaTimer> timer;
    std::optional<CudaBuffer> flushed; ///< twice the size of the L2 cache, allocated on first use
    std::string name;                  ///< as given in the options
};

using DeviceBuffer = std::shared_ptr<CudaBuffer>;

class CudaKernel : public TimedKernel
{
public:
    CudaKernel(CudaSetting& setting, DeviceImage image, CudaModule module)
        : m_setting(&setting)
        , m_image(std::move(image))
        , m_module(std::move(module))
    {
    }

    void add(DeviceBuffer buffer) { m_buffers.push_back(std::move(buffer)); }

    /// Requires all buffers.
    Result<void> resolveLaunches()
    {
        for (const DeviceLaunch& launch : m_image.launches) {
            auto function = TRY(m_module.kernel(launch.symbol, launch.dynamicSharedBytes));
            CudaLaunch ready{launch.symbol, function, launch.grid, launch.block, launch.dynamicSharedBytes, {}};
            for (const size_t parameter : launch.parameters) {
                ready.arguments.push_back(m_buffers[parameter]->address());
            }
            (launch.isPrecomputed ? m_precomputed : m_launches).push_back(std::move(ready));
        }
        return {};
    }

    void call() override
    {
        precompute();
        start(1);
        note(m_setting->context->synchronize(phrase("Running the kernel")));
    }

    double timeBatch(int64_t calls) override
    {
        precompute();
        note(m_setting->timer->start());
        start(calls);
        const auto seconds = m_setting->timer->stop();
        if (!seconds) {
            note(fail(seconds));
        }
        return m_problem ? *seconds / static_cast<double>(calls) : kForever;
    }

    void flush() override
    {
        if (!m_setting->flushed) {
            const int64_t bytes = 2 * std::max<int64_t>(m_setting->device.l2Bytes, 32 << 20);
            auto buffer = CudaBuffer::allocate(*m_setting->context, bytes);
            if (!buffer) {
                note(fail(buffer));
                return;
            }
            m_setting->flushed.emplace(std::move(*buffer));
        }
        note(m_setting->flushed->fill(0));
        note(m_setting->context->synchronize(phrase("Flushing the L2 cache")));
    }

    double shortestBatch() const override { return 200e-6; } // events have a resolution of half a microsecond
    const std::vector<KernelArgument>& arguments() const override { return m_image.arguments; }

    Result<std::vector<double>> values(size_t argument) override
    {
        const KernelArgument& a = m_image.arguments[argument];
        std::vector<std::byte> bytes(static_cast<size_t>(m_buffers[argument]->bytes()));
        TRY(m_buffers[argument]->download(bytes.data()));
        return toDoubles(bytes.data(), elementsOf(a), a.type);
    }

    Result<void> problem() const override { return m_problem; }
    Sentence warning() override { return m_setting->nvml ? m_setting->nvml->health().warning() : Sentence(); }

private:
    /// Runs before every batch, because the kernels of a task share buffers: the previous one may have overwritten them.
    void precompute()
    {
        for (CudaLaunch& launch : m_precomputed) {
            if (m_problem) {
                note(launch.start(*m_setting->context));
            }
        }
    }
    void start(int64_t calls)
    {
        for (int64_t i = 0; i < calls && m_problem; ++i) {
            for (CudaLaunch& launch : m_launches) {
                note(launch.start(*m_setting->context));
            }
        }
    }
    /// Keeps the first failure.
    void note(const Result<void>& result)
    {
        if (m_problem) {
            m_problem = result;
        }
    }

    CudaSetting* m_setting;
    DeviceImage m_image;
    CudaModule m_module;
    std::vector<DeviceBuffer> m_buffers;
    std::vector<CudaLaunch> m_precomputed; ///< not timed, because it depends on the weights alone
    std::vector<CudaLaunch> m_launches;
    Result<void> m_problem;
};

/// Returns true if the image runs on the device. A cubin requires the same major version and at least its minor version.
bool runsOn(const DeviceImage& image, ComputeCapability device)
{
    const int major = image.capability / 10;
    const int minor = image.capability % 10;
    return image.capability == 0 || (major == device.major && minor <= device.minor);
}

class CudaHost : public KernelHost
{
public:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& packed, const MeasureOptions& options) override
    {
        auto image = TRY(imageFrom(packed.header, packed.code));
        TRY(open(options));
        const DeviceDescription& device = m_setting->device;
        if (!runsOn(image, device.capability)) {
            return fail(ErrorCode::Unsupported,
                        "The kernel was compiled for sm_{}, but {} ({}) is {}; omit -arch from the target", image.capability,
                        device.id, device.name, device.capability.arch());
        }
        auto module = TRY(CudaModule::load(*m_setting->context, image.bytes));
        const DeviceImage described = image;
        auto kernel = std::make_unique<CudaKernel>(*m_setting, std::move(image), std::move(module));
        TRY(addBuffers(*kernel, described, options));
        TRY(kernel->resolveLaunches());
        return kernel;
    }
    bool isCompatible(const MeasureOptions& options) const override { return m_setting && m_setting->name == options.device; }
    void trim() override { m_buffers.trim(); }
    bool layoutsAreFixed() const override { return true; }

private:
    Result<void> open(const MeasureOptions& options)
    {
        if (isCompatible(options)) {
            return {};
        }
        m_buffers.clear();
        m_setting.reset();
        const auto ordinal = TRY(cudaOrdinal(options.device));
        const auto driver = TRY(CudaDriver::open());
        auto device = TRY(describeCudaDevice(*driver, ordinal));
        auto context = TRY(CudaContext::open(driver, ordinal));
        auto timer = TRY(CudaTimer::create(*context));
        m_setting = std::make_unique<CudaSetting>();
        m_setting->context = std::move(context);
        m_setting->device = std::move(device);
        m_setting->timer.emplace(std::move(timer));
        m_setting->name = options.device;
        if (auto nvml = Nvml::open(m_setting->context->pciBusId())) {
            m_setting->nvml.emplace(std::move(*nvml));
        }
        return {};
    }

    Result<void> addBuffers(CudaKernel& kernel, const DeviceImage& image, const MeasureOptions& options)
    {
        int64_t all = 0;
        for (const KernelArgument& argument : image.arguments) {
            all += bytesOf(argument);
        }
        for (const DeviceIntermediate& intermediate : image.intermediates) {
            all += intermediate.bytes;
        }
        const auto add = [&](const BufferKey& key, bool isInput) -> Result<void> {
            auto buffer = bufferOf(key, isInput, options.check);
            if (!buffer) {
                return buffer.error().code == ErrorCode::LimitExceeded
                         ? fail(buffer.error().code, "{}; the config needs {} in total", buffer.error(),
                                bytesText(static_cast<double>(all)))
                         : fail(buffer);
            }
            kernel.add(std::move(*buffer));
            return {};
        };
        for (size_t i = 0; i < image.arguments.size(); ++i) {
            const KernelArgument& a = image.arguments[i];
            const BufferKey key{static_cast<int>(i), bytesOf(a), a.type, options.seed + i};
            TRY(add(key, !a.isOutput));
        }
        for (size_t i = 0; i < image.intermediates.size(); ++i) {
            TRY(add({-1 - static_cast<int>(i), image.intermediates[i].bytes, ir::float32, 0}, false));
        }
        return {};
    }

    /// Kernels of a task share buffers, as on the CPU (BufferPool). Inputs are generated on the host, with the same values as for
    /// the CPU, and copied once per task: generating them on the device would need a compiler, which some machines lack.
    Result<DeviceBuffer> bufferOf(const BufferKey& key, bool isInput, bool fresh)
    {
        const auto allocate = [this](int64_t bytes) { return CudaBuffer::allocate(*m_setting->context, bytes); };
        return m_buffers.get(key, fresh, allocate, [&](CudaBuffer& buffer) {
            if (!isInput) {
                return buffer.fill(0xff); // NaN, to detect elements that a kernel does not write
            }
            std::vector<std::byte> values(static_cast<size_t>(key.bytes));
            fillRandom(values.data(), key.bytes / key.type.bytes(), key.type, key.seed);
            return buffer.upload(values.data());
        });
    }

    std::unique_ptr<CudaSetting> m_setting;
    BufferPool<CudaBuffer> m_buffers; ///< declared last: must be freed before the context
};

} // namespace

std::unique_ptr<KernelHost> makeCudaHost()
{
    return std::make_unique<CudaHost>();
}

} // namespace knobscope
