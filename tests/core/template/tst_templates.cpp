// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/task.h"
#include "core/template/untuned.h"
#include "tests/core/space/candidatesdigest.h"

#include <QTest>

#include <fstream>

using namespace knobscope;
using nlohmann::json;

namespace {

json tensor(std::vector<int64_t> shape)
{
    return {"TENSOR", std::move(shape), "float32"};
}

json convArgs(int64_t c, int64_t h, int64_t k, int64_t r, int64_t stride, int64_t pad, bool layouts = true)
{
    json args{tensor({1, c, h, h}), tensor({k, c, r, r}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}};
    if (layouts) {
        args.push_back("NCHW");
        args.push_back("NCHW");
    }
    args.push_back("float32");
    return args;
}

Result<Task> task(const char* name, const json& args, const char* target = "llvm -mcpu=skylake-avx512")
{
    return makeTask(name, args, parseTarget(target).value());
}

} // namespace

class TestTemplates : public QObject
{
    Q_OBJECT
private:
    json m_cases;

    const json& recorded(const std::string& id) const
    {
        for (const auto& item : m_cases["cases"]) {
            if (item["id"] == id) {
                return item;
            }
        }
        static const json none;
        return none;
    }

private slots:
    void initTestCase()
    {
        std::ifstream stream(KNOBSCOPE_FIXTURES "/space-cases.json");
        m_cases = json::parse(stream);
    }

    void spacesEqualTheRecordedOnes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QString>("target");
        const auto row = [](const char* id, const char* name, const json& args, const char* target) {
            QTest::newRow(id) << QString(name) << QByteArray::fromStdString(args.dump()) << QString(target);
        };
        const char* cpu = "llvm -mcpu=skylake-avx512";
        row("conv2d_nchw_cuda_384384", "conv2d_nchw.cuda", convArgs(1024, 7, 2048, 1, 1, 0, false), "cuda");
        row("conv2d_nchw_cuda_r18_c2", "conv2d_nchw.cuda", convArgs(64, 56, 64, 3, 1, 1, false), "cuda");
        row("conv2d_nchw_cuda_stem", "conv2d_nchw.cuda", convArgs(3, 224, 64, 7, 2, 3, false), "cuda");
        row("conv2d_nchw_cuda_512_7", "conv2d_nchw.cuda", convArgs(512, 7, 512, 3, 1, 1, false), "cuda");
        row("winograd_64_56", "conv2d_nchw_winograd.cuda", convArgs(64, 56, 64, 3, 1, 1, false), "cuda");
        row("winograd_512_7", "conv2d_nchw_winograd.cuda", convArgs(512, 7, 512, 3, 1, 1, false), "cuda");
        const json nhwc{tensor({1, 56, 56, 64}), tensor({3, 3, 64, 64}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"};
        row("conv2d_nhwc_1296", "conv2d_nhwc.cuda", nhwc, "cuda");
        row("conv2d_nhwc_5184", "conv2d_nhwc.gpu", nhwc, "cuda");
        const json tutorial{1, 7, 7, 512, 512, 3, 3, {1, 1}, {1, 1}};
        row("tutorial_conv2d_no_batching", "tutorial/conv2d_no_batching", tutorial, "cuda");
        row("conv2d_NCHWc_x86_64_56", "conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1), cpu);
        row("conv2d_NCHWc_x86_stem", "conv2d_NCHWc.x86", convArgs(3, 224, 64, 7, 2, 3), cpu);
        row("arm_spatial_pack_64_56", "conv2d_nchw_spatial_pack.arm_cpu", convArgs(64, 56, 64, 3, 1, 1, false),
            "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu");
        row("tutorial_matmul_v1", "tutorial/matmul_v1", {512, 512, 512, "float32"}, cpu);
        row("tutorial_matmul", "tutorial/matmul", {512, 512, 512, "float32"}, cpu);
    }

    void spacesEqualTheRecordedOnes()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, args);
        QFETCH(QString, target);
        const auto made = task(name.toUtf8().constData(), json::parse(args.toStdString()), target.toUtf8().constData());
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
        const json& expected = recorded(QTest::currentDataTag());
        QVERIFY(!expected.is_null());
        QCOMPARE(made->space.text(), expected["expected_space_repr"].get<std::string>());
        for (size_t i = 0; i < expected["knobs"].size(); ++i) {
            QCOMPARE(candidatesDigest(made->space.knobs()[i]), expected["knobs"][i]["entities_sha256"].get<std::string>());
        }
    }

    void knobsStateWhatTheySplit()
    {
        const auto meaning = [](const Result<Task>& made, std::string_view knob) {
            const Knob* found = made ? made->space.find(knob) : nullptr;
            return found ? found->meaning().message : "no such knob";
        };
        const json conv = convArgs(64, 56, 64, 3, 1, 1, false);
        const json dense{tensor({128, 512}), tensor({1000, 512}), nullptr, "float32"};
        QCOMPARE(meaning(task("conv2d_nchw.cuda", conv, "cuda"), "tile_rx"), std::string("window columns"));
        QCOMPARE(meaning(task("conv2d_nchw.cuda", conv, "cuda"), "unroll_explicit"), std::string("unroll in the source"));
        QCOMPARE(meaning(task("conv2d_nchw_winograd.cuda", conv, "cuda"), "tile_y"), std::string("output channels"));
        QCOMPARE(meaning(task("dense_nopack.x86", dense), "tile_x"), std::string("output columns"));
        QCOMPARE(meaning(task("dense_large_batch.gpu", dense, "cuda"), "tile_x"), std::string("output rows")); // as TVM has it
        QCOMPARE(meaning(task("dense_pack.x86", dense), "tile_inner"), std::string());
        const json halves{{"TENSOR", {1, 64, 56, 56}, "bfloat16"},
                          {"TENSOR", {64, 64, 3, 3}, "bfloat16"},
                          {1, 1},
                          {1, 1, 1, 1},
                          {1, 1},
                          "NCHW",
                          "NCHW",
                          "float32"};
        QCOMPARE(meaning(task("conv2d_amx_NCHWc.x86", halves, "llvm -mcpu=sapphirerapids"), "tile_y"),
                 std::string("output columns")); // pixels of a row

        const auto edits = std::array{parseEdit("tile_ow.policy=power2").value()};
        const auto edited = makeTask("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1), parseTarget("llvm").value(), edits);
        QCOMPARE(meaning(edited, "tile_ow"), std::string("output columns"));
    }

    void flopsAsAutotvmCountsThem()
    {
        QCOMPARE(task("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1))->autotvmFlops, 232718080.0);
        QCOMPARE(task("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1))->plainFlops, 231211008.0);
        QCOMPARE(task("conv2d_NCHWc.x86", convArgs(64, 56, 128, 1, 2, 0))->autotvmFlops, 12845056.0);
        const json dense{tensor({1, 512}), tensor({1000, 512}), nullptr, "float32"};
        QCOMPARE(task("dense_nopack.x86", dense)->autotvmFlops, 1025000.0);
        QCOMPARE(task("dense_pack.x86", dense)->autotvmFlops, 1024000.0);
        QCOMPARE(task("tutorial/matmul", {512, 512, 512, "float32"})->autotvmFlops, 268435456.0);
        QCOMPARE(task("conv2d_nchw.cuda", convArgs(64, 56, 64, 3, 1, 1, false), "cuda")->autotvmFlops, 231211008.0);
    }

    void gpuConfigsBecomeKernels()
    {
        const auto made = task("conv2d_nchw.cuda", convArgs(64, 56, 64, 3, 1, 1, false), "cuda");
        const auto entity = made->space.at(0).value();
        const auto nest = lowerConfig(*made, entity);
        QVERIFY(!nest && nest.error().code == ErrorCode::Unsupported);
        const auto program = lowerDeviceConfig(*made, entity);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QCOMPARE(program->kernels.size(), size_t{1});
        QCOMPARE(program->inputs, size_t{2});
        const auto cpu = task("tutorial/matmul", {512, 512, 512, "float32"});
        QVERIFY(!lowerDeviceConfig(*cpu, cpu->space.at(0).value()));
    }

    void fallbacksAreInTheSpace()
    {
        for (const auto& [name, args] : std::vector<std::pair<const char*, json>>{
                 {"conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1)},
                 {"conv2d_NCHWc.x86", convArgs(64, 56, 128, 1, 2, 0)},
                 {"dense_nopack.x86", {tensor({1, 512}), tensor({1000, 512}), nullptr, "float32"}},
                 {"dense_pack.x86", {tensor({16, 512}), tensor({1000, 512}), nullptr, "float32"}},
                 {"batch_matmul.x86", {tensor({4, 32, 64}), tensor({4, 48, 64})}}}) {
            const auto made = task(name, args);
            QVERIFY2(made.has_value(), name);
            const auto fallback = fallbackConfig(*made);
            QVERIFY2(fallback.has_value(), name);
            QVERIFY2(fallback->index.has_value(), entityText(*fallback).c_str());
        }
        const auto nhwc = json{tensor({1, 14, 14, 64}), tensor({3, 3, 64, 32}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"};
        const auto product = json{tensor({128, 512}), tensor({1024, 512}), nullptr, "float32"};
        const auto gpu = [&](const char* name, const json& args) { return task(name, args, "cuda"); };
        for (const auto& [name, args] : std::vector<std::pair<const char*, json>>{
                 {"conv2d_nhwc.cuda", nhwc},
                 {"conv2d_nhwc.gpu", nhwc},
                 {"conv2d_nhwc_tensorcore.cuda", nhwc},
                 {"conv2d_nchw_tensorcore.cuda",
                  {tensor({1, 64, 14, 14}), tensor({32, 64, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"}},
                 {"depthwise_conv2d_nchw.cuda",
                  {tensor({1, 32, 14, 14}), tensor({32, 1, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"}},
                 {"dense_small_batch.gpu", product},
                 {"dense_large_batch.gpu", product},
                 {"dense_tensorcore.cuda", product},
                 {"batch_matmul.cuda", {tensor({4, 32, 64}), tensor({4, 48, 64})}}}) {
            const auto made = gpu(name, args);
            QVERIFY2(made.has_value(), name);
            const auto fallback = fallbackConfig(*made);
            QVERIFY2(fallback.has_value(), name);
            QVERIFY2(fallback->index.has_value(), entityText(*fallback).c_str());
            const auto program = lowerDeviceConfig(*made, *fallback);
            QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        }
        const auto batch = fallbackConfig(*gpu("batch_matmul.cuda", {tensor({4, 32, 64}), tensor({4, 48, 64})}));
        QCOMPARE(std::get<SplitEntity>(*batch->find("tile_y")).sizes, (std::vector<int64_t>{-1, 8, 4}));
        QCOMPARE(std::get<SplitEntity>(*batch->find("tile_x")).sizes, (std::vector<int64_t>{-1, 8, 2}));
        const auto direct = fallbackConfig(*gpu("conv2d_nchw.cuda", convArgs(64, 56, 64, 3, 1, 1, false)));
        QVERIFY(!direct && direct.error().message.find("TopHub") != std::string::npos);
        const auto conv = task("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1));
        const auto config = fallbackConfig(*conv);
        QCOMPARE(std::get<SplitEntity>(*config->find("tile_oc")).sizes[1], int64_t(16));
        QCOMPARE(std::get<SplitEntity>(*config->find("tile_ow")).sizes[1], int64_t(28));
    }

    /// AutoTVM's knobs, candidates and numbers of configs (v0.14, topi/x86/group_conv2d.py), counted by hand.
    void groupedConvolutionsHaveAutotvmsSpace()
    {
        const json args{tensor({1, 8, 9, 9}), tensor({12, 4, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, 2, "float32"};
        const auto made = task("group_conv2d_nchw.x86", args, "llvm -mcpu=skylake-avx512");
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
        QCOMPARE(made->space.rangeLength(), int64_t{4 * 6 * 3 * 2});
        std::vector<std::string> names;
        for (const Knob& knob : made->space.knobs()) {
            names.push_back(knob.name());
        }
        QVERIFY((names == std::vector<std::string>{"tile_ic", "tile_oc", "tile_ow", "unroll_kw"}));
        const auto inner = [](const ConfigEntity& config, const char* knob) {
            return std::get<SplitEntity>(*config.find(knob)).sizes.back();
        };
        const std::vector<int64_t> in{1, 2, 4, 8}, out{1, 2, 3, 4, 6, 12}, columns{1, 3, 9};
        for (int64_t index = 0; index < made->space.rangeLength(); ++index) { // the first knob changes fastest
            const auto config = made->space.at(index).value();
            QCOMPARE(inner(config, "tile_ic"), in[static_cast<size_t>(index % 4)]);
            QCOMPARE(inner(config, "tile_oc"), out[static_cast<size_t>(index / 4 % 6)]);
            QCOMPARE(inner(config, "tile_ow"), columns[static_cast<size_t>(index / 24 % 3)]);
            QCOMPARE(std::get<OtherEntity>(*config.find("unroll_kw")).value == OtherValue(true), index < 72);
            // Blocks of more channels than a group has no kernel, there and here.
            const bool isLegal = 4 % inner(config, "tile_ic") == 0 && 6 % inner(config, "tile_oc") == 0;
            QCOMPARE(scheduleConfig(*made, config).has_value(), isLegal);
        }
        const auto untuned =
            untunedConfig(*findTemplate("group_conv2d_nchw.x86").value(), made->space, traitsOf(made->target), args, 1);
        QVERIFY(untuned && untuned->index);
        QCOMPARE(inner(*untuned, "tile_oc"), int64_t{6});
        QCOMPARE(inner(*untuned, "tile_ic"), int64_t{4});
        QCOMPARE(inner(*untuned, "tile_ow"), int64_t{9});
        QVERIFY(scheduleConfig(*made, fallbackConfig(*made).value()).has_value());
    }

    void wrongArgumentsAreNamed()
    {
        const auto refused = [](const Result<Task>& made, const char* word) {
            return !made
                && (made.error().message.find(word) != std::string::npos
                    || (qWarning("%s", made.error().message.c_str()), false));
        };
        QVERIFY(refused(task("conv2d_NCHWc.x87", json::array()), "conv2d_NCHWc.x86"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", json::array()), "argument 1 (data) is missing"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", convArgs(64, 0, 64, 3, 1, 1)), "extent 0"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", convArgs(int64_t{1} << 31, 56, 64, 3, 1, 1)), "extent 2147483648"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", convArgs(1 << 20, 1 << 20, 64, 3, 1, 1)), "2^40"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", convArgs(64, 1, 64, 3, 1, 0)), "kernel covers"));
        QVERIFY(refused(task("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 0, 1)), "strides"));
        json channels = convArgs(64, 56, 64, 3, 1, 1);
        channels[1] = tensor({64, 32, 3, 3});
        QVERIFY(refused(task("conv2d_NCHWc.x86", channels), "grouped"));
        QVERIFY(refused(task("conv2d_nchw.cuda", convArgs(64, 56, 64, 3, 1, 1, false)), "GPU"));
        QVERIFY(refused(task("dense_pack.x86", {tensor({1, 512}), tensor({1000, 511}), nullptr, "float32"}), "511"));
        QVERIFY(refused(task("tutorial/matmul", {0, 1, 1, "float32"}), "argument 1 (N)"));
    }

    void tasksTravelAsJson()
    {
        const std::vector<SpaceEdit> edits{parseEdit("unroll_kw=True").value()};
        const auto made = makeTask("conv2d_NCHWc.x86", convArgs(64, 56, 64, 3, 1, 1), parseTarget("llvm").value(), edits);
        const auto again = taskFromJson(taskToJson(*made));
        QVERIFY(again.has_value());
        QCOMPARE(again->space.text(), made->space.text());
        QCOMPARE(workloadKey(*again), workloadKey(*made));
        QCOMPARE(again->space.rangeLength() * 2, again->templateSpace.rangeLength());
    }
};

QTEST_APPLESS_MAIN(TestTemplates)
#include "tst_templates.moc"
