// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudacompile.h"
#include "core/codegen/cuda/cudasource.h"
#include "tests/core/codegen/deviceprograms.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace knobscope;

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::string textOf(const std::vector<std::byte>& bytes)
{
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

constexpr const char* simple = "extern \"C\" __global__ void f(float* a) { a[threadIdx.x] = 1.0f; }\n";

} // namespace

#define OPEN_NVRTC(name)                                                                                                         \
    const auto name = Nvrtc::open();                                                                                             \
    if (!name) {                                                                                                                 \
        QSKIP(name.error().message.c_str());                                                                                     \
    }

class TestNvrtc : public QObject
{
    Q_OBJECT
private slots:
    void architecturesAreRead()
    {
        QCOMPARE(parseCudaArchitecture("sm_90").value(), (CudaArchitecture{90, 0}));
        QCOMPARE(parseCudaArchitecture("sm_90a").value(), (CudaArchitecture{90, 'a'}));
        QCOMPARE(parseCudaArchitecture("compute_120").value().text(), std::string("sm_120"));
        for (const char* wrong : {"", "sm_", "90", "sm_90b", "sm_9", "sm_-80", "gfx90a", "sm_90 ", "sm_99999999999"}) {
            QVERIFY2(!parseCudaArchitecture(wrong), wrong);
        }
    }

    void figuresAreReadFromTheLog()
    {
        const std::string log =
            "ptxas info    : 0 bytes gmem\n"
            "ptxas info    : Compiling entry function 'a' for 'sm_90'\n"
            "ptxas info    : Function properties for a\n"
            "ptxas         .     160 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads\n"
            "ptxas info    : Used 32 registers, used 1 barriers, 160 bytes cumulative stack size, 1024 bytes smem\n"
            "ptxas info    : Compiling entry function 'b' for 'sm_70'\n"
            "ptxas info    : Function properties for b\n"
            "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
            "ptxas info    : Used 10 registers, 376 bytes cmem[0]\n";
        const auto figures = resourcesIn(log);
        QCOMPARE(figures.size(), size_t{2});
        QCOMPARE(figures[0].first, std::string("a"));
        QCOMPARE(figures[0].second.registers, 32);
        QCOMPARE(figures[0].second.barriers, 1);
        QCOMPARE(figures[0].second.stackBytes, int64_t{160});
        QCOMPARE(figures[0].second.spillStoreBytes, int64_t{24});
        QCOMPARE(figures[0].second.spillLoadBytes, int64_t{28});
        QCOMPARE(figures[0].second.staticSharedBytes, int64_t{1024});
        QCOMPARE(figures[1].second.registers, 10);
        QCOMPARE(figures[1].second.staticSharedBytes, int64_t{0});
        QVERIFY(resourcesIn("").empty());
        QVERIFY(resourcesIn("Used nothing").empty());
    }

    void aWrongLibraryIsNamed()
    {
        const QByteArray before = qgetenv("KNOBSCOPE_NVRTC");
        qputenv("KNOBSCOPE_NVRTC", "/nowhere/libnvrtc.so");
        QVERIFY(contains(Nvrtc::open().error().message, "/nowhere/libnvrtc.so"));
        qputenv("KNOBSCOPE_NVRTC", "/tmp");
        QVERIFY(contains(Nvrtc::open().error().message, "the folder '/tmp'"));
        qputenv("KNOBSCOPE_NVRTC", "libc.so.6");
        QVERIFY(contains(Nvrtc::open().error().message, "is not NVRTC"));
        before.isEmpty() ? qunsetenv("KNOBSCOPE_NVRTC") : qputenv("KNOBSCOPE_NVRTC", before);
    }

    void compilesAHandWrittenKernel()
    {
        OPEN_NVRTC(nvrtc);
        const auto image = compileCuda(HandMatmul().program(), *nvrtc, {{90}, DeviceImageFormat::Cubin});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QCOMPARE(textOf(image->bytes).substr(0, 4), std::string("\177ELF"));
        QCOMPARE(image->launches.size(), size_t{1});
        const DeviceLaunch& launch = image->launches[0];
        QCOMPARE(launch.parameters, (std::vector<size_t>{0, 1, 2}));
        QCOMPARE(launch.threads(), int64_t{64});
        QVERIFY(launch.usage.has_value());
        QCOMPARE(launch.usage->staticSharedBytes, int64_t{1536});
        QCOMPARE(launch.staticSharedBytes, int64_t{1536});
        QVERIFY(launch.usage->registers >= 16);
        QCOMPARE(launch.usage->spillStoreBytes, int64_t{0});
        QCOMPARE(launch.usage->stackBytes, int64_t{0}); // the tile is in registers
    }

    void makesPtxForTheDriver()
    {
        OPEN_NVRTC(nvrtc);
        const auto image = compileCuda(HandMatmul().program(), *nvrtc, {{80}, DeviceImageFormat::Ptx});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        const std::string text = textOf(image->bytes);
        QCOMPARE(text.back(), '\0');
        QVERIFY(contains(text, ".entry matmul"));
        QVERIFY(contains(text, ".target sm_80"));
        QVERIFY(contains(text, "ld.global.nc.v4") || contains(text, "ld.global.v4"));
        QVERIFY(contains(text, "st.shared.v4"));
        QVERIFY(!image->launches[0].usage.has_value());
    }

    void otherElementTypesCompile_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"float16", "bfloat16", "float64", "int8", "int32", "uint8", "int64"}) {
            QTest::newRow(type) << type;
        }
    }
    void otherElementTypesCompile()
    {
        OPEN_NVRTC(nvrtc);
        QFETCH(QString, type);
        HandMatmul matmul;
        matmul.type = ir::parseType(type.toStdString()).value();
        const auto image = compileCuda(matmul.program(), *nvrtc, {{80}, DeviceImageFormat::Ptx, true});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
    }

    /// As a Let is written.
    void aFunctionThatIsCalledAtOnceCompiles()
    {
        OPEN_NVRTC(nvrtc);
        const std::string source = "extern \"C\" __global__ void f(const float* a, float* b) { const int i = threadIdx.x; "
                                   "b[i] = [&] { const float t = a[i] + 1.0f; return t * t; }(); }";
        const auto made = nvrtc->compile(source, "f.cu", {{80}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
    }

    void errorsCarryTheLog()
    {
        OPEN_NVRTC(nvrtc);
        const auto wrong = nvrtc->compile("extern \"C\" __global__ void f(float* a) { a[0] = b; }", "wrong.cu", {{80}});
        QVERIFY(!wrong);
        QVERIFY2(contains(wrong.error().message, "wrong.cu(1)"), wrong.error().message.c_str());
        QVERIFY(contains(wrong.error().message, "\"b\" is undefined"));
        const auto empty = nvrtc->compile("", "empty.cu", {{80}, DeviceImageFormat::Ptx});
        QVERIFY(empty.has_value());
    }

    void unknownArchitecturesAreAnsweredWithTheKnown()
    {
        OPEN_NVRTC(nvrtc);
        if (nvrtc->capabilities().empty()) {
            QSKIP("this NVRTC does not list its architectures");
        }
        const auto old = nvrtc->compile(simple, "f.cu", {{20}});
        QVERIFY(!old);
        QVERIFY2(contains(old.error().message, "does not support sm_20"), old.error().message.c_str());
        QVERIFY(contains(old.error().message, "sm_80"));
        QVERIFY(contains(old.error().message, "older CUDA toolkit"));
        const auto future = nvrtc->compile(simple, "f.cu", {{950}});
        QVERIFY(!future);
        QVERIFY(contains(future.error().message, "newer CUDA toolkit"));
        // It knows the architecture, and no such variant of it.
        const auto variant = nvrtc->compile(simple, "f.cu", {{80, 'a'}});
        QVERIFY(!variant);
        QVERIFY2(contains(variant.error().message, "sm_80a"), variant.error().message.c_str());
    }

    void compilesFromSeveralThreads()
    {
        OPEN_NVRTC(nvrtc);
        std::array<bool, 4> good{};
        std::vector<std::thread> threads;
        for (size_t i = 0; i < good.size(); ++i) {
            threads.emplace_back([&, i] {
                const std::string source = i % 2 == 0 ? simple : "extern \"C\" __global__ void f(float* a) { a[0] = b; }";
                good[i] = nvrtc->compile(source, "f.cu", {{80}, DeviceImageFormat::Cubin, true}).has_value() == (i % 2 == 0);
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QVERIFY(std::all_of(good.begin(), good.end(), [](bool b) { return b; }));
    }
};

QTEST_APPLESS_MAIN(TestNvrtc)
#include "tst_nvrtc.moc"
