// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a tuning that is ended early: its exit code, its log, the tasks that it had not begun.
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using nlohmann::json;

namespace {

const QString first = QStringLiteral(R"(["tutorial/matmul",64,64,64,"float32"])");
const QString second = QStringLiteral(R"(["tutorial/matmul",64,64,32,"float32"])");
/// Quick to build and to run, and far from its end after two trials: 432 configs.
const QString longer = QStringLiteral(R"(["conv2d_NCHWc.x86", ["TENSOR", [1, 32, 14, 14], "float32"], )"
                                      R"(["TENSOR", [32, 32, 3, 3], "float32"], [1, 1], [1, 1, 1, 1], [1, 1], "NCHW", "NCHW", )"
                                      R"("float32"])");

qsizetype linesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : -1;
}

/// Runs a tuning and ends it with a signal once a run of the project has `trials` trials.
Outcome interrupted(const QStringList& arguments, const QString& project, int signal, int trials)
{
    QProcess process;
    process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), arguments);
    process.waitForStarted();
    hasTrials(project, process, trials);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    Outcome outcome;
    if (process.waitForFinished(30000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput().toStdString();
    outcome.err = process.readAllStandardError().toStdString();
    return outcome;
}

} // namespace

class TestCliStopped : public QObject
{
    Q_OBJECT
private slots:
    void aSignalIsTheExitCode_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
        QTest::newRow("hang up") << SIGHUP;
    }
    void aSignalIsTheExitCode()
    {
        QFETCH(int, signal);
        QTemporaryDir dir;
        const QString project = dir.filePath("s.knobscope");
        const Outcome outcome = interrupted(
            QStringList{"tune", longer, "--trials", "900", "--project", project, "--json"} + kQuickRun, project, signal, 2);
        QCOMPARE(outcome.code, 128 + signal);
        const json run = outcome.document()["runs"][0];
        QCOMPARE(run["state"].get<std::string>(), std::string("stopped"));
        QVERIFY(cli({"runs", project, "--json"}).document()["runs"][0]["trials"] == run["trials"]);
    }

    void tasksThatWereNotBegunWait()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("w.knobscope");
        const QString log = dir.filePath("w.log");
        const QStringList all{"tune", longer,      first,   second,  "--tuner", "random", "--trials",
                              "900",  "--project", project, "--log", log,       "--json"};
        const Outcome stopped = interrupted(all + kQuickRun, project, SIGINT, 2);
        QCOMPARE(stopped.code, 130);
        QCOMPARE(stopped.document()["runs"].size(), size_t(1));
        const json runs = cli({"runs", project, "--json"}).document()["runs"];
        QCOMPARE(runs.size(), size_t(3));
        QCOMPARE(runs[0]["state"].get<std::string>(), std::string("stopped"));
        QCOMPARE(runs[1]["state"].get<std::string>(), std::string("waiting"));
        QCOMPARE(runs[2]["state"].get<std::string>(), std::string("waiting"));
        const int budget = runs[0]["trials"].get<int>() + 2;
        const Outcome resumed = cli({"resume", project, "--trials", QString::number(budget), "--json"});
        QVERIFY2(resumed.code == 0, resumed.err.c_str());
        const json done = resumed.document()["runs"];
        QCOMPARE(done.size(), size_t(3));
        for (const json& run : done) {
            QCOMPARE(run["trials"].get<int>(), budget);
            QCOMPARE(run["state"].get<std::string>(), std::string("finished"));
        }
        QCOMPARE(linesOf(log), qsizetype(3) * budget);
        QCOMPARE(cli({"runs", project, "--json"}).document()["runs"].size(), size_t(3));
        QCOMPARE(cli({"resume", project}).code, 2);
    }

    void aStoppedWhatIfSaysSo()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("p.knobscope");
        const QStringList whatIf{"network",   "whatif", "resnet-18", "stage4.unit2.conv1", "--trials", "4000",
                                 "--project", project,  "--json"};
        const Outcome outcome = interrupted(whatIf + kQuickTiming, project, SIGINT, 1);
        QCOMPARE(outcome.code, 130);
        QVERIFY2(outcome.document().value("error", "").find("p.knobscope") != std::string::npos, outcome.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliStopped)
#include "tst_cli_stopped.moc"
