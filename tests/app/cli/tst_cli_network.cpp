// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about whole networks, as scripts run them.
#include "tests/app/cli/commandline.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using nlohmann::json;

class TestCliNetwork : public QObject
{
    Q_OBJECT
private:
    static QString fixture(const QString& name) { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/") + name; }
    static Outcome check(const QString& folder)
    {
        return cli({"network", "check", fixture(folder) + "/model.onnx", fixture(folder), "--json"});
    }

private slots:
    void initTestCase()
    {
        if (!isUsable("onnx")) {
            QSKIP("this build has no ONNX");
        }
    }

    void aRightModelPasses()
    {
        for (const char* folder : {"network", "external", "open", "node/test_softmax_axis_1"}) {
            if (!QFile::exists(fixture(folder))) {
                continue;
            }
            const Outcome outcome = check(folder);
            QVERIFY2(outcome.code == 0, outcome.out.c_str());
            const json document = outcome.document();
            QCOMPARE(document.at("result").get<std::string>(), std::string("pass"));
            QVERIFY(document.at("error").get<double>() < 1e-4);
            QVERIFY(!document.at("message").get<std::string>().empty());
        }
        QVERIFY(cli({"network", "check", fixture("network/model.onnx"), fixture("network")})
                    .out.starts_with("pass: 1 outputs are correct\nmax. absolute error "));
    }

    void tolerancesAreChosen()
    {
        const auto result = [](const QStringList& options) {
            const QStringList check{"network", "check", fixture("network/model.onnx"), fixture("network"), "--json"};
            return cli(check + options).document();
        };
        const json usual = result({});
        QVERIFY(usual.at("max_abs").get<double>() > 0 && usual.at("max_abs") == usual.at("error"));
        QVERIFY(usual.at("max_rel").get<double>() > 0);
        QVERIFY(usual.at("rms").get<double>() > 0 && usual.at("rms").get<double>() <= usual.at("max_abs").get<double>());
        const json exact = result({"--rtol", "0", "--atol", "0"});
        QCOMPARE(exact.at("result").get<std::string>(), std::string("fail"));
        QCOMPARE(result({"--rtol", "0", "--atol", "0.01"}).at("result").get<std::string>(), std::string("pass"));
        QCOMPARE(cli({"network", "check", fixture("network/model.onnx"), fixture("network"), "--rtol", "-1"}).code, 2);
    }

    void quantaAreShown()
    {
        const QStringList check{"network", "check", fixture("quantized/model.onnx"), fixture("quantized")};
        const json document = cli(check + QStringList{"--json", "--quanta", "3"}).document();
        QVERIFY(document.at("quanta").is_number());
        QCOMPARE(document.at("quanta_allowed").get<int>(), 3);
        QVERIFY(cli(check).out.find(" quanta, 1 allowed\n") != std::string::npos);
        QVERIFY(TestCliNetwork::check("network").document().at("quanta").is_null());
        QCOMPARE(cli(check + QStringList{"--quanta", "-1"}).code, 2);
    }

    void aWrongOneFails()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(fixture("network/input_0.pb"), folder.filePath("input_0.pb")));
        QFile expected(fixture("network/output_0.pb"));
        QVERIFY(expected.open(QIODevice::ReadOnly));
        QByteArray bytes = expected.readAll();
        bytes[bytes.size() - 1] = static_cast<char>(bytes[bytes.size() - 1] ^ 0x40); // the exponent of the last number
        QFile wrong(folder.filePath("output_0.pb"));
        QVERIFY(wrong.open(QIODevice::WriteOnly) && wrong.write(bytes) == bytes.size());
        wrong.close();
        const Outcome outcome = cli({"network", "check", fixture("network/model.onnx"), folder.path(), "--json"});
        QCOMPARE(outcome.code, 1);
        QCOMPARE(outcome.document().at("result").get<std::string>(), std::string("fail"));
        QVERIFY(outcome.document().at("error").get<double>() > 0.1);
    }

    void whatIsNotSupportedEndsWithThree()
    {
        const Outcome outcome = check("node/test_det_2d");
        QCOMPARE(outcome.code, 3);
        QCOMPARE(outcome.document().at("result").get<std::string>(), std::string("unsupported"));
        QVERIFY(outcome.document().at("error").is_null());
        QCOMPARE(outcome.document().at("message").get<std::string>(),
                 std::string("node 'y' (Det): the operator 'Det' is not supported"));
    }

    void aFileThatIsNoModelIsCalledSo()
    {
        const Outcome outcome = cli({"network", "import", KNOBSCOPE_SOURCE_DIR "/README.md"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(
            outcome.err.find(
                "README.md is not an ONNX model (a file that ends in .onnx); name one, or a network that ships with the program")
                != std::string::npos,
            outcome.err.c_str());
    }

    void aHostileModelFailsWithASentence()
    {
        for (const QString& name : QDir(fixture("refused")).entryList({"*.onnx"})) {
            const Outcome outcome = cli({"network", "check", fixture("refused/") + name, fixture("network"), "--json"});
            QVERIFY2(outcome.code == 1 || outcome.code == 3, qPrintable(name));
            QVERIFY2(!outcome.document().at("message").get<std::string>().empty(), qPrintable(name));
        }
        QCOMPARE(cli({"network", "check", "/nonexistent.onnx", fixture("network")}).code, 2);
        QCOMPARE(cli({"network", "check", fixture("network/model.onnx"), "/nonexistent"}).code, 2);
    }

    /// Exit code 2 is for command lines that are wrong.
    void aDamagedModelIsNoWrongUsage()
    {
        for (const char* name :
             {"truncated", "twice", "attribute-value", "initializer-shape", "missing-data", "divides-by-zero"}) {
            QCOMPARE(cli({"network", "import", fixture("refused/") + name + ".onnx"}).code, 1);
        }
        QCOMPARE(cli({"tasks", fixture("refused/cycle.onnx")}).code, 1);
        QCOMPARE(cli({"network", "import", fixture("refused/open.onnx")}).code, 2); // the command line says no shape
        QCOMPARE(cli({"network", "import", fixture("network/model.onnx"), "--shape", "data=1,4,12,12"}).code, 2);
    }

    /// What a stranger calls operators and tensors makes no line of its own and turns no text around.
    void namesOfAModelAreShownAsText()
    {
        QFile original(fixture("partly/model.onnx"));
        QVERIFY(original.open(QIODevice::ReadOnly));
        QByteArray bytes = original.readAll();
        QVERIFY(bytes.contains("Strange") && bytes.contains("random"));
        bytes.replace("Strange", "S\n\xe2\x80\xae\x1bm"); // as long
        bytes.replace("random", "r\xe2\x80\xaeom");
        QTemporaryDir folder;
        QFile changed(folder.filePath("model.onnx"));
        QVERIFY(changed.open(QIODevice::WriteOnly) && changed.write(bytes) == bytes.size());
        changed.close();
        const Outcome outcome = cli({"network", "import", changed.fileName(), "--target", "cuda"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.find("S\\u000a\\u202e\\u001bm") != std::string::npos, outcome.out.c_str());
        QVERIFY2(outcome.out.find("'r\\u202eom'") != std::string::npos, outcome.out.c_str());
        QVERIFY(outcome.out.find("\xe2\x80\xae") == std::string::npos);
    }

    void aModelIsDescribed()
    {
        const Outcome outcome =
            cli({"network", "import", fixture("network/model.onnx"), "--target", "cuda -arch=sm_80", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json document = outcome.document();
        QCOMPARE(document.at("nodes").get<int>(), 13);
        QCOMPARE(document.at("operators").at("Conv").get<int>(), 3);
        QCOMPARE(document.at("parameters").get<int>(), 8 * 27 + 8 + 64 * 9 + 4 * 8 + 24 + 80 + 10 + 2);
        QCOMPARE(document.at("inputs").dump(), std::string(R"([{"name":"data","shape":[2,3,12,12],"type":"float32"}])"));
        QCOMPARE(document.at("outputs").dump(), std::string(R"([{"name":"scores","shape":[2,10],"type":"float32"}])"));
        QVERIFY(document.at("unsupported").empty());
        QCOMPARE(document.at("kernels").get<int>(), 6);
        // The tasks are those of `tasks`.
        const json tasks = cli({"tasks", fixture("network/model.onnx"), "--target", "cuda -arch=sm_80", "--json"}).document();
        QVERIFY(document.at("tasks") == tasks.at("tasks"));
        QCOMPARE(tasks.at("tasks").size(), size_t{5}); // three convolutions, one of them by Winograd, too, and the dense layer
        QCOMPARE(tasks.at("tasks").at(0).at("id").get<std::string>(), fixture("network/model.onnx:1").toStdString());

        const std::string text = cli({"network", "import", fixture("network/model.onnx"), "--target", "cuda -arch=sm_80"}).out;
        for (const char* part :
             {"13 nodes, opset 13", "constant folding: 1\n  node 'constant' (Mul) is a constant",
              "node 'bn2' (BatchNormalization) is folded into node 'conv2' (Conv)",
              "the output of node 'nobody reads this' (Sigmoid) is never read", "node 'conv1' (Conv) with Relu",
              "node 'shortcut' (Conv) with Mul, Add, Relu", "6 kernels of 10 nodes", "conv2d_nchw.cuda"}) {
            QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " is not in\n" + text).c_str());
        }
    }

    void theRestOfAModelCanBeTuned()
    {
        const Outcome outcome = cli({"network", "import", fixture("partly/model.onnx"), "--target", "cuda", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        QCOMPARE(outcome.document().at("unsupported").size(), size_t{3});
        QVERIFY(outcome.document().at("tasks").size() >= 2);
        const Outcome space = cli({"space", fixture("partly/model.onnx:2"), "--target", "cuda", "--json"});
        QVERIFY2(space.code == 0, space.err.c_str());
        const std::string text = cli({"network", "import", fixture("partly/model.onnx"), "--target", "cuda"}).out;
        QVERIFY2(text.find("not supported: node 'what\\'s\\nthis' (Strange): the domain 'com.example' is not supported")
                     != std::string::npos,
                 text.c_str());
    }

    void aTaskOfAFileIsTuned()
    {
        const Outcome outcome =
            cli(QStringList{"tune", fixture("network/model.onnx:2"), "--trials", "2", "--tuner", "random", "--json"} + kQuickRun);
        QVERIFY2(outcome.code == 0, (outcome.err + outcome.out).c_str());
        const Outcome config = cli({"config", fixture("network/model.onnx:1"), "0", "--json"});
        QVERIFY2(config.code == 0, config.err.c_str());
    }

    void shapesAreAskedForByName()
    {
        const QString open = fixture("open/model.onnx");
        const Outcome asked = cli({"network", "import", open, "--json"});
        QCOMPARE(asked.code, 2);
        QVERIFY2(
            asked.err.find(
                "the input 'data' has the shape [batch, 3, ?, 12], which is not complete; set the extents, as in --dim batch=1 "
                "--dim 'data[2]'=224")
                != std::string::npos,
            asked.err.c_str());
        const Outcome given = cli({"network", "import", open, "--shape", "data=7,3,12,12", "--json"});
        QVERIFY2(given.code == 0, given.err.c_str());
        QCOMPARE(given.document().at("outputs").at(0).at("shape").dump(), std::string("[7,10]"));
        const Outcome byExtents = cli({"network", "import", open, "--dim", "batch=7", "--dim", "data[2]=12", "--json"});
        QCOMPARE(byExtents.document().at("outputs").dump(), given.document().at("outputs").dump());
        const Outcome tasks = cli({"tasks", open, "--shape", "data=7,3,12,12", "--json"});
        QVERIFY2(tasks.code == 0, tasks.err.c_str());
        for (const QStringList& command : {QStringList{"space", open + ":1"}, {"diff", open + ":1", "0", "1"}}) {
            const Outcome ofTask = cli(command + QStringList{"--shape", "data=7,3,12,12", "--json"});
            QVERIFY2(ofTask.code == 0, ofTask.err.c_str());
        }

        for (const char* wrong : {"data", "=1,2", "data=", "data=1,,2", "data=1,2,", "data=-1", "data=a", "data=100000,100000",
                                  "other=1,3,12,12", "data=1,3,12"}) {
            const Outcome refused = cli({"network", "import", open, "--shape", wrong});
            QVERIFY2(refused.code == 2 || refused.code == 1, wrong);
            QVERIFY2(!refused.err.empty() && refused.out.empty(), wrong);
        }
        QCOMPARE(cli({"tasks", "resnet-18", "--shape", "data=1"}).code, 2);
    }

    void bundledNetworksAreListed()
    {
        QCOMPARE(cli({"network", "list"}).out, cli({"networks"}).out);
        const json networks = cli({"network", "list", "--json"}).document().at("networks");
        QVERIFY(networks.size() > 10);
        QVERIFY(std::ranges::all_of(networks, [](const json& network) { return network.at("graph") == true; }));
    }

    void aBundledNetworkIsDescribed()
    {
        const Outcome outcome = cli({"network", "import", "squeezenet-1.1", "--target", "cuda -arch=sm_80", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json document = outcome.document();
        QCOMPARE(document.at("network").get<std::string>(), std::string("squeezenet-1.1"));
        QCOMPARE(document.at("operators").at("Conv").get<int>(), 26);
        QCOMPARE(document.at("inputs").dump(), std::string(R"([{"name":"data","shape":[1,3,224,224],"type":"float32"}])"));
        QVERIFY(document.at("unsupported").empty() && document.at("skipped").empty());
        const json tasks = cli({"tasks", "squeezenet-1.1", "--target", "cuda -arch=sm_80", "--json"}).document();
        QVERIFY(document.at("tasks") == tasks.at("tasks"));

        const Outcome smaller =
            cli({"network", "import", "mobilenet-v2/torchvision", "--shape", "data=1,3,96,96", "--target", "cuda"});
        QVERIFY2(smaller.code == 0, smaller.err.c_str());
        for (const char* part :
             {"mobilenet-v2/torchvision/1x3x96x96: ", "input   'data' float32[1, 3, 96, 96]",
              "node 'stem.norm' (BatchNormalization) is folded into node 'stem' (Conv)", "32x48x48 -> 32x48x48"}) {
            QVERIFY2(smaller.out.find(part) != std::string::npos, part);
        }
        const json batched = cli({"tasks", "resnet-18", "--dim", "batch=8", "--json"}).document();
        QVERIFY(batched.at("tasks") == cli({"tasks", "resnet-18/8x3x224x224", "--json"}).document().at("tasks"));
        const Outcome unknown = cli({"network", "import", "resnet-19"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.find("did you mean 'resnet-18'?") != std::string::npos, unknown.err.c_str());
        QCOMPARE(cli({"network", "import", "resnet-18", "--shape", "image=1,3,224,224"}).code, 2);
    }
};

QTEST_APPLESS_MAIN(TestCliNetwork)
#include "tst_cli_network.moc"
