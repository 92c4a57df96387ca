// SPDX-License-Identifier: GPL-3.0-or-later
// The builder's way from a GPU config to an image: what it refuses before compiling, and without a suitable compiler.
#include "core/target/knowndevices.h"
#include "core/timing/imagemessage.h"
#include "core/worker/buildkernel.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

/// 16 channels of 14 x 14, 3 x 3 kernel.
Task convolution(const char* target)
{
    const nlohmann::json args{
        {"TENSOR", {1, 8, 14, 14}, "float32"}, {"TENSOR", {16, 8, 3, 3}, "float32"}, {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"};
    return makeTask("conv2d_nchw.cuda", args, parseTarget(target).value()).value();
}

/// The splits of the three spatial axes as given, everything else as in config 0.
nlohmann::json entityOf(const Task& task, const std::vector<std::vector<int64_t>>& tiles)
{
    for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
        const ConfigEntity entity = task.space.at(index).value();
        bool same = true;
        size_t axis = 0;
        for (const char* knob : {"tile_f", "tile_y", "tile_x"}) {
            const auto* split = std::get_if<SplitEntity>(entity.find(knob));
            same =
                same && split && std::equal(split->sizes.begin() + 1, split->sizes.end(), tiles[axis].begin(), tiles[axis].end());
            ++axis;
        }
        if (same) {
            return entityToJson(entity);
        }
    }
    return nullptr;
}

class Nvrtcless
{
public:
    Nvrtcless()
        : m_before(qgetenv("KNOBSCOPE_NVRTC"))
    {
        qputenv("KNOBSCOPE_NVRTC", "/nowhere/libnvrtc.so");
    }
    ~Nvrtcless() { m_before.isEmpty() ? qunsetenv("KNOBSCOPE_NVRTC") : qputenv("KNOBSCOPE_NVRTC", m_before); }

private:
    QByteArray m_before;
};

bool mentions(const BuildOutcome& outcome, const char* words)
{
    return outcome.why.message.find(words) != std::string::npos;
}

} // namespace

class TestBuildGpu : public QObject
{
    Q_OBJECT
private slots:
    void aConfigBecomesAnImage()
    {
        const Task task = convolution("cuda -arch=sm_80");
        const BuildOutcome out =
            KernelBuilder().build(taskToJson(task), entityOf(task, {{1, 4, 2}, {1, 7, 1}, {2, 7, 1}}), nullptr);
        if (out.error == MeasureError::CompileDevice && !Nvrtc::open()) {
            QSKIP(out.why.message.c_str());
        }
        QVERIFY2(out.error == MeasureError::None, out.why.message.c_str());
        QVERIFY(isImageHeader(out.kernel));
        const auto image = imageFrom(out.kernel, out.code);
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QCOMPARE(image->capability, 80);
        QCOMPARE(image->launches.size(), size_t{1});
        QCOMPARE(image->launches[0].threads(), int64_t{4 * 7 * 7});
        QCOMPARE(image->arguments.size(), size_t{3});
        QVERIFY(image->arguments[2].isOutput);
        QVERIFY(!image->bytes.empty());
        QCOMPARE(out.stages.size(), size_t{2});
        QCOMPARE(out.stages[0].name, std::string("lower"));
        QCOMPARE(out.stages[1].name, std::string("nvrtc"));
    }

    void withoutNvrtcItSaysWhatToInstall()
    {
        const Nvrtcless without;
        const Task task = convolution("cuda -arch=sm_80");
        const BuildOutcome out =
            KernelBuilder().build(taskToJson(task), entityOf(task, {{1, 4, 2}, {1, 7, 1}, {2, 7, 1}}), nullptr);
        QCOMPARE(out.error, MeasureError::CompileDevice);
        QVERIFY2(mentions(out, "/nowhere/libnvrtc.so"), out.why.message.c_str());
    }

    void limitsAreCheckedBeforeCompiling()
    {
        const Task task = convolution("cuda -arch=sm_80");
        const BuildOutcome out =
            KernelBuilder().build(taskToJson(task), entityOf(task, {{1, 16, 1}, {1, 14, 1}, {1, 14, 1}}), nullptr);
        QCOMPARE(out.error, MeasureError::Instantiation);
        QVERIFY2(mentions(out, "3,136"), out.why.message.c_str());
        QVERIFY(out.stages.size() <= 1);
    }

    void architecturesNobodyKnowsAreRefused()
    {
        const Task task = convolution("cuda -arch=sm_20");
        const BuildOutcome out =
            KernelBuilder().build(taskToJson(task), entityOf(task, {{1, 4, 2}, {1, 7, 1}, {2, 7, 1}}), nullptr);
        QCOMPARE(out.error, MeasureError::CompileDevice);
        QVERIFY2(!Nvrtc::open() || mentions(out, "sm_20"), out.why.message.c_str());
    }

    /// A cubin of CUDA 13 does not load with a driver for 12.
    void olderDriversAreRefused()
    {
        const auto nvrtc = Nvrtc::open();
        if (!nvrtc) {
            QSKIP(nvrtc.error().message.c_str());
        }
        const Task task = convolution("cuda");
        DeviceDescription device = architectureLimits({9, 0}).value();
        const auto built = [&](int driver) {
            device.driverCuda = driver;
            return KernelBuilder().build(taskToJson(task), entityOf(task, {{1, 4, 2}, {1, 7, 1}, {2, 7, 1}}),
                                         deviceToJson(device));
        };
        const BuildOutcome same = built(nvrtc->version());
        QVERIFY2(same.error == MeasureError::None, same.why.message.c_str());
        const BuildOutcome older = built(nvrtc->version() - 1000);
        QCOMPARE(older.error, MeasureError::CompileDevice);
        QVERIFY2(mentions(older, "cannot load the output of NVRTC") && mentions(older, "KNOBSCOPE_NVRTC"),
                 older.why.message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestBuildGpu)
#include "tst_buildgpu.moc"
