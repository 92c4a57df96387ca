// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/extract.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace knobscope;
using nlohmann::json;

namespace {

constexpr const char* kWithoutTiles = "llvm -mcpu=cascadelake"; // no matrix tiles (AMX)
const std::vector<Network>& shipped()
{
    static const auto networks = loadNetworks();
    return networks.value();
}

Network network(std::string_view id)
{
    return findNetwork(shipped(), id).value();
}

Target target(std::string_view text)
{
    return parseTarget(text).value();
}

std::vector<NetworkTask> tasks(std::string_view id, std::string_view targetText)
{
    return extractTasks(network(id), target(targetText)).value().tasks;
}

int64_t convolutionTasks(const std::vector<NetworkTask>& tasks)
{
    return std::count_if(tasks.begin(), tasks.end(), [](const NetworkTask& task) { return task.op != "dense"; });
}

Network single(const char* workload)
{
    const std::string text = std::string(R"({"networks":[{"network":"n","variant":"a","workloads":[)") + workload + "]}]}";
    return parseNetworks(text).value().front();
}

} // namespace

class TestExtract : public QObject
{
    Q_OBJECT

private slots:
    void countsAreAutoTvms();
    void countsAddUpToTheLayers();
    void idsAreNumberedFromOne();
    void cpuArguments();
    void gpuArguments();
    void armArguments();
    void argumentsEqualThoseOfRealRecords();
    void winogradEligibilityIsTheFiles();
    void directAndWinogradStandTogether();
    void equalWorkloadsAreOneTask();
    void whatHasNoTemplateIsSaid();
    void batchDecidesTheDenseTemplates();
    void foreignTargetsAreRefused_data();
    void foreignTargetsAreRefused();
    void tasksAreFoundByNumber();
    void badTaskNamesAreRefused_data();
    void badTaskNamesAreRefused();
    void extraTasksStandBesideTheirSiblings();
    void extraTasksLeaveTheOthersAlone();
    void networksHaveFormsInSmallTypes();
    void alternativesTakeArgumentsAsTheyAre_data();
    void alternativesTakeArgumentsAsTheyAre();
    void tensorCoresTakeFloat16InPlaceOfFloat32();
};

void TestExtract::alternativesTakeArgumentsAsTheyAre_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("on");
    QTest::addColumn<QStringList>("templates");
    const auto row = [](const char* label, const char* name, const char* args, const char* on, const QStringList& templates) {
        QTest::newRow(label) << name << args << on << templates;
    };
    const QString tiles = "conv2d_tiles_NCHWc.x86", winograd = "conv2d_winograd_NCHWc.x86";
    const QString rows = "depthwise_conv2d_rows_NCHWc.x86", gemm = "conv2d_nchw_implicit_gemm.cuda";
    const char* plain =
        R"([["TENSOR",[1,6,9,10],"float32"],["TENSOR",[10,6,3,3],"float32"],[1,1],[1,0,0,1],[1,1],"NCHW","NCHW","float32"])";
    const char* bytes =
        R"([["TENSOR",[1,6,9,10],"uint8"],["TENSOR",[10,6,3,3],"int8"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","int32"])";
    const char* signedBytes =
        R"([["TENSOR",[1,16,9,9],"int8"],["TENSOR",[16,16,3,3],"int8"],[2,2],[1,1,1,1],[1,1],"NCHW","NCHW","int32"])";
    const char* product = R"([["TENSOR",[3,9],"int8"],["TENSOR",[5,9],"int8"],null,"int32"])";
    const char* dense = R"([["TENSOR",[3,9],"float32"],["TENSOR",[5,9],"float32"],null,"float32"])";
    const char* batches = R"([["TENSOR",[2,3,9],"uint8"],["TENSOR",[2,5,9],"int8"],[2,3,5],"int32",false,true])";
    const char* one = R"([["TENSOR",[1,6,9,10],"float32"],["TENSOR",[10,6,3,3],"float32"],[1,1],[1,0,0,1],[1,1],"float32"])";
    row("padded on two sides", "conv2d_NCHWc.x86", plain, "llvm", {tiles, winograd});
    row("of an extra one", "conv2d_winograd_NCHWc.x86", plain, "llvm", {tiles});
    row("channels that are no words", "conv2d_NCHWc.x86", bytes, kWithoutTiles, {tiles});
    row("refused by the template itself", "conv2d_NCHWc_int8.x86", bytes, "llvm", {});
    const char* const withTiles = "llvm -mcpu=sapphirerapids"; // has matrix tiles (AMX)
    row("few channels in matrix tiles", "conv2d_NCHWc.x86", bytes, withTiles, {tiles, "conv2d_amx_NCHWc.x86"});
    row("signed bytes", "conv2d_NCHWc.x86", signedBytes, kWithoutTiles, {tiles});
    row("signed bytes in matrix tiles", "conv2d_NCHWc.x86", signedBytes, withTiles, {tiles, "conv2d_amx_NCHWc.x86"});
    row("sums in float64", "conv2d_NCHWc.x86",
        R"([["TENSOR",[1,16,9,9],"float32"],["TENSOR",[16,16,3,3],"float32"],[1,1],1,[1,1],"NCHW","NCHW","float64"])", "llvm",
        {tiles});
    row("channels in blocks", "conv2d_NCHWc.x86",
        R"([["TENSOR",[1,1,9,9,16],"float32"],["TENSOR",[1,1,3,3,16,16],"float32"],[1,1],1,[1,1],"NCHW16c","NCHW16c",null])",
        "llvm", {});
    row("depthwise", "depthwise_conv2d_NCHWc.x86",
        R"([["TENSOR",[1,5,9,9],"int8"],["TENSOR",[5,1,3,3],"int8"],[1,1],[0,1,1,0],[1,1],"NCHW","NCHW","int32"])", "llvm",
        {rows});
    row("dense", "dense_nopack.x86", product, kWithoutTiles, {"dense_dot.x86"});
    row("dense in matrix tiles", "dense_nopack.x86", product, withTiles, {"dense_dot.x86", "dense_amx.x86"});
    row("dense in float32", "dense_nopack.x86", dense, "llvm", {"dense_tiles.x86"});
    row("batches", "batch_matmul.x86", batches, kWithoutTiles, {"batch_matmul_dot.x86"});
    row("batches in matrix tiles", "batch_matmul.x86", batches, withTiles, {"batch_matmul_dot.x86", "batch_matmul_amx.x86"});
    row("batches in float32", "batch_matmul.x86", R"([["TENSOR",[2,3,9],"float32"],["TENSOR",[2,5,9],"float32"]])", "llvm",
        {"batch_matmul_tiles.x86"});
    row("batches of plain matrices", "batch_matmul.x86",
        R"([["TENSOR",[2,3,9],"float32"],["TENSOR",[2,9,5],"float32"],[2,3,5],"float32",false,false])", "llvm",
        {"batch_matmul_tiles.x86"});
    row("on a GPU", "conv2d_nchw.cuda", one, "cuda -arch=sm_90",
        {gemm, "conv2d_nchw_tensorcore.cuda", "conv2d_nchw_tensorcore.cuda float16"});
    row("on an old GPU", "conv2d_nchw.cuda", one, "cuda -arch=sm_70", {gemm});
    row("by another name", "dense_small_batch.cuda", dense, "cuda -arch=sm_75", {"dense_tensorcore.cuda float16"});
    row("NHWC", "conv2d_nhwc.gpu",
        R"([["TENSOR",[1,9,10,6],"float32"],["TENSOR",[3,3,6,10],"float32"],[1,1],[1,0,0,1],[1,1],"float32"])",
        "cuda -arch=sm_90", {"conv2d_nhwc_tensorcore.cuda", "conv2d_nhwc_tensorcore.cuda float16"});
    row("on ARM", "conv2d_nchw_spatial_pack.arm_cpu", one, "llvm -device=arm_cpu", {});
    row("signed bytes on ARM", "conv2d_NCHWc_int8.x86", signedBytes, "llvm -device=arm_cpu -mcpu=cascadelake", {tiles});
    row("no arguments", "conv2d_NCHWc.x86", "[7]", "llvm", {});
    row("no template", "conv2d", one, "llvm", {});
}

void TestExtract::alternativesTakeArgumentsAsTheyAre()
{
    QFETCH(QString, name);
    QFETCH(QString, args);
    QFETCH(QString, on);
    QFETCH(QStringList, templates);
    QStringList listed;
    for (const Task& task : extraTasksOf(name.toStdString(), json::parse(args.toStdString()), target(on.toStdString()))) {
        json own = json::parse(args.toStdString());
        const bool isHalf = task.args[0][2] == "float16";
        for (size_t i = 0; isHalf && i < 2; ++i) {
            own[i][2] = "float16";
        }
        QCOMPARE(task.args.dump(), own.dump());
        QVERIFY(task.space.rangeLength() > 0);
        listed.push_back(QString::fromStdString(task.name + (isHalf ? " float16" : "")));
    }
    QCOMPARE(listed, templates);
}

void TestExtract::tensorCoresTakeFloat16InPlaceOfFloat32()
{
    const Target card = target("cuda -arch=sm_90");
    const json half = json::parse(R"([["TENSOR",[32,64],"float16"],["TENSOR",[48,64],"float16"],null,"float32"])");
    const auto of = extraTasksOf("dense_large_batch.gpu", half, card);
    QCOMPARE(of.size(), size_t{1}); // what is float16 already is itself
    QCOMPARE(of.front().args.dump(), half.dump());
    json wide = half;
    wide[0][2] = wide[1][2] = "float32";
    wide[3] = "float64"; // more than sums of float16 are kept in
    QCOMPARE(extraTasksOf("dense_large_batch.gpu", wide, card).size(), size_t{1});
    wide[3] = "float32";
    const auto other = extraTasksOf("dense_tensorcore.cuda", wide, card);
    QCOMPARE(other.size(), size_t{1}); // itself is none
    QCOMPARE(other.front().args.dump(), half.dump());
}

void TestExtract::networksHaveFormsInSmallTypes()
{
    const auto plain = tasks("resnet-50", "llvm");
    const auto bytes = tasks("resnet-50/int8", "llvm");
    QCOMPARE(bytes.size(), plain.size());
    QCOMPARE(bytes.front().id, std::string("resnet-50/int8:1"));
    QCOMPARE(bytes.front().task, std::string("conv2d_NCHWc_int8.x86"));
    // Three channels are filled up to a word, as AutoTVM does.
    QCOMPARE(
        bytes.front().args.dump(),
        std::string(
            R"([["TENSOR",[1,4,224,224],"uint8"],["TENSOR",[64,4,7,7],"int8"],[2,2],[3,3,3,3],[1,1],"NCHW","NCHW","int32"])"));
    QCOMPARE(bytes.back().args.dump(),
             std::string(R"([["TENSOR",[1,2048],"uint8"],["TENSOR",[1000,2048],"int8"],null,"int32"])"));
    const auto found = findTask(shipped(), "resnet-50/int8:3", target("llvm"));
    QVERIFY(found.has_value() && found->args == bytes[2].args);

    const auto extra = extraTasksOf(found->task, found->args, target(kWithoutTiles));
    QCOMPARE(extra.size(), size_t{1});
    QCOMPARE(extra.front().name, std::string("conv2d_tiles_NCHWc.x86"));
    QVERIFY(extra.front().args == found->args);
    const auto dense = extraTasksOf(bytes.back().task, bytes.back().args, target(kWithoutTiles));
    QCOMPARE(dense.size(), size_t{1});
    QCOMPARE(dense.front().name, std::string("dense_dot.x86"));

    const auto half = tasks("mobilenet-v1/bfloat16", "llvm");
    QCOMPARE(half.front().task, std::string("conv2d_NCHWc.x86"));
    QCOMPARE(half.front().args.back(), json("float32"));
    const auto elsewhere = extractTasks(network("resnet-50/int8"), target("cuda"));
    QVERIFY(!elsewhere && elsewhere.error().message.find("only float32 tasks") != std::string::npos);
    const auto unknown = findNetwork(shipped(), "resnet-51/int8");
    QVERIFY(!unknown && unknown.error().message.find("resnet-50") != std::string::npos);
}

void TestExtract::countsAreAutoTvms()
{
    QFile file(KNOBSCOPE_FIXTURES "/../../resources/networks/networks.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const json document = json::parse(file.readAll().toStdString());
    QCOMPARE(document["networks"].size(), shipped().size());
    for (size_t i = 0; i < shipped().size(); ++i) {
        const json& expected = document["networks"][i]["expected_tasks"];
        const auto cpu = extractTasks(shipped()[i], target("llvm -mcpu=skylake-avx512"));
        const auto gpu = extractTasks(shipped()[i], target("cuda -arch=sm_90"));
        QVERIFY(cpu && gpu);
        QCOMPARE(convolutionTasks(cpu->tasks), expected["x86_conv2d_ops_only"].get<int64_t>());
        QCOMPARE(int64_t(cpu->tasks.size()), expected["x86_all_ops_v07plus"].get<int64_t>());
        QCOMPARE(convolutionTasks(gpu->tasks), expected["cuda_conv2d_ops_only_v07plus"].get<int64_t>());
        QCOMPARE(int64_t(gpu->tasks.size()), expected["cuda_all_ops_v07plus"].get<int64_t>());
        QVERIFY(cpu->skipped.empty() && gpu->skipped.empty());
    }
}

void TestExtract::countsAddUpToTheLayers()
{
    int64_t layers = 0;
    for (const NetworkTask& task : tasks("resnet-18", "llvm")) {
        layers += task.op == "conv2d" ? task.count : 0;
    }
    QCOMPARE(layers, int64_t{21});
}

void TestExtract::idsAreNumberedFromOne()
{
    const auto plain = tasks("resnet-18", "llvm");
    QCOMPARE(plain.size(), size_t{14});
    for (size_t i = 0; i < plain.size(); ++i) {
        QCOMPARE(plain[i].id, "resnet-18:" + std::to_string(i + 1));
        QCOMPARE(plain[i].task, std::string(i < 12 ? "conv2d_NCHWc.x86" : i == 12 ? "dense_nopack.x86" : "dense_pack.x86"));
    }
    QCOMPARE(plain[1].shape, std::string("64x56x56 -> 64x56x56, 3x3, stride 1, pad 1"));
    QCOMPARE(plain[1].count, int64_t{4});
    QCOMPARE(plain[1].plainFlops, 231211008.0);
    QCOMPARE(tasks("resnet-18/v1b", "llvm")[2].id, std::string("resnet-18/v1b:3"));
    // Dense layers come last wherever the network has them.
    QCOMPARE(tasks("mobilenet-v1", "llvm").back().op, std::string("dense"));
}

void TestExtract::cpuArguments()
{
    QVERIFY(tasks("resnet-18", "llvm")[1].args
            == json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],
        [1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])"));
    QVERIFY(tasks("resnet-18", "llvm").back().args
            == json::parse(R"([["TENSOR",[1,512],"float32"],["TENSOR",[1000,512],"float32"],null,"float32"])"));
    const auto mobile = tasks("mobilenet-v1", "llvm");
    QCOMPARE(mobile[1].task, std::string("depthwise_conv2d_NCHWc.x86"));
    QVERIFY(mobile[1].args == json::parse(R"([["TENSOR",[1,32,112,112],"float32"],["TENSOR",[32,1,3,3],"float32"],
        [1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])"));
}

void TestExtract::gpuArguments()
{
    const auto resnet = tasks("resnet-18", "cuda -model=h200");
    const json args =
        json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])");
    QCOMPARE(resnet[1].task, std::string("conv2d_nchw.cuda"));
    QVERIFY(resnet[1].args == args);
    QCOMPARE(resnet[2].task, std::string("conv2d_nchw_winograd.cuda"));
    QVERIFY(resnet[2].args == args);
    QCOMPARE(resnet.back().task, std::string("dense_small_batch.gpu"));
    const auto mobile = tasks("mobilenet-v1", "vulkan");
    QCOMPARE(mobile[1].task, std::string("depthwise_conv2d_nchw.cuda"));
    QVERIFY(mobile[1].args
            == json::parse(
                R"([["TENSOR",[1,32,112,112],"float32"],["TENSOR",[32,1,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])"));
    // Padding differs by axis, in the order top, left, bottom, right.
    const auto inception = tasks("inception-v3", "cuda");
    const auto wide = std::find_if(inception.begin(), inception.end(),
                                   [](const NetworkTask& task) { return task.args[1][1][3] == 7 && task.args[1][1][2] == 1; });
    QVERIFY(wide != inception.end());
    QVERIFY(wide->args[3] == json({0, 3, 0, 3}));
}

void TestExtract::armArguments()
{
    const auto resnet = tasks("resnet-18", "llvm -device=arm_cpu -model=rk3399");
    QCOMPARE(resnet[1].task, std::string("conv2d_nchw_spatial_pack.arm_cpu"));
    QVERIFY(resnet[1].args
            == json::parse(
                R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])"));
    QCOMPARE(resnet.size(), size_t{14});
}

void TestExtract::argumentsEqualThoseOfRealRecords()
{
    QFile file(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Network conv =
        single(R"({"op":"conv2d","C":64,"H":40,"W":40,"K":96,"R":3,"S":3,"stride":[1,1],"pad":[1,1],"dilation":[1,1]},
                                   {"op":"conv2d","C":48,"H":20,"W":20,"K":32,"R":3,"S":3,"stride":[1,1],"pad":[1,1],"dilation":[1,1]},
                                   {"op":"dense","in_features":24,"out_features":10})");
    int matched = 0;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.isEmpty() || line.startsWith('#')) {
            continue;
        }
        const json input = json::parse(line.toStdString())["input"];
        const auto extracted = extractTasks(conv, target(input[0].get<std::string>()));
        QVERIFY(extracted);
        const auto name = input[1].get<std::string>();
        matched += std::any_of(extracted->tasks.begin(), extracted->tasks.end(),
                               [&](const NetworkTask& task) { return task.task == name && task.args == input[2]; })
                     ? 1
                     : 0;
    }
    QCOMPARE(matched, 13);
}

void TestExtract::winogradEligibilityIsTheFiles()
{
    QFile file(KNOBSCOPE_FIXTURES "/../../resources/networks/networks.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const json document = json::parse(file.readAll().toStdString());
    for (size_t i = 0; i < shipped().size(); ++i) {
        std::set<std::string> expected, found;
        for (const json& entry : document["networks"][i]["workloads"]) {
            if (entry.value("cuda_winograd_eligible", false)) {
                expected.insert(workloadFromJson(entry).text());
            }
        }
        for (const NetworkTask& task : tasks(shipped()[i].id(), "cuda")) {
            if (task.task == "conv2d_nchw_winograd.cuda") {
                found.insert(task.shape);
            }
        }
        QVERIFY2(found == expected, shipped()[i].id().c_str());
    }
}

void TestExtract::directAndWinogradStandTogether()
{
    const auto resnet = tasks("resnet-18", "cuda");
    for (size_t i = 0; i < resnet.size(); ++i) {
        if (resnet[i].task != "conv2d_nchw_winograd.cuda") {
            continue;
        }
        QCOMPARE(resnet[i - 1].task, std::string("conv2d_nchw.cuda"));
        QVERIFY(resnet[i - 1].args == resnet[i].args);
    }
}

void TestExtract::equalWorkloadsAreOneTask()
{
    const Network twice =
        single(R"({"op":"dense","in_features":8,"out_features":4,"count":2},{"op":"dense","in_features":8,"out_features":4})");
    const auto extracted = extractTasks(twice, target("llvm"));
    QVERIFY(extracted);
    QCOMPARE(extracted->tasks.size(), size_t{2});
    QCOMPARE(extracted->tasks[0].count, int64_t{3});
}

void TestExtract::whatHasNoTemplateIsSaid()
{
    const auto arm = extractTasks(network("mobilenet-v1"), target("llvm -device=arm_cpu"));
    QVERIFY(arm);
    QCOMPARE(arm->tasks.size(), size_t{12});
    QCOMPARE(arm->skipped.size(), size_t{9});
    QVERIFY(
        arm->skipped[0].starts_with("depthwise_conv2d 32x112x112 -> 32x112x112, 3x3, stride 1, pad 1 has no template for llvm"));
    const auto grouped = extractTasks(
        single(R"({"op":"conv2d","C":8,"H":8,"W":8,"K":8,"R":3,"S":3,"stride":[1,1],"pad":[1,1],"dilation":[1,1],"groups":2})"),
        target("cuda"));
    QVERIFY(grouped);
    QVERIFY(grouped->tasks.empty());
    QCOMPARE(grouped->skipped.size(), size_t{1});
}

void TestExtract::batchDecidesTheDenseTemplates()
{
    const auto count = [](const char* workload) { return extractTasks(single(workload), target("cuda"))->tasks.size(); };
    QCOMPARE(count(R"({"op":"dense","M":31,"in_features":8,"out_features":4})"), size_t{1});
    QCOMPARE(count(R"({"op":"dense","M":32,"in_features":8,"out_features":4})"), size_t{2});
}

void TestExtract::foreignTargetsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"opencl -device=mali", "opencl -device=adreno", "hexagon", "ext_dev", "cuda -keys=mine"}) {
        QTest::newRow(text) << text;
    }
}

void TestExtract::foreignTargetsAreRefused()
{
    QFETCH(QString, text);
    const auto extracted = extractTasks(network("resnet-18"), target(text.toStdString()));
    QVERIFY(!extracted);
    QCOMPARE(extracted.error().code, ErrorCode::Unsupported);
    QVERIFY(extracted.error().message.starts_with("there are no templates for"));
}

void TestExtract::tasksAreFoundByNumber()
{
    const auto task = findTask(shipped(), "resnet-18:2", target("llvm"));
    QVERIFY(task);
    QCOMPARE(task->id, std::string("resnet-18:2"));
    QVERIFY(task->args == tasks("resnet-18", "llvm")[1].args);
    QCOMPARE(findTask(shipped(), "ssd-resnet50-512/gluoncv voc:39", target("llvm"))->id, std::string("ssd-resnet50-512:39"));
}

void TestExtract::badTaskNamesAreRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* id, const char* says) { QTest::newRow(id) << id << says; };
    row("resnet-18", "write NETWORK:N");
    row("resnet-18:", "write NETWORK:N");
    row("resnet-18:two", "write NETWORK:N");
    row("resnet-18:-1", "write NETWORK:N");
    row("resnet-18:99999999999999999999", "write NETWORK:N");
    row("resnet-18:0", "there is no task 0; resnet-18 has 14");
    row("resnet-18:15", "there is no task 15; resnet-18 has 14");
    row("resnet-19:1", "did you mean 'resnet-18'?");
    row("", "write NETWORK:N");
}

void TestExtract::badTaskNamesAreRefused()
{
    QFETCH(QString, id);
    QFETCH(QString, says);
    const auto task = findTask(shipped(), id.toStdString(), target("llvm"));
    QVERIFY(!task);
    QVERIFY2(QString::fromStdString(task.error().message).contains(says), task.error().message.c_str());
}

void TestExtract::extraTasksStandBesideTheirSiblings()
{
    const Target cuda = target("cuda -arch=sm_90");
    const auto listed = extractTasks(network("resnet-50"), cuda, TaskChoice::WithExtra).value().tasks;
    std::string sibling, shape;
    size_t extra = 0;
    for (const NetworkTask& task : listed) {
        if (!task.isExtra) {
            sibling = task.shape == shape ? sibling : task.id;
            shape = task.shape;
            continue;
        }
        ++extra;
        const bool isHalf = task.args[0][2] == "float16";
        QCOMPARE(task.id, sibling + "/" + task.task + (isHalf ? "/float16" : ""));
        QCOMPARE(task.shape, shape);
        const auto found = findTask(shipped(), task.id, cuda);
        QVERIFY(found && found->args == task.args && found->task == task.task && found->isExtra);
    }
    QVERIFY(extra >= 20); // every convolution has one at least
    // Each convolution and dense layer on tensor cores, in both types where the card has them.
    const auto tensorcore = [&](const char* text) {
        std::map<std::string, int> count;
        const auto all = extractTasks(network("resnet-50"), target(text), TaskChoice::WithExtra).value();
        for (const NetworkTask& task : all.tasks) {
            count[task.args[0][2]] += task.task.find("tensorcore") != std::string::npos ? 1 : 0;
        }
        return count;
    };
    QCOMPARE(tensorcore("cuda -model=h200"), (std::map<std::string, int>{{"float16", 21}, {"float32", 21}}));
    QCOMPARE(tensorcore("cuda -arch=sm_75"), (std::map<std::string, int>{{"float16", 21}, {"float32", 0}}));
    QCOMPARE(tensorcore("cuda -arch=sm_70"), (std::map<std::string, int>{{"float32", 0}}));
    // Elsewhere there are none, and the words say what there is.
    const auto none = findTask(shipped(), "resnet-50:1/conv2d_nchw_implicit_gemm.cuda", target("vulkan"));
    QVERIFY(!none && none.error().message.find("--extra") != std::string::npos);
    const auto misspelt = findTask(shipped(), "resnet-50:1/conv2d_implicit", cuda);
    QVERIFY(!misspelt && misspelt.error().message.find("conv2d_nchw_implicit_gemm.cuda") != std::string::npos);
    QVERIFY(!findTask(shipped(), "resnet-50:99/conv2d_nchw_implicit_gemm.cuda", cuda));
    QVERIFY(!findTask(shipped(), "resnet-50:/conv2d_nchw_implicit_gemm.cuda", cuda));
}

void TestExtract::extraTasksLeaveTheOthersAlone()
{
    for (const char* text : {"cuda", "vulkan", "llvm", "llvm -device=arm_cpu"}) {
        const auto own = tasks("resnet-50", text);
        auto all = extractTasks(network("resnet-50"), target(text), TaskChoice::WithExtra).value().tasks;
        std::erase_if(all, [](const NetworkTask& task) { return task.isExtra; });
        QCOMPARE(all.size(), own.size());
        for (size_t i = 0; i < own.size(); ++i) {
            QVERIFY(all[i].id == own[i].id && all[i].task == own[i].task && all[i].count == own[i].count);
        }
    }
}

QTEST_APPLESS_MAIN(TestExtract)
#include "tst_extract.moc"
