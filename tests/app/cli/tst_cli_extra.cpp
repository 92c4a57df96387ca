// SPDX-License-Identifier: GPL-3.0-or-later
// A task and the templates that AutoTVM does not have for it, as scripts ask for them.
#include "core/target/host.h"
#include "tests/app/cli/commandline.h"

#include <QTest>

#include <set>

using nlohmann::json;

namespace {

/// The default tuner computes a bound for many configs before it proposes one.
const QStringList kRandomRun = kQuickRun + QStringList{"--tuner", "random"};
const QString smallConv =
    R"(["conv2d_NCHWc.x86",["TENSOR",[1,16,10,10],"float32"],["TENSOR",[16,16,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])";

/// As a TASK.
QString taskOf(const json& item)
{
    json whole = item.at("args");
    whole.insert(whole.begin(), item.at("task"));
    return QString::fromStdString(whole.dump());
}

} // namespace

class TestCliExtra : public QObject
{
    Q_OBJECT
private slots:
    void alternativesAreTasks_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QStringList>("templates");
        const QString tiles = "conv2d_tiles_NCHWc.x86";
        const bool hasMatrixTiles = knobscope::hasMatrixTiles(knobscope::hostTarget().value());
        QTest::newRow("layer of a network") << "resnet-18:2" << QStringList{tiles, "conv2d_winograd_NCHWc.x86"};
        QTest::newRow("float32") << smallConv << QStringList{tiles, "conv2d_winograd_NCHWc.x86"};
        QTest::newRow("padded on two sides")
            << R"(["conv2d_NCHWc.x86",["TENSOR",[1,6,9,10],"float32"],["TENSOR",[10,6,3,3],"float32"],[1,1],[1,0,0,1],[1,1],"NCHW","NCHW","float32"])"
            << QStringList{tiles, "conv2d_winograd_NCHWc.x86"};
        QTest::newRow("signed bytes")
            << R"(["conv2d_NCHWc.x86",["TENSOR",[1,6,9,10],"int8"],["TENSOR",[10,6,3,3],"int8"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","int32"])"
            << (hasMatrixTiles ? QStringList{tiles, "conv2d_amx_NCHWc.x86"} : QStringList{tiles});
        QTest::newRow("sums in float64")
            << R"(["conv2d_NCHWc.x86",["TENSOR",[1,8,9,9],"float32"],["TENSOR",[8,8,3,3],"float32"],[2,2],[1,1,1,1],[1,1],"NCHW","NCHW","float64"])"
            << QStringList{tiles};
        QTest::newRow("batches of bytes")
            << R"(["batch_matmul.x86",["TENSOR",[2,6,18],"uint8"],["TENSOR",[2,12,18],"int8"],[2,6,12],"int32",false,true])"
            << (hasMatrixTiles ? QStringList{"batch_matmul_dot.x86", "batch_matmul_amx.x86"}
                               : QStringList{"batch_matmul_dot.x86"});
    }

    /// Each that is listed is a TASK of as many configs, which config, measure and tune take; a large one is only looked at.
    void alternativesAreTasks()
    {
        QFETCH(QString, argument);
        QFETCH(QStringList, templates);
        const bool isSmall = argument.startsWith('[');
        const Outcome outcome = cli({"tasks", argument, "--extra", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json tasks = outcome.document().at("tasks");
        QStringList listed;
        for (const json& task : tasks) {
            if (listed.isEmpty() && !task.contains("alternative_to")) {
                continue;
            }
            const auto name = task.at("task").get<std::string>();
            listed.push_back(QString::fromStdString(name));
            QCOMPARE(task.at("alternative_to").get<std::string>(), argument.toStdString());
            QVERIFY(task.at("extra").get<bool>());
            const QString own = taskOf(task);
            const Outcome space = cli({"space", own, "--json"});
            QVERIFY2(space.code == 0, space.err.c_str());
            QCOMPARE(space.document().at("len").get<int64_t>(), task.at("len").get<int64_t>());
            const Outcome loops = cli({"config", own, "1", "--show", "loops", "--json"});
            QVERIFY2(loops.code == 0, loops.err.c_str());
            QCOMPARE(loops.document().at("task").get<std::string>(), name);
            if (isSmall) {
                const Outcome measured = cli(QStringList{"measure", own, "1", "--check", "--json"} + kQuickTiming);
                QVERIFY2(measured.code == 0, (measured.out + measured.err).c_str());
                const Outcome tuned = cli(QStringList{"tune", own, "--trials", "2", "--json"} + kRandomRun);
                QVERIFY2(tuned.code == 0, (tuned.out + tuned.err).c_str());
                QCOMPARE(tuned.document().at("runs")[0].at("task").get<std::string>(), name);
            }
        }
        QCOMPARE(listed, templates);
        QCOMPARE(tasks.size(), static_cast<size_t>(1 + templates.size()));
        QCOMPARE(cli({"tasks", argument, "--json"}).document().at("tasks").size(), size_t{1});
    }

    void anExtraTaskSaysWhoseAlternativeItIs()
    {
        QString winograd = smallConv;
        winograd.replace("conv2d_NCHWc.x86", "conv2d_winograd_NCHWc.x86");
        const std::pair<QString, std::string> all[] = {
            {"resnet-18:2/conv2d_winograd_NCHWc.x86", "resnet-18:2"},
            {winograd, json::parse(smallConv.toStdString()).dump()},
        };
        for (const auto& [argument, plain] : all) {
            const Outcome outcome = cli({"tasks", argument, "--extra", "--target", "llvm", "--json"});
            QVERIFY2(outcome.code == 0, outcome.err.c_str());
            const json tasks = outcome.document().at("tasks");
            QCOMPARE(tasks.size(), size_t{2}); // Winograd, and tiles as another one
            for (const json& task : tasks) {
                QVERIFY(task.at("extra").get<bool>());
                QCOMPARE(task.at("alternative_to").get<std::string>(), plain);
            }
        }
    }

    /// A task's own template may be spelled out.
    void theTasksOwnTemplateIsTheTask()
    {
        const Outcome spelled = cli({"tasks", "resnet-18:2/conv2d_NCHWc.x86", "--target", "llvm", "--json"});
        QVERIFY2(spelled.code == 0, spelled.err.c_str());
        QCOMPARE(spelled.out, cli({"tasks", "resnet-18:2", "--target", "llvm", "--json"}).out);
    }

    void aNetworkSaysWhatEachExtraTaskIsFor()
    {
        const json tasks = cli({"tasks", "mobilenet-v1", "--extra", "--target", "llvm", "--json"}).document().at("tasks");
        std::set<std::string> plain;
        std::set<std::string> served;
        size_t extras = 0;
        for (const json& task : tasks) {
            QCOMPARE(task.contains("alternative_to"), task.at("extra").get<bool>());
            if (task.at("extra").get<bool>()) {
                ++extras;
                served.insert(task.at("alternative_to").get<std::string>());
            } else {
                plain.insert(task.at("id").get<std::string>());
            }
        }
        QVERIFY(!plain.empty() && extras > 0);
        for (const std::string& name : served) {
            QVERIFY2(plain.contains(name), name.c_str());
        }
    }

    void oneBudgetServesAllAndTheFastestIsSaid()
    {
        const Outcome outcome =
            cli(QStringList{"tune", smallConv, "--extra", "--trials", "10", "--target", "llvm", "--json"} + kRandomRun);
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json document = outcome.document();
        int64_t trials = 0;
        double best = 1e9;
        std::string name;
        for (const json& run : document.at("runs")) {
            trials += run.at("trials").get<int64_t>();
            if (run.at("best_index").get<int64_t>() >= 0 && run.at("best_seconds").get<double>() < best) {
                best = run.at("best_seconds").get<double>();
                name = run.at("task").get<std::string>();
            }
        }
        QCOMPARE(document.at("runs").size(), size_t{3});
        QCOMPARE(trials, int64_t{10});
        QCOMPARE(document.at("winners").size(), size_t{1});
        QCOMPARE(document.at("winners")[0].at("template").get<std::string>(), name);
        const json& winner = document.at("winners")[0];
        QCOMPARE(winner.at("best_seconds").get<double>(), best);
        QCOMPARE(cli({"space", taskOf({{"task", winner.at("template")}, {"args", winner.at("args")}})}).code, 0);

        const Outcome few = cli({"tune", smallConv, "--extra", "--trials", "2", "--target", "llvm"});
        QCOMPARE(few.code, 2);
        QVERIFY2(few.err.find("--trials 3") != std::string::npos, few.err.c_str());
    }

    /// The alternatives' spaces have other knobs.
    void editsAreTheTasksOwn()
    {
        const QStringList tune{"tune", smallConv, "--extra", "--trials", "6", "--target", "llvm", "--json", "--edit"};
        const Outcome outcome = cli(tune + QStringList{"tile_ow+=[-1,3]"} + kRandomRun);
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        QCOMPARE(outcome.document().at("runs").size(), size_t{3});
        QCOMPARE(cli(tune + QStringList{"tile_x+=[-1,3]"}).code, 2);
    }

    /// As `tasks` names them, also where the TASK is one of them.
    void alternativesAreNamedAfterTheTask()
    {
        const QStringList tune{"tune", "resnet-18:11/conv2d_tiles_NCHWc.x86", "--extra", "--trials", "2", "--target", "llvm"};
        const json runs = cli(tune + QStringList{"--json"} + kRandomRun).document().at("runs");
        QCOMPARE(runs.at(1).at("task").get<std::string>(), std::string("resnet-18:11/conv2d_winograd_NCHWc.x86"));
    }

    /// The weights' transform is shown first, and is right when it is measured.
    void winogradIsShownAndChecked()
    {
        QString winograd = smallConv;
        winograd.replace("conv2d_NCHWc.x86", "conv2d_winograd_NCHWc.x86");
        const std::string loops = cli({"config", winograd, "1", "--show", "loops", "--target", "llvm"}).out;
        QVERIFY(loops.find("once, not timed: kernel_pack") < loops.find("each time:"));
        for (const char* level : {"llvm", "asm"}) {
            const Outcome shown = cli({"config", winograd, "1", "--show", level, "--target", "llvm"});
            QVERIFY2(shown.out.find("winograd_NCHWc_x86_prepare") != std::string::npos, (shown.out + shown.err).c_str());
        }
        const Outcome measured = cli(QStringList{"measure", winograd, "1", "2", "--check", "--json"} + kQuickTiming);
        QVERIFY2(measured.code == 0, (measured.out + measured.err).c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliExtra)
#include "tst_cli_extra.moc"
