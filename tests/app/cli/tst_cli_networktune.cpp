// SPDX-License-Identifier: GPL-3.0-or-later
// `network tune`: one budget for all layers of a network, kept in a project.
#include "tests/app/cli/commandline.h"
#include "tests/core/worker/wrongnetwork.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

using nlohmann::json;

namespace {

const QString model = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx");

QStringList tuning(const QString& project, const QString& trials)
{
    return {"network", "tune", model, "--tuner", "random", "--trials", trials, "--project", project, "--json"};
}

std::string joined(const Outcome& outcome)
{
    return outcome.err + outcome.out;
}

} // namespace

class TestCliNetworkTune : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!isUsable("onnx") || !isUsable("cpu")) {
            QSKIP("this build has no ONNX or no LLVM");
        }
    }

    void theBudgetIsSharedAndKept()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("n.knobscope");
        const Outcome outcome = cli(tuning(project, "16"));
        QVERIFY2(outcome.code == 0, joined(outcome).c_str());
        const json document = outcome.document();
        QCOMPARE(document.at("network").get<std::string>(), model.toStdString());
        QCOMPARE(document.at("threads").get<int>(), 1);
        QCOMPARE(document.at("trials").get<int>(), 16);
        QVERIFY(document.at("seconds").get<double>() > 0);
        const double first = document.at("predicted_ms").at("first").get<double>();
        const double last = document.at("predicted_ms").at("last").get<double>();
        QVERIFY(last > 0 && last <= first);
        QVERIFY(document.at("predicted_ms").at("is_whole").get<bool>());
        QVERIFY(!document.at("curve").empty());
        QVERIFY(std::abs(document.at("curve").back().at(2).get<double>() - last) < 1e-9);
        QCOMPARE(document.at("curve").back().at(1).get<int>(), 16);

        // The prediction is the sum of each layer's fastest, and of the steps without a template.
        std::map<std::string, double> layers;
        int trials = 0;
        for (const json& task : document.at("tasks")) {
            trials += task.at("trials").get<int>();
            for (const char* key : {"best_ms", "untuned_ms"}) {
                if (!task.at(key).is_null()) {
                    const double weighted = task.at(key).get<double>() * task.at("weight").get<double>();
                    const auto [at, isNew] = layers.emplace(task.at("layer").get<std::string>(), weighted);
                    at->second = std::min(at->second, weighted);
                }
            }
        }
        QCOMPARE(trials, 16);
        QCOMPARE(layers.size(), size_t{4}); // three convolutions, and a dense layer with two templates
        double sum = 0;
        for (const auto& [layer, ms] : layers) {
            sum += ms;
        }
        sum += document.at("predicted_ms").at("without_template").get<double>();
        QVERIFY2(std::abs(sum - last) < 1e-6 * last, (std::to_string(sum) + " " + std::to_string(last)).c_str());
        const auto templatesOf = [&](const std::string& part) {
            return std::ranges::any_of(document.at("tasks"), [&](const json& task) {
                return task.at("template").get<std::string>().find(part) != std::string::npos;
            });
        };
        QVERIFY(templatesOf("conv2d_winograd_NCHWc.x86") && templatesOf("dense_pack.x86"));

        // Each task that got trials has a run, and a second tuning goes on with it.
        QCOMPARE(trialsIn(project), int64_t{16});
        const Outcome again = cli(tuning(project, "8"));
        QVERIFY2(again.code == 0, joined(again).c_str());
        const json more = again.document();
        QCOMPARE(more.at("trials").get<int>(), 8);
        // Where the first left off, but for anchors that were timed again.
        QCOMPARE(more.at("curve").front().at(1).get<int>(), 0);
        const double next = more.at("curve").front().at(2).get<double>();
        QVERIFY2(std::abs(next - last) < 0.1 * last, (std::to_string(next) + " " + std::to_string(last)).c_str());
        // What was found is timed anew with what came to it: more trials never make it slower.
        const double found = more.at("predicted_ms").at("first").get<double>();
        const double end = more.at("predicted_ms").at("last").get<double>();
        QVERIFY2(end <= found * 1.000001, (std::to_string(end) + " " + std::to_string(found)).c_str());
        QCOMPARE(trialsIn(project), int64_t{24});
        std::set<std::string> tuned;
        const json runs = cli({"runs", project, "--json"}).document().at("runs");
        for (const json& run : runs) {
            QVERIFY2(tuned.insert(run.at("task").get<std::string>()).second, "two runs of one task");
        }
    }

    void layersAreListed()
    {
        QTemporaryDir dir;
        const QStringList tune{"network", "tune",    model,    "--no-extra", "--trials",
                               "8",       "--tuner", "random", "--project",  dir.filePath("n.knobscope")};
        const Outcome outcome = cli(tune + kQuickTiming);
        QVERIFY2(outcome.code == 0, joined(outcome).c_str());
        for (const char* part : {"model.onnx:1", "model.onnx:4", "fastest template", "times untuned", "is tuned. Its layers take",
                                 "8 trials", "conv2d_NCHWc.x86"}) {
            QVERIFY2(outcome.out.find(part) != std::string::npos, (std::string(part) + "\n" + outcome.out).c_str());
        }
        QVERIFY(outcome.out.find("winograd") == std::string::npos);
    }

    void aBundledNetworkIsTunedByName()
    {
        QTemporaryDir dir;
        const Outcome outcome = cli({"network", "tune", "mobilenet-v1", "--minutes", "0.05", "--tuner", "random", "--project",
                                     dir.filePath("n.knobscope"), "--json"});
        QVERIFY2(outcome.code == 0, joined(outcome).c_str());
        const json document = outcome.document();
        QCOMPARE(document.at("network").get<std::string>(), std::string("mobilenet-v1"));
        QVERIFY(document.at("trials").get<int>() > 0);
        QVERIFY(document.at("tasks").at(0).at("id").get<std::string>() == "mobilenet-v1:1");
    }

    void layersWithComputedWeightsAreNamed()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath("computed.onnx");
        QVERIFY(knobscope::writeComputedWeights(path.toStdString()).has_value());
        constexpr const char* kWhy = "node 'dynamic' (Conv): its weights 'scaled' are computed";
        QVERIFY(cli({"network", "import", path}).out.find(std::string("no task: ") + kWhy) != std::string::npos);
        QVERIFY(cli({"tasks", path}).err.find(kWhy) != std::string::npos);
        const Outcome outcome = cli(QStringList{"network", "tune", path, "--trials", "2", "--tuner", "random", "--project",
                                                dir.filePath("n.knobscope"), "--json"}
                                    + kQuickTiming);
        QVERIFY2(outcome.code == 0, joined(outcome).c_str());
        const json document = outcome.document();
        QVERIFY2(document.at("skipped").at(0).get<std::string>().starts_with(kWhy), outcome.out.c_str());
        for (const json& task : document.at("tasks")) {
            QCOMPARE(task.at("weight").get<int>(), 1);
        }
        const double others = document.at("predicted_ms").at("without_template").get<double>();
        QVERIFY(others > 0 && document.at("predicted_ms").at("last").get<double>() > others);
    }

    void ctrlCEndsItAndKeepsWhatIsThere()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("n.knobscope");
        QProcess process;
        process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), tuning(project, "4000"));
        QVERIFY(process.waitForStarted());
        QVERIFY(hasTrials(project, process, 3));
        const Outcome second = cli(tuning(project, "8")); // two of them in one project
        QCOMPARE(second.code, 1);
        QVERIFY2(second.err.find("Another program is tuning a network in " + project.toStdString()) != std::string::npos,
                 second.err.c_str());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        const json document = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
        QCOMPARE(document.at("state").get<std::string>(), std::string("stopped"));
        QCOMPARE(document.at("trials").get<int64_t>(), trialsIn(project));
        QVERIFY(document.at("trials").get<int>() >= 3);
    }

    void whatCannotBeTunedIsASentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        const QString none = "/nonexistent/n.knobscope";
        QTest::newRow("unknown network") << QStringList{"resnet-19", "--trials", "8", "--project", "n.knobscope"}
                                         << "did you mean 'resnet-18'?";
        QTest::newRow("no such file") << QStringList{"/nonexistent.onnx", "--trials", "8", "--project", "n.knobscope"}
                                      << "/nonexistent.onnx";
        QTest::newRow("no budget") << QStringList{model, "--project", "n.knobscope"} << "either --minutes or --trials";
        QTest::newRow("two budgets") << QStringList{model, "--trials", "8", "--minutes", "1", "--project", "n.knobscope"}
                                     << "either --minutes or --trials";
        QTest::newRow("zero trials") << QStringList{model, "--trials", "0", "--project", "n.knobscope"} << "--trials";
        QTest::newRow("zero minutes") << QStringList{model, "--minutes", "0", "--project", "n.knobscope"} << "--minutes";
        QTest::newRow("no project") << QStringList{model, "--trials", "8"} << "--project is required";
        QTest::newRow("no folder") << QStringList{model, "--trials", "8", "--project", none} << "/nonexistent";
        QTest::newRow("unknown CPU") << QStringList{model,      "--trials",         "8", "--project", "n.knobscope",
                                                    "--target", "llvm -mcpu=abacus"}
                                     << "abacus";
        QTest::newRow("no templates there") << QStringList{model,      "--trials",           "8", "--project", "n.knobscope",
                                                           "--target", "opencl -device=mali"}
                                            << "mali";
        QTest::newRow("unknown tuner") << QStringList{model, "--trials", "8", "--project", "n.knobscope", "--tuner", "guess"}
                                       << "guess";
    }
    void whatCannotBeTunedIsASentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        QTemporaryDir dir;
        for (QString& argument : arguments) {
            argument = argument == "n.knobscope" ? dir.filePath(argument) : argument;
        }
        const Outcome outcome = cli(QStringList{"network", "tune"} + arguments);
        QVERIFY2(outcome.code == 2 || outcome.code == 1, joined(outcome).c_str());
        QVERIFY2(outcome.err.find(part.toStdString()) != std::string::npos, outcome.err.c_str());
        QVERIFY(outcome.out.empty());
    }
};

QTEST_GUILESS_MAIN(TestCliNetworkTune)
#include "tst_cli_networktune.moc"
