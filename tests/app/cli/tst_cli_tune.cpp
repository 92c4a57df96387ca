// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a tuning that is ended early: its exit code, its log, the tasks that it had not begun.
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <string>

using nlohmann::json;

namespace {

const QString first = QStringLiteral(R"(["tutorial/matmul",64,64,64,"float32"])");
const QString second = QStringLiteral(R"(["tutorial/matmul",64,64,32,"float32"])");

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
    for (int i = 0; i < 600 && process.state() == QProcess::Running; ++i) {
        const json runs = cli({"runs", project, "--json"}).document();
        if (runs.is_object() && runs.contains("runs") && !runs["runs"].empty()
            && runs["runs"][0]["trials"].get<int>() >= trials) {
            break;
        }
        process.waitForFinished(20);
    }
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

class TestCliTune : public QObject
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
            {"tune", "resnet-18:2", "--tuner", "random", "--trials", "900", "--project", project, "--json"}, project, signal, 2);
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
        const Outcome stopped = interrupted({"tune", "resnet-18:2", first, second, "--tuner", "random", "--trials", "900",
                                             "--project", project, "--log", log, "--json"},
                                            project, SIGINT, 2);
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

    void theLogGoesOn()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("l.knobscope");
        const QString log = dir.filePath("l.log");
        const QString other = dir.filePath("other.log");
        QCOMPARE(cli({"tune", first, "--tuner", "random", "--trials", "4", "--project", project, "--log", log}).code, 0);
        QCOMPARE(cli({"resume", project, "--trials", "7"}).code, 0);
        QCOMPARE(linesOf(log), qsizetype(7));
        QCOMPARE(cli({"resume", project, "--trials", "9", "--log", other}).code, 0);
        QCOMPARE(linesOf(log), qsizetype(7));
        QCOMPARE(linesOf(other), qsizetype(2));
        const Outcome gone = cli({"resume", project, "--trials", "10", "--log", dir.filePath("no/such.log")});
        QCOMPARE(gone.code, 2);
        QVERIFY2(gone.err.find("--log") != std::string::npos, gone.err.c_str());
    }

    void aProjectBecomesALog()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("p.knobscope");
        const QString log = dir.filePath("p.log");
        QCOMPARE(cli({"tune", first, second, "--tuner", "random", "--trials", "4", "--project", project}).code, 0);
        const Outcome all = cli({"records", "export", project, "-o", log, "--json"});
        QCOMPARE(all.code, 0);
        QCOMPARE(all.document()["written"].get<int>(), 8);
        const json read = cli({"records", "read", log, "--json"}).document();
        QCOMPARE(read["records"].size(), size_t(8));
        QVERIFY(read["problems"].empty());
        const json trials = cli({"trials", project, "2", "--json"}).document()["trials"];
        QVERIFY(read["records"][4]["costs"] == trials[0]["costs"]);
        for (const json& record : read["records"]) {
            QCOMPARE(record["version"].get<double>(), 0.2);
            QVERIFY(record["index_matches_entity"].get<bool>());
        }
        QCOMPARE(cli({"records", "export", project, "2", "-o", log}).code, 0);
        QCOMPARE(linesOf(log), qsizetype(4));
        QCOMPARE(cli({"records", "export", project, "3", "-o", log}).code, 2);
        const Outcome mistaken = cli({"records", "convert", project, "-o", dir.filePath("q.log")});
        QCOMPARE(mistaken.code, 2);
        QVERIFY2(mistaken.err.find("records export") != std::string::npos, mistaken.err.c_str());
        QVERIFY(!QFile::exists(dir.filePath("q.log")));
    }
};

QTEST_GUILESS_MAIN(TestCliTune)
#include "tst_cli_tune.moc"
