// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and bfloat16 on CPUs: random shapes and configs against textbook loops, on machines with dot products and without.
#include "core/task/kernelcode.h"
#include "core/template/untuned.h"
#include "tests/core/template/smalltypes.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

constexpr const char* int8Template = "conv2d_NCHWc_int8.x86";
constexpr const char* tilesTemplate = "conv2d_tiles_NCHWc.x86";
constexpr const char* winogradTemplate = "conv2d_winograd_NCHWc.x86";
constexpr const char* rowsTemplate = "depthwise_conv2d_rows_NCHWc.x86";

/// Whether a product of random shape comes out right; the problem in words where it does not.
std::string productProblem(std::mt19937_64& random, bool isBatch, const SmallTypes& types, const KernelRun& run)
{
    MatrixProduct p;
    p.batch = isBatch ? pick(random, {1, 2, 5}) : 1;
    p.m = pick(random, {1, 1, 3, 8, 17, 24});
    p.n = pick(random, {1, 3, 5, 16, 17, 40, 64, 100, 134, 197, 1000});
    p.k = pick(random, {1, 2, 3, 4, 17, 32, 64, 99});
    const json args = argumentsOf(p, isBatch, types);
    const auto task = makeTask(isBatch ? "batch_matmul_dot.x86" : "dense_dot.x86", args, parseTarget("llvm").value());
    if (!task) {
        return task.error().message;
    }
    const ConfigEntity entity = randomConfig(random, *task);
    const std::string problem = productProblem(p, isBatch, types, *task, entity, run);
    return problem.empty() ? problem : fmt::format("{} {}: {}", args.dump(), entityText(entity), problem);
}

LlvmTarget cpu(const char* name, const char* features = "")
{
    return {hostLlvmTarget().triple, name, features};
}

/// Machines of each kind that a kernel is written for, as far as this one can run their code.
std::vector<LlvmTarget> machinesHere()
{
    std::vector<LlvmTarget> all{hostLlvmTarget()};
    for (const LlvmTarget& other : {cpu("cascadelake"), cpu("skylake-avx512"), cpu("haswell"), cpu("sandybridge"),
                                    cpu("alderlake"), cpu("x86-64"), cpu("cooperlake")}) {
        if (runsHere(other)) {
            all.push_back(other);
        }
    }
    return all;
}

/// Winograd's tile of m x m outputs.
void setTile(ConfigEntity& entity, int64_t m)
{
    std::ranges::find(entity.values, "tile_m", &std::pair<std::string, KnobValue>::first)->second = OtherEntity{m};
}

/// Of the untuned config of a middling convolution.
std::string assemblyFor(const char* name, const SmallTypes& types, const std::string& target)
{
    Conv2d conv;
    conv.c = conv.k = 64;
    conv.h = conv.w = 14;
    conv.r = conv.s = 3;
    const auto parsed = parseTarget(target).value();
    const auto task = makeTask(name, argumentsOf(conv, types), parsed).value();
    const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
    return assemblyText(nest, llvmTargetOf(parsed).value()).value().joined();
}

} // namespace

class TestSmallTypes : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader = KernelLoader::create().value();

    KernelRun runFor(const LlvmTarget& machine)
    {
        return [this, machine](const ir::LoopNest& nest, const KernelInput& input) {
            return runKernel(nest, *m_loader, input, machine);
        };
    }

    /// Winograd's convolution of int16 on each machine.
    void checkWords(const Conv2d& conv, int64_t m, const std::vector<double>& data, const std::vector<double>& filter)
    {
        const auto task = makeTask(winogradTemplate, argumentsOf(conv, words), parseTarget("llvm").value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        ConfigEntity entity = fallbackConfig(*task).value();
        setTile(entity, m);
        for (const LlvmTarget& machine : machinesHere()) {
            const std::string problem = problemWith(conv, data, filter, *task, entity, runFor(machine));
            QVERIFY2(problem.empty(), fmt::format("on {}: {}", machine.cpu, problem).c_str());
        }
    }

private slots:
    void computeTheConvolution_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("types");
        QTest::addColumn<int>("shapes");
        const auto row = [](const char* label, const char* name, const SmallTypes& t, int shapes, int share = 5) {
            QTest::newRow(label) << name
                                 << QStringList{QString::fromStdString(t.data), QString::fromStdString(t.kernel),
                                                QString::fromStdString(t.out)}
                                 << casesOf(shapes, share);
        };
        row("AutoTVM's bytes", int8Template, bytes, 300, 15);
        row("AutoTVM's signed bytes", int8Template, signedBytes, 60);
        row("tiles of bytes", tilesTemplate, bytes, 300, 15);
        row("tiles of signed bytes", tilesTemplate, signedBytes, 60);
        row("tiles of unsigned bytes", tilesTemplate, unsignedBytes, 60, 6);
        row("tiles of bfloat16", tilesTemplate, bfloats, 100);
        row("tiles of words", tilesTemplate, words, 60);
        row("Winograd of words", winogradTemplate, words, 100);
        row("Winograd of bfloat16", winogradTemplate, bfloats, 60);
        row("depthwise rows of bytes", rowsTemplate, bytes, 60);
        row("depthwise rows of words", rowsTemplate, words, 40);
        row("depthwise rows of bfloat16", rowsTemplate, bfloats, 40);
    }

    void computeTheConvolution()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, types);
        QFETCH(int, shapes);
        const SmallTypes of{types[0].toStdString(), types[1].toStdString(), types[2].toStdString()};
        const std::vector<LlvmTarget> machines = machinesHere();
        std::mt19937_64 random(static_cast<uint64_t>(shapes) + of.data.size());
        int computed = 0;
        for (int i = 0; computed < shapes; ++i) {
            QVERIFY(i < 20 * shapes);
            const bool isWinograd = name == winogradTemplate;
            const Conv2d conv = randomConv(random, name == rowsTemplate ? ConvKind::Depthwise
                                                   : isWinograd         ? ConvKind::Winograd
                                                                        : ConvKind::Any);
            const auto task = makeTask(name.toStdString(), argumentsOf(conv, of), parseTarget("llvm").value());
            if (isWinograd && types[0] == QLatin1String("int16") && conv.c % 2 != 0) {
                QVERIFY(!task);
                continue;
            }
            if (!task) { // AutoTVM's rule leaves no block
                QVERIFY2(name == int8Template && (conv.c % 4 != 0 || conv.k % simdLanesOf(parseTarget("llvm").value()) != 0),
                         task.error().message.c_str());
                continue;
            }
            ConfigEntity entity = randomConfig(random, *task);
            if (isWinograd && types[0] != QLatin1String("int16")) { // whose fractions in float32 are exact
                setTile(entity, 2);
            }
            const LlvmTarget& machine = machines[static_cast<size_t>(computed) % machines.size()];
            const std::string problem = convolutionProblem(conv, of, *task, entity, runFor(machine));
            QVERIFY2(
                problem.empty(),
                fmt::format("{} {} on {}: {}", argumentsOf(conv, of).dump(), entityText(entity), machine.cpu, problem).c_str());
            ++computed;
        }
    }

    void wordsAtTheirLimitsAreExact_data()
    {
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("stride");
        for (const int m : {2, 3, 4}) {
            QTest::addRow("m = %d", m) << m << 1;
        }
        QTest::addRow("m = 2, stride 2") << 2 << 2;
    }
    /// Tiles of data that are 255 where the factors of a transform may be above 0 and 0 elsewhere, in any combination of rows and
    /// columns, and weights of 255 of any signs.
    void wordsAtTheirLimitsAreExact()
    {
        QFETCH(int, m);
        QFETCH(int, stride);
        const int alpha = (m - 1) * stride + 3;
        const int64_t patterns = int64_t{1} << alpha;
        Conv2d conv;
        conv.n = patterns * patterns;
        conv.c = 2;
        conv.k = 16;
        conv.r = conv.s = 3;
        conv.h = conv.w = alpha;
        conv.stride = {stride, stride};
        std::vector<double> data, filter;
        for (int64_t i = 0; i < conv.n * conv.c * conv.h * conv.w; ++i) {
            const int64_t image = i / (conv.c * conv.h * conv.w), y = i / conv.w % conv.h, x = i % conv.w;
            data.push_back(((image / patterns >> y ^ image % patterns >> x) & 1) != 0 ? 255 : 0);
        }
        for (int64_t i = 0; i < conv.k * conv.c * conv.r * conv.s; ++i) {
            const int64_t output = i / (conv.c * conv.r * conv.s), y = i / conv.s % conv.r, x = i % conv.s;
            filter.push_back(((output >> (y % 2) ^ output >> (2 + x % 2)) & 1) != 0 ? 255 : -255);
        }
        checkWords(conv, m, data, filter);
    }

    void sumsBeyond32BitsAreDivided_data()
    {
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("stride");
        for (const int stride : {1, 2}) {
            for (const int m : {2, 3, 4}) {
                QTest::addRow("m = %d, stride %d", m, stride) << m << stride;
            }
        }
    }
    /// Sums of 128 channels of the largest numbers, of which Winograd's are a multiple that no 32 bits hold.
    void sumsBeyond32BitsAreDivided()
    {
        QFETCH(int, m);
        QFETCH(int, stride);
        Conv2d conv;
        conv.c = 128;
        conv.k = 16;
        conv.r = conv.s = 3;
        conv.h = conv.w = 13;
        conv.stride = {stride, stride};
        std::vector<double> data, filter;
        for (int64_t i = 0; i < conv.c * conv.h * conv.w; ++i) {
            data.push_back(i % 7 == 0 ? 254 : 255);
        }
        for (int64_t i = 0; i < conv.k * conv.c * conv.r * conv.s; ++i) {
            filter.push_back(i / (conv.c * conv.r * conv.s) % 2 == 0 ? 255 : -255);
        }
        checkWords(conv, m, data, filter);
    }

    void computeTheProduct_data()
    {
        QTest::addColumn<bool>("isBatch");
        QTest::newRow("dense") << false;
        QTest::newRow("batch_matmul") << true;
    }

    void computeTheProduct()
    {
        QFETCH(bool, isBatch);
        const std::vector<LlvmTarget> machines = machinesHere();
        std::mt19937_64 random(5);
        for (size_t i = 0; i < static_cast<size_t>(casesOf(300, 10)); ++i) {
            const SmallTypes& types = i % 3 == 0 ? bfloats : i % 7 == 0 ? signedBytes : bytes;
            const LlvmTarget& machine = machines[i % machines.size()];
            const std::string problem = productProblem(random, isBatch, types, runFor(machine));
            QVERIFY2(problem.empty(), fmt::format("on {}: {}", machine.cpu, problem).c_str());
        }
    }

    /// Sums are kept in float32 where a template has a tile of them, and rounded once.
    void outputsInBfloatAreRounded()
    {
        const std::string tensors = R"(["TENSOR",[1,16,6,6],"bfloat16"],["TENSOR",[16,16,3,3],"bfloat16"])";
        const json args = json::parse("[" + tensors + R"(,[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","bfloat16"])");
        const auto task = makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm").value()).value();
        const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
        const auto ones = [](size_t argument, int64_t) { return argument == 0 ? 1.0 : 1.0 + 1.0 / 128; };
        const auto values = runKernel(nest, *m_loader, ones);
        QVERIFY2(values.has_value(), values ? "" : values.error().message.c_str());
        QVERIFY(std::find(values->begin(), values->end(), 145.0) != values->end()); // 144 * (1 + 1 / 128) = 145.125
        const json dense = json::parse(R"([["TENSOR",[2,32],"bfloat16"],["TENSOR",[16,32],"bfloat16"],null,"bfloat16"])");
        const auto plain = makeTask("dense_nopack.x86", dense, parseTarget("llvm").value()).value();
        for (const int64_t index : {0, 7, 20}) {
            const auto sums = runKernel(lowerConfig(plain, plain.space.at(index).value()).value(), *m_loader,
                                        [](size_t, int64_t) { return 1.0; });
            QVERIFY2(sums.has_value(), sums ? "" : sums.error().message.c_str());
            QCOMPARE(sums->front(), 32.0);
        }
    }

    void oddChannelsAreFilledUp()
    {
        for (const int64_t channels : {3, 5, 17, 1000}) {
            Conv2d conv;
            conv.c = channels;
            conv.k = channels == 1000 ? 17 : 1000;
            conv.h = conv.w = 3;
            conv.r = conv.s = channels == 1000 ? 1 : 3;
            conv.pad = {conv.r / 2, conv.r / 2, conv.r / 2, conv.r / 2};
            for (const SmallTypes& types : {bytes, bfloats}) {
                const auto task = makeTask(tilesTemplate, argumentsOf(conv, types), parseTarget("llvm").value()).value();
                const std::string problem =
                    convolutionProblem(conv, types, task, fallbackConfig(task).value(), runFor(hostLlvmTarget()));
                QVERIFY2(problem.empty(), problem.c_str());
            }
        }
    }

    /// 197 rows and columns (a vision transformer's) are a prime number, and one at a time left most of the units idle; so did
    /// vocabularies as of 2 * 3 * 5087 words.
    void untunedProductsFillTheRegisters()
    {
        const Target target = parseTarget("llvm -mcpu=znver4").value();
        for (const auto& [isBatch, columns] : {std::pair{false, 192}, std::pair{false, 197}, std::pair{true, 197}}) {
            const MatrixProduct q{.batch = isBatch ? 3 : 1, .m = 197, .n = columns, .k = 64};
            const auto task =
                makeTask(isBatch ? "batch_matmul_dot.x86" : "dense_dot.x86", argumentsOf(q, isBatch, bfloats), target).value();
            for (const int threads : {1, 2}) {
                const auto config = untunedConfig(**findTemplate(task.name), task.space, traitsOf(target), task.args, threads);
                QVERIFY(config && config->index);
                const auto* block = std::get_if<SplitEntity>(config->find("tile_x"));
                const int64_t vectors = (block ? block->sizes.back() : integerValue(*config, "tile_x")) / 16;
                QCOMPARE_GE(integerValue(*config, "tile_y") * vectors, 12);
                QCOMPARE_GE(vectors, 2); // a vector of weights for each product of one would be a load for each
            }
            const auto here = makeTask(task.name, task.args, parseTarget("llvm").value()).value();
            const std::string problem =
                productProblem(q, isBatch, bfloats, here, fallbackConfig(here).value(), runFor(hostLlvmTarget()));
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    void untunedConfigIsInTheSpace()
    {
        Conv2d conv;
        conv.c = 24;
        conv.k = 64;
        for (const int64_t size : {1, 7, 14, 56}) {
            for (const int64_t window : {1, 3}) {
                conv.h = conv.w = size;
                conv.r = conv.s = window;
                conv.pad = {window / 2, window / 2, window / 2, window / 2};
                const auto task = makeTask(int8Template, argumentsOf(conv, bytes), parseTarget("llvm").value()).value();
                QVERIFY(fallbackConfig(task).value().index.has_value());
            }
        }
    }

    /// AutoTVM's rules: topi/x86/conv2d_int8.py.
    void knobsAreAutoTvms()
    {
        Conv2d conv;
        conv.c = 64;
        conv.k = 128;
        conv.h = conv.w = 14;
        conv.r = conv.s = 3;
        conv.pad = {1, 1, 1, 1};
        const auto wide = makeTask(int8Template, argumentsOf(conv, bytes), parseTarget("llvm -mcpu=cascadelake").value()).value();
        // 4, 8, 16, 32, 64; 16, 32, 64, 128; 1, 2, 7, 14; two
        QCOMPARE(wide.space.rangeLength(), 5 * 4 * 4 * 2);
        const auto narrow = makeTask(int8Template, argumentsOf(conv, bytes), parseTarget("llvm -mcpu=haswell").value()).value();
        QCOMPARE(narrow.space.rangeLength(), 5 * 5 * 4 * 2);
        QCOMPARE(QString::fromStdString(entityText(fallbackConfig(wide).value())),
                 QString("[('tile_ic', [-1, 16]), ('tile_oc', [-1, 16]), ('tile_ow', [-1, 14]), ('unroll_kw', False)],None,142"));
        conv.r = conv.s = 1;
        conv.pad = {0, 0, 0, 0};
        QVERIFY(makeTask(int8Template, argumentsOf(conv, bytes), parseTarget("llvm").value()).value().space.find("tile_oh"));
    }

    void machinesUseWhatTheyHave()
    {
        for (const char* name : {int8Template, tilesTemplate}) {
            QVERIFY(assemblyFor(name, bytes, "llvm -mcpu=cascadelake").find("vpdpbusd") != std::string::npos);
            QVERIFY(assemblyFor(name, bytes, "llvm -mcpu=alderlake").find("vpdpbusd") != std::string::npos);
            const std::string older = assemblyFor(name, bytes, "llvm -mcpu=haswell");
            QVERIFY(older.find("vpdpbusd") == std::string::npos);
            QVERIFY(older.find("vpmaddwd") != std::string::npos);
            QVERIFY(older.find("vpmaddubsw") == std::string::npos); // it saturates
        }
        const std::string arm = "llvm -mtriple=aarch64-linux-gnu -mattr=+neon";
        QVERIFY(assemblyFor(tilesTemplate, signedBytes, arm + ",+dotprod").find("sdot") != std::string::npos);
        QVERIFY(assemblyFor(int8Template, signedBytes, arm + ",+dotprod").find("sdot") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, unsignedBytes, arm + ",+dotprod").find("udot") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, bytes, arm + ",+i8mm").find("usdot") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, signedBytes, arm).find("sdot") == std::string::npos);
        const std::string narrow = "llvm -mtriple=armv8l-linux-gnueabihf -mattr=+neon,+dotprod"; // by plain arithmetic
        QVERIFY(assemblyFor(tilesTemplate, signedBytes, narrow).find("vmla") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, bfloats, arm + ",+bf16").find("bfdot") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, bfloats, "llvm -mcpu=cooperlake").find("vdpbf16ps") != std::string::npos);
        QVERIFY(assemblyFor(tilesTemplate, bfloats, "llvm -mcpu=cascadelake").find("vfmadd") != std::string::npos);
    }

    /// Of bfloat16, only larger images gain by it, and none where matrix tiles multiply.
    void winogradOfBfloat16NeedsRows()
    {
        TargetTraits oneUnit{.simdLanes = 16, .fmaUnits = 1};
        const auto isUsed = [](int64_t rows, const char* type, const TargetTraits& target) {
            const Conv2d conv{.c = 64, .h = rows, .w = rows, .k = 64, .r = 3, .s = 3, .pad = {1, 1, 1, 1}};
            const json args = argumentsOf(conv, {type, type, "float32"});
            return untunedRank(winogradTemplate, args, target) == 0;
        };
        QVERIFY(isUsed(56, "bfloat16", oneUnit) && isUsed(14, "bfloat16", oneUnit) && !isUsed(13, "bfloat16", oneUnit));
        QVERIFY(isUsed(14, "float32", oneUnit) && !isUsed(6, "float32", oneUnit));
        const TargetTraits twoUnits{.simdLanes = 16, .fmaUnits = 2};
        QVERIFY(isUsed(28, "bfloat16", twoUnits) && !isUsed(14, "bfloat16", twoUnits));
        oneUnit.hasMatrixTiles = true;
        QVERIFY(!isUsed(56, "bfloat16", oneUnit) && isUsed(56, "float32", oneUnit));
    }

    void whatIsNotPossibleIsSaid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* label, const char* name, int64_t channels, const SmallTypes& types, const char* says) {
            Conv2d conv;
            conv.c = channels;
            conv.k = 16;
            conv.h = conv.w = 8;
            conv.r = conv.s = 3;
            QTest::newRow(label) << name << QByteArray::fromStdString(argumentsOf(conv, types).dump()) << says;
        };
        row("three channels", int8Template, 3, bytes, "needs multiples of 4, and none divides 3 channels");
        row("floats", int8Template, 16, {"float32", "float32", "float32"}, "the given types are float32, float32 and float32");
        row("unsigned weights", int8Template, 16, unsignedBytes, "the given types are uint8, uint8 and int32");
        row("bytes the other way round", tilesTemplate, 16, {"int8", "uint8", "int32"}, "its factors are int8 and uint8");
        row("sums in bytes", tilesTemplate, 16, {"uint8", "int8", "uint8"}, "cannot represent sums of uint8 products; use int32");
        row("sums in words", tilesTemplate, 16, {"int8", "int8", "int16"}, "cannot represent sums of int8 products; use int32");
        row("sums without a sign", tilesTemplate, 16, {"uint8", "int8", "uint32"}, "cannot represent sums of uint8 products");
        const char* winograd = "conv2d_winograd_NCHWc.x86";
        row("Winograd of bytes", winograd, 16, signedBytes,
            "in float32 or pairs of channels in int16, not 16 channels in int8 and int32");
        for (const bool isBatch : {false, true}) {
            MatrixProduct p;
            p.n = p.k = 16;
            const json args = argumentsOf(p, isBatch, {"float32", "float32", "float32"});
            QTest::newRow(isBatch ? "batch of floats" : "dense layer of floats")
                << (isBatch ? "batch_matmul_dot.x86" : "dense_dot.x86") << QByteArray::fromStdString(args.dump())
                << "the given types are float32, float32 and float32";
        }
    }

    void whatIsNotPossibleIsSaid()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, args);
        QFETCH(QString, says);
        const auto task = makeTask(name.toStdString(), json::parse(args.toStdString()), parseTarget("llvm").value());
        QVERIFY(!task.has_value());
        QVERIFY2(QString::fromStdString(task.error().message).contains(says), task.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestSmallTypes)
#include "tst_smalltypes.moc"
