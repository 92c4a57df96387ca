// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's use against a test double (fakecuda.cpp): order, arguments, failures, what is said of them.
#include "core/device/cuda/cudacontext.h"
#include "core/device/cuda/cudadevice.h"
#include "core/device/cuda/nvml.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <map>

using namespace knobscope;

namespace {

Result<std::shared_ptr<const CudaDriver>> driver(const char* settings = "")
{
    qputenv("KNOBSCOPE_LIBCUDA", KNOBSCOPE_FAKECUDA_LIBRARY);
    qputenv("KNOBSCOPE_FAKECUDA", settings);
    return CudaDriver::open();
}

std::unique_ptr<CudaContext> context(const char* settings = "")
{
    return std::move(*CudaContext::open(*driver(settings), 0));
}

std::vector<std::byte> image(const std::string& text = "code")
{
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

bool says(const Error& error, const char* words)
{
    return error.message.find(words) != std::string::npos;
}

} // namespace

class TestCudaDriver : public QObject
{
    Q_OBJECT
private slots:
    void withoutADriver()
    {
        qputenv("KNOBSCOPE_LIBCUDA", "/nowhere/libcuda.so.1");
        const auto none = CudaDriver::open();
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
        QVERIFY2(says(none.error(), "No NVIDIA driver is installed") && says(none.error(), "/nowhere/libcuda.so.1"),
                 none.error().message.c_str());
        qputenv("KNOBSCOPE_LIBCUDA", "libm.so.6");
        const auto other = CudaDriver::open();
        QVERIFY(!other && other.error().code == ErrorCode::Unsupported && says(other.error(), "cuInit"));
    }

    void devicesAndTheirFigures()
    {
        const auto two = driver("devices=2,version=12040,memory=2147483648");
        QVERIFY(two.has_value());
        QCOMPARE((*two)->versionText(), std::string("12.4"));
        const auto devices = localCudaDevices(**two);
        QVERIFY2(devices.has_value(), devices ? "" : devices.error().message.c_str());
        QCOMPARE(devices->size(), size_t(2));
        const DeviceDescription& d = devices->at(1);
        QCOMPARE(d.id, std::string("cuda:1"));
        QCOMPARE(d.name, std::string("Test device 1"));
        QCOMPARE(d.capability.arch(), std::string("sm_90"));
        QCOMPARE(d.clockMhz, 1980);
        QCOMPARE(d.warpsPerMultiprocessor, 64);
        QCOMPARE(d.sharedPerBlockOptin, int64_t{232448});
        QCOMPARE(d.memoryBytes, 2147483648.0);
        QVERIFY(std::abs(d.bandwidth / 3.352e12 - 1) < 0.001); // 2,619 MHz twice a clock on 5,120 bits
        QVERIFY(std::abs(d.peakFp32 / 66.9e12 - 1) < 0.001);
        const auto beyond = describeCudaDevice(**two, 2);
        QVERIFY(!beyond && says(beyond.error(), "2 devices, cuda:0 to cuda:1"));
        const auto none = driver("devices=0");
        QVERIFY(localCudaDevices(**none)->empty());
        QVERIFY(says(describeCudaDevice(**none, 0).error(), "CUDA_VISIBLE_DEVICES"));
    }

    void devicesByName()
    {
        QCOMPARE(*cudaOrdinal(""), 0);
        QCOMPARE(*cudaOrdinal("cuda"), 0);
        QCOMPARE(*cudaOrdinal("cuda:3"), 3);
        for (const char* wrong : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "1"}) {
            QVERIFY2(!cudaOrdinal(wrong), wrong);
        }
    }

    void memoryGoesThereAndBack()
    {
        const auto c = context();
        auto buffer = CudaBuffer::allocate(*c, 64);
        QVERIFY(buffer.has_value());
        const std::string sent(64, 'x');
        std::string got(64, ' ');
        QVERIFY(buffer->upload(sent.data()).has_value() && buffer->download(got.data()).has_value());
        QCOMPARE(got, sent);
        QVERIFY(buffer->fill(0xff).has_value() && buffer->download(got.data()).has_value());
        QCOMPARE(got, std::string(64, '\xff'));
    }

    void lackOfMemoryIsSaidInFigures()
    {
        const auto c = context("memory=16777216");
        auto first = CudaBuffer::allocate(*c, 6 << 20);
        const auto second = CudaBuffer::allocate(*c, 12 << 20);
        QVERIFY(!second && second.error().code == ErrorCode::LimitExceeded);
        QVERIFY2(says(second.error(), "not have enough memory for 12 MiB: 10 MiB of its 16 MiB are free"),
                 second.error().message.c_str());
        first = CudaBuffer::allocate(*c, 1 << 20); // what it held is given back
        QVERIFY(CudaBuffer::allocate(*c, 12 << 20).has_value());
    }

    void kernelsAndTheirTime()
    {
        const auto c = context();
        auto module = CudaModule::load(*c, image());
        QVERIFY(module.has_value());
        QVERIFY(!module->kernel("missing", 0));
        auto function = module->kernel("fake_idle_t250", 100 << 10); // more than 48 KiB must have been asked for
        QVERIFY(function.has_value());
        CudaLaunch launch{"fake_idle_t250", *function, {2, 1, 1}, {32, 1, 1}, 100 << 10, {}};
        const auto timer = CudaTimer::create(*c);
        QVERIFY(timer->start().has_value() && launch.start(*c).has_value());
        QVERIFY(std::abs(*timer->stop() - 250e-6) < 1e-9);
        launch.block = {2048, 1, 1};
        QVERIFY(!launch.start(*c));
        auto plain = module->kernel("fake_idle_t1", 1024);
        CudaLaunch greedy{"fake_idle_t1", *plain, {1, 1, 1}, {32, 1, 1}, 100 << 10, {}};
        QVERIFY(!greedy.start(*c));
    }

    void codeThatCannotBeLoaded()
    {
        const auto c = context();
        const auto broken = CudaModule::load(*c, image(".broken"));
        QVERIFY(!broken && broken.error().code == ErrorCode::Unsupported);
        QVERIFY(!CudaModule::load(*c, {}));
        const auto old = context("version=12020,fail=cuModuleLoadDataEx:222:1");
        const auto newer = CudaModule::load(*old, image());
        QVERIFY(!newer && says(newer.error(), "newer CUDA than the driver supports") && says(newer.error(), "12.2"));
    }

    void whatIsForGood()
    {
        const auto c = context("fail=cuLaunchKernel:700:1");
        const auto module = CudaModule::load(*c, image());
        CudaLaunch launch{"fake_idle", *module->kernel("fake_idle", 0), {1, 1, 1}, {1, 1, 1}, 0, {}};
        const auto faulty = launch.start(*c);
        QVERIFY(!faulty && isSticky(faulty.error()) && says(faulty.error(), "memory outside of its buffers"));
        QCOMPARE(faulty.error().arguments.front().pattern, std::string("Launching {}")); // said in the window's language, too
        QVERIFY(!c->synchronize(phrase("Afterwards")));
        for (const auto& [status, code] : std::map<int, ErrorCode>{{702, ErrorCode::Timeout},
                                                                   {719, ErrorCode::Crashed},
                                                                   {46, ErrorCode::NotFound},
                                                                   {214, ErrorCode::NotFound},
                                                                   {999, ErrorCode::Crashed}}) {
            const Error error = c->driver().error(status, phrase("It"));
            QVERIFY2(error.code == code && isSticky(error), error.message.c_str());
        }
        for (const int status : {1, 2, 200, 209, 222, 701}) {
            QVERIFY(!isSticky(c->driver().error(status, phrase("It"))));
        }
    }

    void nothingIsLeftBehind()
    {
        QTemporaryDir dir;
        const QString log = dir.filePath("calls");
        {
            const auto c = context(("log=" + log.toStdString()).c_str());
            const auto module = CudaModule::load(*c, image());
            const auto timer = CudaTimer::create(*c);
            const auto buffer = CudaBuffer::allocate(*c, 8);
            auto moved = CudaBuffer(std::move(*CudaBuffer::allocate(*c, 8)));
        }
        std::map<std::string, int> calls;
        std::ifstream lines(log.toStdString());
        for (std::string line; std::getline(lines, line);) {
            ++calls[line];
        }
        QCOMPARE(calls["cuMemAlloc"], 2);
        QCOMPARE(calls["cuMemFree"], 2);
        QCOMPARE(calls["cuModuleUnload"], 1);
        QCOMPARE(calls["cuEventCreate"], 2);
        QCOMPARE(calls["cuEventDestroy"], 2);
        QCOMPARE(calls["cuDevicePrimaryCtxRelease"], 1);
    }

    void healthByNvml()
    {
        qputenv("KNOBSCOPE_LIBNVML", KNOBSCOPE_FAKECUDA_LIBRARY);
        const auto c = context("reasons=32");
        const auto nvml = Nvml::open(c->pciBusId());
        QVERIFY(nvml.has_value());
        QCOMPARE(nvml->health().warning().message, std::string("Throttled by heat: 1200 of 1980 MHz at 87 °C"));
        QVERIFY(!Nvml::open("9999:00:00.0"));
        DeviceHealth idle{300, 1980, 40, 0x1 | 0x2 | 0x100}; // idle, a set clock and the display's are no throttling
        QVERIFY(idle.warning().empty());
        idle.reasons |= 0x4;
        QCOMPARE(idle.throttledBy().message, std::string("the power cap"));
        qputenv("KNOBSCOPE_LIBNVML", "/nowhere/libnvidia-ml.so");
        QVERIFY(!Nvml::open(c->pciBusId()));
    }
};

QTEST_GUILESS_MAIN(TestCudaDriver)
#include "tst_cudadriver.moc"
