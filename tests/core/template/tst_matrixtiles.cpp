// SPDX-License-Identifier: GPL-3.0-or-later
// Templates that multiply matrix tiles: random shapes and configs against textbook loops, by tiles and by plain loops; their
// code.
#include "core/task/kernelcode.h"
#include "core/task/machinelimit.h"
#include "core/template/matrixtiles.h"
#include "core/template/template.h"
#include "tests/core/template/smalltypes.h"
#include "tests/nightly.h"

#include <QTest>

#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

constexpr const char* convTemplate = "conv2d_amx_NCHWc.x86";
constexpr const char* denseTemplate = "dense_amx.x86";
constexpr const char* batchTemplate = "batch_matmul_amx.x86";
constexpr const char* withTiles = "llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids";
constexpr const char* withoutTiles = "llvm -mtriple=x86_64-linux-gnu -mcpu=cascadelake";

bool hasTilesHere()
{
    return hasMatrixTiles(hostTarget().value());
}

const std::vector<SmallTypes>& types()
{
    static const std::vector<SmallTypes> all{bytes, signedBytes, unsignedBytes, bfloats};
    return all;
}

Conv2d convOf(std::mt19937_64& random)
{
    Conv2d conv;
    conv.n = pick(random, {1, 1, 2});
    conv.c = pick(random, {1, 3, 4, 6, 16, 24, 32, 64, 96, 128});
    conv.k = pick(random, {5, 8, 16, 24, 48, 64, 128});
    conv.h = pick(random, {4, 7, 9, 14});
    conv.w = pick(random, {4, 7, 13, 14, 19, 28});
    conv.r = pick(random, {1, 1, 2, 3});
    conv.s = conv.w > 7 && conv.c < 16 ? pick(random, {2, 3, 5, 7}) : pick(random, {conv.r, conv.r, 3});
    conv.dilation[1] = conv.w > 13 ? pick(random, {1, 1, 2}) : 1;
    const int64_t step = pick(random, {1, 1, 2});
    conv.stride = {step, pick(random, {step, 1})};
    conv.pad = {pick(random, {0, 1}), pick(random, {0, 1}), pick(random, {0, 1}), pick(random, {0, 1})};
    return conv;
}

MatrixProduct productOf(std::mt19937_64& random, bool isBatch)
{
    MatrixProduct p;
    p.batch = isBatch ? pick(random, {1, 2, 3}) : 1;
    p.m = pick(random, {1, 3, 7, 16, 33, 49, 64});
    p.n = pick(random, {1, 5, 8, 16, 32, 40, 64, 96});
    p.k = pick(random, {1, 4, 17, 32, 64, 99, 128, 256});
    return p;
}

/// A config that the template accepts.
std::optional<ConfigEntity> legalConfig(std::mt19937_64& random, const Task& task)
{
    for (int i = 0; i < 50; ++i) {
        const ConfigEntity entity = randomConfig(random, task);
        if (lowerConfig(task, entity)) {
            return entity;
        }
    }
    return std::nullopt;
}

std::string assemblyOf(const char* name, const json& args, const char* target)
{
    const auto task = makeTask(name, args, parseTarget(target).value()).value();
    const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
    return assemblyText(nest, llvmTargetOf(task.target).value()).value().joined();
}

/// Whether every product of a config of bytes is one of tiles: plain loops extend single bytes.
bool isInTiles(const Task& task, const ConfigEntity& entity)
{
    const auto nest = lowerConfig(task, entity);
    const std::string code = nest ? assemblyText(*nest, llvmTargetOf(task.target).value()).value().joined() : "";
    return code.find("tdpbusd") != std::string::npos && code.find("movsbl") == std::string::npos;
}

Conv2d layer(int64_t window)
{
    Conv2d conv;
    conv.c = conv.k = 64;
    conv.h = conv.w = 28;
    conv.r = conv.s = window;
    conv.pad = {window / 2, window / 2, window / 2, window / 2};
    return conv;
}

} // namespace

class TestMatrixTiles : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader = KernelLoader::create().value();

    /// Tiles where this machine has them, else plain loops; plain loops in every third case.
    KernelRun runFor(int i)
    {
        LlvmTarget machine = hostLlvmTarget();
        if (hasTilesHere() && i % 3 == 2) {
            machine.features += ",-amx-tile";
        }
        return [this, machine](const ir::LoopNest& nest, const KernelInput& input) {
            return runKernel(nest, *m_loader, input, machine);
        };
    }

private slots:
    void computeTheConvolution()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < casesOf(200, 4); ++i) {
            const SmallTypes& of = types()[static_cast<size_t>(i) % types().size()];
            const Conv2d conv = convOf(random);
            const auto task = makeTask(convTemplate, argumentsOf(conv, of), parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto entity = i % 5 == 0 ? fallbackConfig(*task).value() : legalConfig(random, *task);
            QVERIFY(entity.has_value());
            const std::string problem = convolutionProblem(conv, of, *task, *entity, runFor(i));
            QVERIFY2(problem.empty(),
                     fmt::format("{} {}: {}", argumentsOf(conv, of).dump(), entityText(*entity), problem).c_str());
        }
        if (!hasTilesHere()) {
            QSKIP("this CPU has no AMX: only plain loops were run");
        }
    }

    void computeTheProduct()
    {
        std::mt19937_64 random(2);
        for (int i = 0; i < casesOf(200, 4); ++i) {
            const bool isBatch = i % 4 == 1;
            const SmallTypes& of = types()[static_cast<size_t>(i / 4) % types().size()];
            const MatrixProduct p = productOf(random, isBatch);
            const auto task =
                makeTask(isBatch ? batchTemplate : denseTemplate, argumentsOf(p, isBatch, of), parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto entity = i % 5 == 0 ? fallbackConfig(*task).value() : legalConfig(random, *task);
            QVERIFY(entity.has_value());
            const std::string problem = productProblem(p, isBatch, of, *task, *entity, runFor(i));
            QVERIFY2(problem.empty(),
                     fmt::format("{} {}: {}", argumentsOf(p, isBatch, of).dump(), entityText(*entity), problem).c_str());
        }
        if (!hasTilesHere()) {
            QSKIP("this CPU has no AMX: only plain loops were run");
        }
    }

    /// Four sums, and two factors of each side, in registers; needs no AMX here.
    void codeKeepsSumsInRegisters()
    {
        for (const int64_t window : {1, 3}) {
            const QString code = QString::fromStdString(assemblyOf(convTemplate, argumentsOf(layer(window), bytes), withTiles));
            const auto products = code.count("tdpbusd");
            QVERIFY(products >= 4 && products <= code.count("tilezero")); // fewer than sums in a last region with fewer rows
            QVERIFY(code.count("tileloadd") <= products + products / 2);  // products share their factors
            QCOMPARE(code.count("tilestored"), code.count("tilezero"));
            QCOMPARE(code.count("ldtilecfg"), 1);
            QCOMPARE(code.count("tilerelease"), 1);
        }
        QVERIFY(assemblyOf(convTemplate, argumentsOf(layer(3), signedBytes), withTiles).find("tdpbssd") != std::string::npos);
        QVERIFY(assemblyOf(convTemplate, argumentsOf(layer(3), unsignedBytes), withTiles).find("tdpbuud") != std::string::npos);
        QVERIFY(assemblyOf(convTemplate, argumentsOf(layer(3), bfloats), withTiles).find("tdpbf16ps") != std::string::npos);
    }

    /// 49 pixels are three tiles of 13 rows and one of ten, four of ten and one of nine, or seven of seven.
    void lastTilesAreMultipliedToo()
    {
        Conv2d conv = layer(1);
        conv.h = conv.w = 7;
        conv.k = 32;
        const auto task = makeTask(convTemplate, argumentsOf(conv, bytes), parseTarget(withTiles).value()).value();
        for (const int64_t height : {13, 10, 7}) {
            const ConfigEntity entity =
                configWith(task.templateSpace, {{"tile_y", OtherEntity{height}}, {"tiles_oc", OtherEntity{int64_t{2}}}});
            QVERIFY2(isInTiles(task, entity), qPrintable(QString::number(height)));
            if (hasTilesHere()) {
                const std::string problem = convolutionProblem(conv, bytes, task, entity, runFor(0));
                QVERIFY2(problem.empty(), problem.c_str());
            }
        }
    }

    /// A configuration takes about 300 cycles, and is made outside the loops whose regions all have it.
    void regionsShareConfigurations()
    {
        Conv2d conv = layer(1);
        conv.h = conv.w = 7;
        conv.k = 64;
        const auto task = makeTask(convTemplate, argumentsOf(conv, bytes), parseTarget(withTiles).value()).value();
        for (const int64_t tilesOfChannels : {1, 2}) { // one region of 13, 13, 13 and 10 pixels; of 13 and 13, and of 13 and 10
            const ConfigEntity entity = configWith(task.templateSpace, {{"tile_oc", SplitEntity{{-1, 32}}},
                                                                        {"tile_y", OtherEntity{int64_t{13}}},
                                                                        {"tiles_oc", OtherEntity{tilesOfChannels}},
                                                                        {"channels_outside", OtherEntity{false}}});
            const auto nest = lowerConfig(task, entity).value();
            const QStringList parts =
                QString::fromStdString(assemblyText(nest, llvmTargetOf(task.target).value()).value().joined()).split("ldtilecfg");
            QCOMPARE(parts.size(), tilesOfChannels + 1);
            for (const QString& part : parts.mid(1)) {
                QVERIFY2(part.indexOf("\n.LBB") < part.indexOf("tilezero"),
                         qPrintable(part)); // the loop of channels starts between
            }
        }
    }

    /// Registers that untuned convolutions begin with, by how many input channels fill L1 (docs/results/2026-11-28-amx.md).
    void pixelsThatFillTheCacheShareRegisters()
    {
        for (const auto& [channels, size, block, tiles] : std::initializer_list<std::array<int64_t, 4>>{
                 {256, 28, 16, 1}, {512, 28, 64, 4}, {1024, 14, 32, 2}, {2048, 7, 16, 1}}) {
            Conv2d conv = layer(1);
            conv.c = channels;
            conv.h = conv.w = size;
            const auto task = makeTask(convTemplate, argumentsOf(conv, bytes), parseTarget(withTiles).value()).value();
            const ConfigEntity entity = fallbackConfig(task).value();
            const ConfigEntity wanted = configWith(task.templateSpace, {{"tile_oc", SplitEntity{{-1, block}}},
                                                                        {"tiles_oc", OtherEntity{tiles}},
                                                                        {"channels_outside", OtherEntity{tiles > 1}}});
            QVERIFY2(entity.index == wanted.index, fmt::format("{}: {}", channels, entityText(entity)).c_str());
            QVERIFY(isInTiles(task, entity));
        }
    }

    /// Plain loops take a hundred times as long.
    void noConfigRunsAsPlainLoops()
    {
        std::mt19937_64 random(3);
        for (const auto& [channels, size, window, step] : std::initializer_list<std::array<int64_t, 4>>{
                 {64, 56, 1, 1}, {64, 56, 3, 1}, {128, 28, 1, 2}, {64, 14, 3, 1}, {64, 14, 1, 2}, {64, 7, 1, 1}, {64, 7, 3, 1}}) {
            Conv2d conv = layer(window);
            conv.c = conv.k = channels;
            conv.h = conv.w = size;
            conv.stride = {step, step};
            const auto task = makeTask(convTemplate, argumentsOf(conv, bytes), parseTarget(withTiles).value()).value();
            for (int i = 0; i < casesOf(400, 12); ++i) {
                const ConfigEntity entity = randomConfig(random, task);
                QVERIFY2(isInTiles(task, entity), fmt::format("{} {}", size, entityText(entity)).c_str());
            }
        }
    }

    /// Pixels of few channels: tiles reduce over all channels of a window's row.
    void rowsOfWindowsFillTiles()
    {
        std::mt19937_64 random(5);
        for (const auto& [channels, window, step] :
             std::initializer_list<std::array<int64_t, 3>>{{3, 7, 2}, {3, 3, 2}, {4, 3, 1}, {12, 5, 1}, {3, 11, 4}}) {
            Conv2d conv = layer(window);
            conv.c = channels;
            conv.h = conv.w = 56;
            conv.stride = {step, step};
            QVERIFY(fillsTiles(conv));
            const auto task = makeTask(convTemplate, argumentsOf(conv, bytes), parseTarget(withTiles).value()).value();
            for (int i = 0; i < casesOf(100, 6); ++i) {
                const ConfigEntity entity = randomConfig(random, task);
                QVERIFY2(isInTiles(task, entity), fmt::format("{} {}", channels, entityText(entity)).c_str());
            }
        }
        Conv2d apart = layer(3);
        apart.c = 3;
        apart.dilation[1] = 2; // a row's channels are not adjacent
        QVERIFY(!fillsTiles(apart));
    }

    /// Nor does one of a product, whatever the rows that its last part would have.
    void noConfigOfProductsRunsAsPlainLoops()
    {
        std::mt19937_64 random(4);
        for (const int64_t rows : {48, 96, 128, 197, 49}) {
            for (const bool isBatch : {false, true}) {
                MatrixProduct p;
                p.batch = isBatch ? 3 : 1;
                p.m = rows;
                p.n = p.k = 64;
                const char* name = isBatch ? batchTemplate : denseTemplate;
                const auto task = makeTask(name, argumentsOf(p, isBatch, bytes), parseTarget(withTiles).value()).value();
                for (int i = 0; i < casesOf(200, 8); ++i) {
                    const auto entity = legalConfig(random, task);
                    QVERIFY(entity.has_value());
                    QVERIFY2(isInTiles(task, *entity), fmt::format("{} {} {}", name, rows, entityText(*entity)).c_str());
                }
            }
        }
    }

    /// Sums that nothing else reads go to the output at once; those before an epilogue, and those that are cut, do not.
    void sumsAreStoredToTheOutput()
    {
        const std::string code = assemblyOf(convTemplate, argumentsOf(layer(1), bytes), withTiles);
        QVERIFY(code.find("tilestored") != std::string::npos);
        QVERIFY2(code.find("zmm") == std::string::npos, code.c_str()); // as a copy of the sums has
    }

    void prefetchesStayOutsideOfTiles()
    {
        MatrixProduct p;
        p.m = 64;
        p.n = p.k = 128;
        for (const bool isConv : {true, false}) {
            const json args = isConv ? argumentsOf(layer(3), bytes) : argumentsOf(p, false, bytes);
            const auto task = makeTask(isConv ? convTemplate : denseTemplate, args, parseTarget(withTiles).value()).value();
            const ConfigEntity entity =
                configWith(task.templateSpace, {{"prefetch", OtherEntity{true}}, {"channels_outside", OtherEntity{false}}});
            QVERIFY(isInTiles(task, entity));
            const auto nest = lowerConfig(task, entity).value();
            QVERIFY(assemblyText(nest, llvmTargetOf(task.target).value()).value().joined().find("prefetch") != std::string::npos);
        }
    }

    void otherMachinesUsePlainLoops()
    {
        QVERIFY(assemblyOf(convTemplate, argumentsOf(layer(3), bytes), withoutTiles).find("tile") == std::string::npos);
        QVERIFY(hasMatrixTiles(parseTarget(withTiles).value()));
        QVERIFY(!hasMatrixTiles(parseTarget(withoutTiles).value()));
        QVERIFY(!hasMatrixTiles(parseTarget(std::string(withTiles) + " -mattr=-amx-tile").value()));
        const std::string arm = "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a76";
        QVERIFY(!hasMatrixTiles(parseTarget(arm).value()));
    }

    void kernelsSayThatTheyUseTiles()
    {
        for (const char* target : {withTiles, withoutTiles}) {
            const auto task = makeTask(convTemplate, argumentsOf(layer(1), bytes), parseTarget(target).value()).value();
            const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
            const auto kernel = compileLoopNest(nest, llvmTargetOf(task.target).value()).value();
            QCOMPARE(kernel.usesMatrixTiles, target == withTiles);
        }
    }

    /// Tiles multiply 32 times as fast as vectors of float32 for bytes, 16 times for bfloat16: what a machine's peak in float32
    /// bounds is a layer's time at that rate, so that no profile shows more than the whole peak.
    void boundsCountTheRateOfTiles()
    {
        const Target target = parseTarget(withTiles).value();
        MatrixProduct p;
        p.m = p.n = p.k = 64;
        for (const auto& [of, rate] : {std::pair(bytes, 32.0), {bfloats, 16.0}}) {
            for (const auto& [name, args] : {std::pair(convTemplate, argumentsOf(layer(3), of)),
                                             {denseTemplate, argumentsOf(p, false, of)},
                                             {batchTemplate, argumentsOf(p, true, of)}}) {
                const Task task = makeTask(name, args, target).value();
                QVERIFY2(minOperations(task) * rate <= task.plainFlops, name);
                QVERIFY2(minOperations(task) * rate * 2 > task.plainFlops, name); // a part of the window is on the border
            }
        }
    }

    void tooManySumsAreRefused()
    {
        MatrixProduct p;
        p.m = p.n = p.k = 64;
        const auto task = makeTask(denseTemplate, argumentsOf(p, false, bytes), parseTarget(withTiles).value()).value();
        std::string refusal;
        for (int64_t i = 0; i < task.space.rangeLength() && refusal.empty(); ++i) {
            if (const auto nest = lowerConfig(task, task.space.at(i).value()); !nest) {
                refusal = nest.error().message;
            }
        }
        QVERIFY2(refusal.find("tiles of sums, but there are registers for 4") != std::string::npos, refusal.c_str());
    }
};

QTEST_GUILESS_MAIN(TestMatrixTiles)
#include "tst_matrixtiles.moc"
