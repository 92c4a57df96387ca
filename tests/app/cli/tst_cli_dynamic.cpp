// SPDX-License-Identifier: GPL-3.0-or-later
// Networks whose shapes depend on data, as scripts open, run and time them.
#include "tests/app/cli/commandline.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using nlohmann::json;

class TestCliDynamic : public QObject
{
    Q_OBJECT
private:
    static QString folder(const char* name) { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/dynamic/") + name; }
    static QString model(const char* name) { return folder(name) + "/model.onnx"; }
    static QString late(const char* name) { return folder("late/") + name + ".onnx"; }

private slots:
    void initTestCase()
    {
        if (!isUsable("onnx") || !isUsable("cpu")) {
            QSKIP("this build has no ONNX or no LLVM");
        }
    }

    void theyAreRunAndChecked_data()
    {
        QTest::addColumn<QString>("operators");
        QTest::newRow("yolo_nms") << "NonMaxSuppression + Gather + Squeeze + GatherND + Unsqueeze + Cast";
        QTest::newRow("retinanet") << "NonZero + Transpose + GatherND + Shape + Min + TopK";
        QTest::newRow("faster_rcnn") << "NonMaxSuppression + Gather + Shape + ConstantOfShape + RoiAlign + Flatten";
        QTest::newRow("computed_flow") << "If + Loop";
        QTest::newRow("heads") << "NonMaxSuppression + Gather + Split + Sub + Less + Squeeze";
        QTest::newRow("masked_tokens") << "NonZero + Transpose + GatherND + MatMul + Softmax + ReduceSum";
    }
    void theyAreRunAndChecked()
    {
        QFETCH(QString, operators);
        const QString path = model(QTest::currentDataTag());
        for (const char* threads : {"1", "2"}) {
            const Outcome outcome = cli({"network", "run", path, "--runs", "4", "--threads", threads, "--json"});
            QVERIFY2(outcome.code == 0, outcome.out.c_str());
            const json document = outcome.document();
            QCOMPARE(document.at("checked").get<bool>(), true);
            QVERIFY(document.at("error").get<double>() < 1e-4);
            const json& last = document.at("steps").back();
            QCOMPARE(QString::fromStdString(last.at("op")), operators);
            QCOMPARE(last.at("kind").get<std::string>(), std::string("operator"));
            QCOMPARE(last.at("flops").get<double>(), 0.0);
        }
        const Outcome checked = cli({"network", "check", path, folder(QTest::currentDataTag()), "--json"});
        QVERIFY2(checked.code == 0, checked.out.c_str());
        QCOMPARE(checked.document().at("result").get<std::string>(), std::string("pass"));
    }

    void whatTheyDetectMayBeNothing()
    {
        for (const char* name :
             {"yolo_nothing", "retinanet_nothing", "faster_rcnn_nothing", "heads_none", "computed_flow_none"}) {
            const Outcome outcome = cli({"network", "run", model(name), "--precision", "bfloat16", "--calibration", folder(name),
                                         "--runs", "2", "--json"});
            QVERIFY2(outcome.code == 0, outcome.out.c_str());
        }
    }

    void theTailIsAStepOfTheProfile()
    {
        const json profile = cli({"network", "profile", model("yolo_nms"), "--runs", "4", "--json"}).document();
        const json& last = profile.at("steps").back();
        QCOMPARE(last.at("name").get<std::string>(), std::string("kept"));
        QVERIFY(last.at("milliseconds").get<double>() > 0);
        QVERIFY(!last.contains("bound_seconds")); // its work depends on data
        QCOMPARE(last.at("gain_seconds").get<double>(), 0.0);
        QVERIFY(last.at("task").get<std::string>().empty());
    }

    void theyAreDescribed()
    {
        const json document = cli({"network", "import", model("yolo_nms"), "--json"}).document();
        QCOMPARE(document.at("unsupported").size(), size_t{0});
        const json& dynamic = document.at("dynamic");
        QCOMPARE(dynamic.at("nodes").get<int>(), 11);
        QCOMPARE(dynamic.at("operators").at("NonMaxSuppression").get<int>(), 1);
        QCOMPARE(dynamic.at("cause").at("node").get<std::string>(), std::string("kept"));
        const json& outputs = document.at("outputs");
        QCOMPARE(outputs.size(), size_t{3});
        QVERIFY(outputs[0].at("name") == "detections" && outputs[0].at("shape").is_null());
        QVERIFY(outputs[1].at("name") == "boxes" && outputs[1].at("shape") == json({1, 48, 4}));
        const std::string text = cli({"network", "import", model("yolo_nms")}).out;
        QVERIFY2(text.find(
                     "11 nodes run by their definitions, without kernels, because shapes from node 'kept' (NonMaxSuppression) on "
                     "depend on data\n")
                     != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("output  'detections' of a shape that depends on data\n") != std::string::npos, text.c_str());
        QVERIFY(cli({"network", "import", QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx"), "--json"})
                    .document()
                    .at("dynamic")
                    .is_null());
    }

    void layersBehindTheShapesRunOnKernels()
    {
        const json document = cli({"network", "import", model("heads"), "--json"}).document();
        const json& sections = document.at("dynamic").at("sections");
        QCOMPARE(sections.size(), size_t{2});
        QCOMPARE(sections[0].at("rows").get<int>(), 64);
        QCOMPARE(sections[0].at("layers").dump(),
                 std::string(R"([{"node":"d1","op":"Gemm"},{"node":"d2","op":"MatMul"},{"node":"logits","op":"Gemm"},)"
                             R"({"node":"deltas","op":"Gemm"}])"));
        QCOMPARE(sections[1].at("images").get<int>(), 1);
        const std::string text = cli({"network", "import", model("heads")}).out;
        for (const char* line : {"9 nodes behind it run on kernels, 64 rows at a time: 'd1', 'd2', 'logits', 'deltas'\n",
                                 "9 nodes behind it run on kernels, image by image: 'i1', 'i2', 'i3', 'i4'\n"}) {
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
        }
    }

    void whatIsNotPossibleIsSaid()
    {
        QTemporaryDir to;
        const auto refusal = [](const QStringList& arguments) {
            const Outcome outcome = cli(QStringList{"network"} + arguments + QStringList{"--json"});
            return outcome.code == 1 ? outcome.document().value("error", "") : "exit code " + std::to_string(outcome.code);
        };
        const std::string path = model("yolo_nms").toStdString();
        QCOMPARE(refusal({"export", model("yolo_nms"), "--to", to.filePath("code")}),
                 path
                     + " cannot become code: shapes from node 'kept' (NonMaxSuppression) on depend on data, and code has none "
                       "for their "
                       "operators");
        QVERIFY(!QDir(to.filePath("code")).exists());
        QCOMPARE(
            refusal({"export", model("yolo_nms"), "--onnx", to.filePath("a.onnx")}),
            std::string("Shapes from node 'kept' (NonMaxSuppression) on depend on data; such a model is not written as ONNX"));
        const std::string huge = refusal({"run", late("topk-huge"), "--runs", "2"});
        QVERIFY2(huge.find("node 'y' (TopK): ") != std::string::npos, huge.c_str());
        const std::string unknown = refusal({"run", late("reader-unknown"), "--runs", "2"});
        QVERIFY2(unknown.find("node 'found' (NonZero): its output's shape depends on data, and node 'y' (Mystery)")
                     != std::string::npos,
                 unknown.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliDynamic)
#include "tst_cli_dynamic.moc"
