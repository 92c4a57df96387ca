// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for AArch64, run in an emulator and held against textbook loops and definitions: with the instructions for bytes and
// bfloat16, and without them on CPUs that lack them.
#include "core/lower/lower.h"
#include "core/target/host.h"
#include "tests/core/template/armrun.h"
#include "tests/core/template/definitionrun.h"
#include "tests/core/template/smalltypes.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <tuple>

using namespace knobscope;
using nlohmann::json;

namespace {

constexpr const char* int8Template = "conv2d_NCHWc_int8.x86";
constexpr const char* tilesTemplate = "conv2d_tiles_NCHWc.x86";

/// What code is generated for, and which of qemu's CPUs has just that.
struct Board {
    const char* features;
    const char* cpu;
};
constexpr Board oldBoard{"+neon", "cortex-a53"};
constexpr Board dotBoard{"+neon,+dotprod", "cortex-a76"};
constexpr Board newBoard{"+neon,+dotprod,+i8mm,+bf16", "max"};
constexpr Board halfBoard{"+neon,+fullfp16", "cortex-a76"};

const SmallTypes halves{"float16", "float16", "float32"};

/// The arguments of a workload on float32 with other types.
json withTypes(json args, const SmallTypes& types)
{
    args[0][2] = types.data;
    args[1][2] = types.kernel;
    if (args.size() == 2) { // a product's that leave out what need not be said
        args.push_back(nullptr);
        args.push_back(nullptr);
    }
    args.back() = types.out;
    return args;
}

Target targetOf(const Board& board)
{
    return parseTarget(std::string("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu -mattr=") + board.features).value();
}

/// Types, where they are computed, and the instruction that does it; none: plain arithmetic.
struct Way {
    const char* label;
    SmallTypes types;
    Board board;
    const char* instruction;
};

std::vector<Way> ways()
{
    return {{"int8 by sdot", signedBytes, dotBoard, "sdot"},
            {"uint8 by udot", unsignedBytes, dotBoard, "udot"},
            {"uint8 and int8 by usdot", bytes, newBoard, "usdot"},
            {"bfloat16 by bfdot", bfloats, newBoard, "bfdot"},
            {"int8 without sdot", signedBytes, oldBoard, nullptr},
            {"uint8 without udot", unsignedBytes, oldBoard, nullptr},
            {"uint8 and int8 without usdot", bytes, dotBoard, nullptr},
            {"bfloat16 without bfdot", bfloats, dotBoard, nullptr}};
}

/// Which of the instructions a kernel has, between blanks.
std::string dotsIn(const QByteArray& instructions)
{
    std::string found;
    for (const char* name : {"sdot", "udot", "usdot", "bfdot"}) {
        if (instructions.contains(fmt::format("\t{}\t", name).c_str())) {
            found += found.empty() ? name : fmt::format(" {}", name);
        }
    }
    return found;
}

/// Small enough for an emulator; channels that no block divides among them.
Conv2d randomConv(std::mt19937_64& random, int64_t step)
{
    Conv2d conv;
    conv.n = pick(random, {1, 1, 2});
    conv.c = step == 1 ? pick(random, {3, 5, 8, 16, 17}) : step * pick(random, {1, 2, 5});
    conv.k = step == 1 ? pick(random, {3, 5, 8, 16, 17, 24}) : step * pick(random, {1, 3, 5});
    conv.r = pick(random, {1, 3, 3, 5});
    conv.s = pick(random, {conv.r, conv.r, 3});
    conv.stride = {pick(random, {1, 1, 2}), pick(random, {1, 1, 2})};
    conv.dilation = {pick(random, {1, 1, 2}), 1};
    conv.pad = {pick(random, {0, conv.r / 2}), conv.s / 2, conv.r / 2, pick(random, {0, conv.s / 2})};
    conv.h = (conv.r - 1) * conv.dilation[0] + 1 + pick(random, {0, 2, 5});
    conv.w = conv.s + pick(random, {0, 3, 8});
    return conv;
}

} // namespace

class TestArm : public QObject
{
    Q_OBJECT
private:
    ArmRun m_arm;
    int m_kernels = 0;

    /// Runs kernels for a board on it, and lists in `dots` which of the instructions they had.
    KernelRun runFor(const Board& board, std::set<std::string>* dots = nullptr)
    {
        return [this, board, dots](const ir::LoopNest& nest, const KernelInput& input) -> Result<std::vector<double>> {
            ++m_kernels;
            auto made = TRY(m_arm.run(nest, llvmTargetOf(targetOf(board)).value(), board.cpu, input));
            if (dots) {
                dots->insert(dotsIn(TRY(m_arm.instructions())));
            }
            return made;
        };
    }

    /// That some kernels had this instruction and no other, or, without one, that none had any.
    static bool isOnly(const std::set<std::string>& dots, const char* instruction)
    {
        std::set<std::string> allowed{""};
        allowed.insert(instruction ? instruction : "");
        return (!instruction || dots.contains(instruction)) && std::ranges::includes(allowed, dots);
    }

    /// So many kernels, and more where no block was wide enough for the instruction.
    static bool isToGoOn(int done, int kernels, const std::set<std::string>& dots, const char* instruction)
    {
        return done < kernels || (done < 30 && instruction && !dots.contains(instruction));
    }

private slots:
    void initTestCase()
    {
        if (const QString missing = ArmRun::whatIsMissing(); !missing.isEmpty()) {
            QSKIP(qPrintable(missing));
        }
        const auto ready = m_arm.prepare();
        QVERIFY2(ready.has_value(), ready ? "" : ready.error().message.c_str());
    }

    void cleanupTestCase() { qInfo("%d kernels", m_kernels); }

    void convolutionsOfSmallTypes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("way");
        const std::vector<Way> all = ways();
        for (size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].label) << tilesTemplate << static_cast<int>(i);
            if (all[i].types.kernel == "int8") {
                QTest::newRow(qPrintable(QString("AutoTVM's, ") + all[i].label)) << int8Template << static_cast<int>(i);
            }
        }
    }
    void convolutionsOfSmallTypes()
    {
        QFETCH(QString, name);
        QFETCH(int, way);
        const auto [label, types, board, instruction] = ways()[static_cast<size_t>(way)];
        std::mt19937_64 random(static_cast<uint64_t>(way) + 1);
        std::set<std::string> dots;
        for (int i = 0; isToGoOn(i, casesOf(6, 3), dots, instruction); ++i) {
            const Conv2d conv = randomConv(random, name == int8Template ? 4 : 1);
            const auto task = makeTask(name.toStdString(), argumentsOf(conv, types), targetOf(board));
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const ConfigEntity entity = randomConfig(random, *task);
            const std::string problem = convolutionProblem(conv, types, *task, entity, runFor(board, &dots));
            QVERIFY2(problem.empty(),
                     fmt::format("{} {}: {}", argumentsOf(conv, types).dump(), entityText(entity), problem).c_str());
        }
        QVERIFY2(isOnly(dots, instruction), fmt::format("they had '{}'", fmt::join(dots, "', '")).c_str());
    }

    void productsOfSmallTypes_data()
    {
        QTest::addColumn<bool>("isBatch");
        QTest::addColumn<int>("way");
        const std::vector<Way> all = ways();
        for (size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(qPrintable(QString("dense, ") + all[i].label)) << false << static_cast<int>(i);
            QTest::newRow(qPrintable(QString("batch_matmul, ") + all[i].label)) << true << static_cast<int>(i);
        }
    }
    void productsOfSmallTypes()
    {
        QFETCH(bool, isBatch);
        QFETCH(int, way);
        const auto [label, types, board, instruction] = ways()[static_cast<size_t>(way)];
        std::mt19937_64 random(static_cast<uint64_t>(way) + 1);
        std::set<std::string> dots;
        for (int i = 0; isToGoOn(i, casesOf(3, 3), dots, instruction); ++i) {
            MatrixProduct p;
            p.batch = isBatch ? pick(random, {1, 3}) : 1;
            p.m = pick(random, {1, 3, 8, 17});
            p.n = pick(random, {5, 16, 17, 40});
            p.k = pick(random, {3, 17, 32, 99});
            const json args = argumentsOf(p, isBatch, types);
            const auto task = makeTask(isBatch ? "batch_matmul_dot.x86" : "dense_dot.x86", args, targetOf(board));
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const ConfigEntity entity = randomConfig(random, *task);
            const std::string problem = productProblem(p, isBatch, types, *task, entity, runFor(board, &dots));
            QVERIFY2(problem.empty(), fmt::format("{} {}: {}", args.dump(), entityText(entity), problem).c_str());
        }
        QVERIFY2(isOnly(dots, instruction), fmt::format("they had '{}'", fmt::join(dots, "', '")).c_str());
    }

    void floats_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("args");
        std::vector<CpuShape> all = cpuShapes();
        for (const char* name : {"conv2d_tiles_NCHWc.x86", "conv2d_winograd_NCHWc.x86"}) {
            all.push_back({name, convArguments(1, 5, 9, 10, 17, 3, 1, 1, true)});
            all.push_back({name, convArguments(2, 16, 8, 7, 24, 3, 1, 0, true)});
        }
        all.push_back({"conv2d_tiles_NCHWc.x86", convArguments(1, 3, 13, 11, 17, 5, 2, 2, true)});
        all.push_back({"depthwise_conv2d_rows_NCHWc.x86", depthwiseArguments(17, 11, 10, 3, 1, 1)});
        all.push_back({"depthwise_conv2d_rows_NCHWc.x86", depthwiseArguments(24, 12, 9, 5, 2, 2)});
        json pair = convArguments(1, 5, 9, 11, 17, 3, 1, 1, false);
        pair.erase(5); // the second's arguments stand where the type of the output does
        for (const json& argument : {floatTensor({17, 1, 3, 3}), json{2, 2}, json{1, 1, 1, 1}, json{1, 1}, json("relu")}) {
            pair.push_back(argument);
        }
        all.push_back({"conv2d_pair_NCHWc.x86", pair});
        all.push_back({"conv2d_nchw_spatial_pack.arm_cpu", convArguments(2, 3, 9, 10, 17, 3, 2, 1, false)});
        for (const CpuShape& shape : all) {
            const auto args = QByteArray::fromStdString(shape.args.dump());
            QTest::newRow(qPrintable(QString("%1 %2").arg(shape.name).arg(args))) << shape.name << args;
        }
    }
    void floats()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, args);
        const auto task = makeTask(name.toStdString(), json::parse(args.toStdString()), targetOf(oldBoard));
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        const auto rounding = (*findTemplate(task->name))->rounding;
        std::mt19937_64 random(static_cast<uint64_t>(args.size()));
        for (int i = 0; i < casesOf(2, 2); ++i) {
            const ConfigEntity entity = randomConfig(random, *task);
            const auto error = relativeError(*task, entity, runFor(oldBoard));
            QVERIFY2(error.has_value(), error ? "" : fmt::format("{}: {}", entityText(entity), error.error()).c_str());
            QVERIFY2(*error < (rounding ? rounding(entity, task->args)->seen : 1e-5),
                     fmt::format("{}: relative error {}", entityText(entity), *error).c_str());
        }
    }

    /// Element by element, as their definitions say: in templates that know no instruction for it. The quick suite takes the
    /// types in turn.
    void smallTypesByDefinition()
    {
        std::mt19937_64 random(3);
        std::vector<CpuShape> shapes = cpuShapes();
        shapes.push_back({"depthwise_conv2d_rows_NCHWc.x86", depthwiseArguments(17, 11, 10, 3, 1, 1)});
        const std::vector<std::pair<SmallTypes, Board>> all{{bytes, dotBoard},   {signedBytes, oldBoard}, {bfloats, oldBoard},
                                                            {bfloats, newBoard}, {halves, oldBoard},      {halves, halfBoard}};
        size_t turn = 0;
        for (const CpuShape& shape : shapes) {
            if (std::strncmp(shape.name, "tutorial", 8) == 0) { // one type for both
                continue;
            }
            for (size_t i = 0; i < static_cast<size_t>(casesOf(static_cast<int>(all.size()), 6)); ++i) {
                const auto& [types, board] = all[turn++ % all.size()];
                const json args = withTypes(shape.args, types);
                const auto task = makeTask(shape.name, args, targetOf(board));
                QVERIFY2(task.has_value(), task ? "" : fmt::format("{}: {}", args.dump(), task.error()).c_str());
                const ConfigEntity entity = randomConfig(random, *task);
                const auto error = relativeError(*task, entity, runFor(board));
                QVERIFY2(error.has_value(), error ? "" : fmt::format("{}: {}", entityText(entity), error.error()).c_str());
                QVERIFY2(*error == 0, fmt::format("{} {}: relative error {}", args.dump(), entityText(entity), *error).c_str());
            }
        }
    }

    void outputsInBfloatAreRounded()
    {
        const json args = argumentsOf({.c = 16, .h = 6, .w = 6, .k = 16, .r = 3, .s = 3, .pad = {1, 1, 1, 1}},
                                      {"bfloat16", "bfloat16", "bfloat16"});
        for (const Board& board : {oldBoard, newBoard}) {
            const auto task = makeTask("conv2d_NCHWc.x86", args, targetOf(board)).value();
            const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
            const auto values =
                runFor(board)(nest, [](size_t argument, int64_t) { return argument == 0 ? 1.0 : 1.0 + 1.0 / 128; });
            QVERIFY2(values.has_value(), values ? "" : values.error().message.c_str());
            QVERIFY(std::ranges::count(*values, 145.0) == 16 * 4 * 4); // 144 * (1 + 1 / 128) = 145.125
        }
    }

    /// As vectors of them are in the kernels of networks.
    void functionsNeedNoLibrary()
    {
        const ir::Tensor a = ir::placeholder("A", {35});
        const ir::Tensor b = ir::compute(
            "B", {35}, [&](auto i) { return ir::exp(a({i[0]})) + ir::sqrt(a({i[0]}) + ir::constant(20, ir::float32)); });
        Schedule s({b});
        const auto [outer, inner] = s[b].split(s[b].axis(0), 8);
        s[b].vectorize(inner);
        const auto values =
            runFor(oldBoard)(lower(s, "f").value(), [](size_t, int64_t i) { return static_cast<double>(i - 17); });
        QVERIFY2(values.has_value(), values ? "" : values.error().message.c_str());
        for (int i = 0; i < 35; ++i) {
            const double expected = std::exp(i - 17.0) + std::sqrt(i + 3.0);
            QVERIFY2(std::abs((*values)[static_cast<size_t>(i)] / expected - 1) < 1e-6, std::to_string(i).c_str());
        }
    }

    /// So that the CPUs which the plain kernels run on are seen to lack what the others have.
    void instructionsThatACpuLacksEndTheProgram()
    {
        const Conv2d conv{.c = 16, .h = 6, .w = 6, .k = 16};
        for (const auto& [types, board, lesser] :
             {std::tuple(signedBytes, dotBoard, oldBoard), std::tuple(bytes, newBoard, dotBoard),
              std::tuple(bfloats, newBoard, dotBoard)}) {
            const auto task = makeTask(tilesTemplate, argumentsOf(conv, types), targetOf(board)).value();
            const auto nest = lowerConfig(task, fallbackConfig(task).value()).value();
            const auto target = llvmTargetOf(targetOf(board)).value();
            const KernelInput ones = [](size_t, int64_t) { return 1.0; };
            QVERIFY(m_arm.run(nest, target, board.cpu, ones).has_value());
            const auto refused = m_arm.run(nest, target, lesser.cpu, ones);
            QVERIFY(!refused);
            QVERIFY2(refused.error().message.find("Illegal instruction") != std::string::npos, refused.error().message.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestArm)
#include "tst_arm.moc"
