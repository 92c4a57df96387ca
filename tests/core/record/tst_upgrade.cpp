// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/upgrade.h"
#include "core/task/task.h"

#include <QtTest>

#include <cstdint>
#include <vector>

using namespace knobscope;
using nlohmann::json;

namespace {

TuningRecord old(std::string target, std::string task, std::string templateKey, const char* args)
{
    TuningRecord record;
    record.version = 0.1;
    record.target = std::move(target);
    record.task = std::move(task);
    record.templateKey = std::move(templateKey);
    record.args = json::parse(args);
    record.entity.values = {
        {"tile_x", SplitEntity{{4, 8}}}, {"reorder", ReorderEntity{{1, 0}}}, {"unroll", OtherEntity{int64_t{1}}}};
    record.costs = {1e-5};
    return record;
}

constexpr const char* kConv =
    R"([["TENSOR",[1,64,40,40],"float32"],["TENSOR",[96,64,3,3],"float32"],[1,1],[1,2],[1,1],"NCHW","float32"])";
constexpr const char* kDense = R"([["TENSOR",[1,64],"float32"],["TENSOR",[96,64],"float32"],null,"float32"])";

} // namespace

class TestUpgrade : public QObject
{
    Q_OBJECT

private slots:
    void samplesBecomeTheirSuccessors();
    void currentRecordsAreUnchanged();
    void namesFollowTargetAndTemplateKey_data();
    void namesFollowTargetAndTemplateKey();
    void denseIsToldByItsKnobs();
    void firstPartOfSplitsBecomesMinusOne();
    void argumentFormsOfConvolutions_data();
    void argumentFormsOfConvolutions();
    void unknownOnesAreRefused_data();
    void unknownOnesAreRefused();
    void whatCannotBeUpgradedBecomesAProblem();
    void indicesCountAsInTheirTime_data();
    void indicesCountAsInTheirTime();
};

void TestUpgrade::samplesBecomeTheirSuccessors()
{
    const auto olds = readLog(KNOBSCOPE_FIXTURES "/records/sample_v01.log");
    const auto currents = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(olds && currents);
    const LogContents upgraded = upgradeRecords(*olds);
    QCOMPARE(upgraded.problemCount, size_t{0});
    QCOMPARE(upgraded.records.size(), size_t{5});
    // The same workloads and, but for the last one, configs stand in the 0.2 sample.
    const size_t twins[] = {0, 1, 3, 8};
    for (size_t i = 0; i < 4; ++i) {
        const TuningRecord& record = upgraded.records[i];
        const TuningRecord& twin = currents->records[twins[i]];
        QCOMPARE(record.version, 0.2);
        QCOMPARE(record.task, twin.task);
        QCOMPARE(record.tvmVersion, std::string("0.6.1"));
        QVERIFY(record.args == twin.args);
        QVERIFY(record.entity.values == twin.entity.values);
        QVERIFY(record.costs == olds->records[i].costs);
        QCOMPARE(record.line, olds->records[i].line);
        QVERIFY(parseRecordLine(recordLine(record)));
    }
    QVERIFY(*upgraded.records[4].entity.find("tile_ow") == KnobValue(SplitEntity{{-1, 10}}));
}

void TestUpgrade::currentRecordsAreUnchanged()
{
    const auto currents = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    for (const TuningRecord& record : currents->records) {
        QCOMPARE(recordLine(*upgradeRecord(record)), recordLine(record));
    }
}

void TestUpgrade::namesFollowTargetAndTemplateKey_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* target, const char* task, const char* key, const char* name) {
        QTest::newRow(name) << target << task << key << name;
    };
    row("cuda", "topi_nn_conv2d", "direct", "conv2d_nchw.cuda");
    row("rocm", "topi_nn_conv2d", "winograd", "conv2d_nchw_winograd.cuda");
    row("opencl -device=mali", "topi_nn_conv2d", "direct", "conv2d_nchw_spatial_pack.mali");
    row("llvm -device=arm_cpu -target=aarch64-linux-gnu", "topi_nn_conv2d", "direct", "conv2d_nchw_spatial_pack.arm_cpu");
    row("llvm -device=arm_cpu", "topi_nn_conv2d", "winograd", "conv2d_nchw_winograd.arm_cpu");
    row("llvm -device=arm_cpu", "topi_nn_conv2d", "winograd_nnpack_fp32", "conv2d_nchw_winograd_nnpack.arm_cpu");
    row("llvm", "topi_x86_conv2d_NCHWc", "", "conv2d_NCHWc.x86");
    row("llvm", "topi_x86_conv2d_NCHWc", "direct", "conv2d_NCHWc.x86");
    row("llvm", "topi_x86_depthwise_conv2d_NCHWc", "direct", "depthwise_conv2d_NCHWc.x86");
    row("cuda", "topi_nn_depthwise_conv2d_nchw", "direct", "depthwise_conv2d_nchw.cuda");
}

void TestUpgrade::namesFollowTargetAndTemplateKey()
{
    QFETCH(QString, target);
    QFETCH(QString, task);
    QFETCH(QString, key);
    QFETCH(QString, name);
    const auto record = upgradeRecord(old(target.toStdString(), task.toStdString(), key.toStdString(), kConv));
    QVERIFY2(record, record ? "" : record.error().message.c_str());
    QCOMPARE(QString::fromStdString(record->task), name);
    QCOMPARE(record->version, 0.2);
    QVERIFY(record->templateKey.empty());
    QVERIFY(record->args[3] == json({1, 2, 1, 2}));
    QCOMPARE(record->args.size(), name.endsWith("x86") ? size_t{8} : size_t{6});
}

void TestUpgrade::denseIsToldByItsKnobs()
{
    const auto name = [](const char* target, std::vector<std::pair<std::string, KnobValue>> knobs) {
        TuningRecord record = old(target, "topi_nn_dense", "direct", kDense);
        record.entity.values = std::move(knobs);
        return upgradeRecord(record).value().task;
    };
    QCOMPARE(name("cuda", {{"tile_k", SplitEntity{{8, 8}}}}), std::string("dense_small_batch.gpu"));
    QCOMPARE(name("cuda", {{"tile_x", SplitEntity{{1, 1, 8, 8}}}, {"tile_k", SplitEntity{{8, 8}}}}),
             std::string("dense_large_batch.gpu"));
    QCOMPARE(name("llvm", {{"tile_x", SplitEntity{{8, 8}}}}), std::string("dense_nopack.x86"));
    QCOMPARE(name("llvm", {{"tile_x", SplitEntity{{8, 8, 1}}}}), std::string("dense_pack.x86"));
}

void TestUpgrade::firstPartOfSplitsBecomesMinusOne()
{
    const auto record = upgradeRecord(old("cuda", "topi_nn_conv2d", "direct", kConv));
    QVERIFY(record->entity.values[0].second == KnobValue(SplitEntity{{-1, 8}}));
    QVERIFY(record->entity.values[1].second == KnobValue(ReorderEntity{{1, 0}}));
    QVERIFY(record->entity.values[2].second == KnobValue(OtherEntity{int64_t{1}}));
}

void TestUpgrade::argumentFormsOfConvolutions_data()
{
    QTest::addColumn<QString>("tail");
    QTest::addColumn<QString>("dilation");
    QTest::newRow("v0.6") << R"([2,2],[1,1],[3,3],"NCHW","float32")" << "[3,3]";
    QTest::newRow("two layouts") << R"([2,2],[1,1],[3,3],"NCHW","NCHW","float32")" << "[3,3]";
    QTest::newRow("no dilation") << R"([2,2],[1,1],"NCHW","float32")" << "[1,1]";
    QTest::newRow("filters and kernel size") << R"(96,[3,3],[2,2],[1,1],"NCHW","NCHW","float32")" << "[1,1]";
    QTest::newRow("no layout") << R"([2,2],[1,1],[3,3],"float32")" << "[3,3]";
}

void TestUpgrade::argumentFormsOfConvolutions()
{
    QFETCH(QString, tail);
    QFETCH(QString, dilation);
    const std::string tensors = R"(["TENSOR",[1,64,40,40],"float32"],["TENSOR",[96,64,3,3],"float32"],)";
    const auto record =
        upgradeRecord(old("llvm", "topi_x86_conv2d_NCHWc", "", ("[" + tensors + tail.toStdString() + "]").c_str()));
    QVERIFY2(record, record ? "" : record.error().message.c_str());
    QVERIFY(record->args
            == json::parse("[" + tensors + "[2,2],[1,1,1,1]," + dilation.toStdString() + R"(,"NCHW","NCHW","float32"])"));
}

void TestUpgrade::unknownOnesAreRefused_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* target, const char* task, const char* key, const char* args,
                        const char* says) { QTest::newRow(name) << target << task << key << args << says; };
    row("operator", "cuda", "topi_nn_conv3d", "direct", kConv,
        "'topi_nn_conv3d' with template key 'direct' on cuda has no known name");
    row("template key", "cuda", "topi_nn_conv2d", "int8", kConv, "has no known name");
    row("target kind", "pentium", "topi_nn_conv2d", "direct", kConv, "unknown target kind");
    row("own device", "opencl -device=intel_graphics", "topi_nn_conv2d", "direct", kConv, "has no known name");
    row("no arguments", "cuda", "topi_nn_conv2d", "direct", "[]", "form that format 0.1 does not use");
    row("one argument", "cuda", "topi_nn_conv2d", "direct", "[3]", "form that format 0.1 does not use");
    row("odd argument", "cuda", "topi_nn_conv2d", "direct",
        R"([["TENSOR",[1],"f"],["TENSOR",[1],"f"],[1,1],[1,1],null,"float32"])", "form that format 0.1 does not use");
    row("layout", "cuda", "topi_nn_conv2d", "direct", R"([["TENSOR",[1],"f"],["TENSOR",[1],"f"],[1,1],[1,1],"NHWC","float32"])",
        "layout NHWC");
}

void TestUpgrade::unknownOnesAreRefused()
{
    QFETCH(QString, target);
    QFETCH(QString, task);
    QFETCH(QString, key);
    QFETCH(QString, args);
    QFETCH(QString, says);
    const auto record =
        upgradeRecord(old(target.toStdString(), task.toStdString(), key.toStdString(), args.toUtf8().constData()));
    QVERIFY(!record);
    QVERIFY2(QString::fromStdString(record.error().message).contains(says), record.error().message.c_str());
}

void TestUpgrade::whatCannotBeUpgradedBecomesAProblem()
{
    LogContents log;
    log.addProblem(1, Sentence("earlier"));
    log.records = {old("cuda", "topi_nn_conv3d", "direct", kConv), old("cuda", "topi_nn_conv2d", "direct", kConv)};
    log.records[0].line = 7;
    const LogContents upgraded = upgradeRecords(log);
    QCOMPARE(upgraded.records.size(), size_t{1});
    QCOMPARE(upgraded.problemCount, size_t{2});
    QCOMPARE(upgraded.problems[1].line, 7);
}

void TestUpgrade::indicesCountAsInTheirTime_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<bool>("ascends");
    for (const char* version : {"", "0.6.1", "0.6", "0.7.dev1", "nightly"}) {
        QTest::addRow("'%s'", version) << version << true;
    }
    for (const char* version : {"0.7.0", "0.7", "0.8.0", "0.8.dev0", "0.14.0", "1.0"}) {
        QTest::addRow("'%s'", version) << version << false;
    }
}

/// 56 columns, divisors 1 2 4 7 8 14 28 56; later programs begin with 32, 1, 2, as Python's set does.
void TestUpgrade::indicesCountAsInTheirTime()
{
    QFETCH(QString, version);
    QFETCH(bool, ascends);
    TuningRecord record;
    record.task = "conv2d_NCHWc.x86";
    record.args = json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],
                                  "NCHW","NCHW","float32"])");
    record.tvmVersion = version.toStdString();
    const auto task = makeTask(record.task, record.args, parseTarget("llvm").value(), compatibilityEdits(record));
    QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
    const std::vector<int64_t> columns =
        ascends ? std::vector<int64_t>{1, 2, 4, 7, 8, 14, 28, 56} : std::vector<int64_t>{32, 1, 2, 4, 7, 8, 14, 16, 56, 28};
    const std::vector<int64_t> channels{1, 2, 4, 8, 16, 32, 64};
    QCOMPARE(task->space.rangeLength(), static_cast<int64_t>(channels.size() * channels.size() * columns.size() * 2));
    int64_t index = 0; // the first knob is the least significant digit
    for (const bool unroll : {true, false}) {
        for (const int64_t ow : columns) {
            for (const int64_t oc : channels) {
                for (const int64_t ic : channels) {
                    ConfigEntity entity;
                    entity.values = {{"tile_ic", SplitEntity{{-1, ic}}},
                                     {"tile_oc", SplitEntity{{-1, oc}}},
                                     {"tile_ow", SplitEntity{{-1, ow}}},
                                     {"unroll_kw", OtherEntity{unroll}}};
                    QCOMPARE(task->space.indexOf(entity).value_or(-1), index++);
                }
            }
        }
    }
    record.task = "depthwise_conv2d_NCHWc.x86";
    QVERIFY(compatibilityEdits(record).empty());
}

QTEST_APPLESS_MAIN(TestUpgrade)
#include "tst_upgrade.moc"
