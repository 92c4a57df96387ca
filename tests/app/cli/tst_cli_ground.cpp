// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning when its files go away, and when two programs want the same run or the same new file.
#include "tests/app/cli/commandline.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <set>

using nlohmann::json;

namespace {

const QString small = QStringLiteral(R"(["tutorial/matmul",64,64,64,"float32"])");
const QStringList plain = QStringList{"--tuner", "random"} + kQuickRun;
/// 49 configs in at least five seconds.
const QStringList slow = plain + QStringList{"--cooldown-interval", "0.1"};

void start(QProcess& process, const QStringList& arguments)
{
    process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), arguments);
    process.waitForStarted();
}

Outcome outcomeOf(QProcess& process)
{
    Outcome outcome;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput().toStdString();
    outcome.err = process.readAllStandardError().toStdString();
    return outcome;
}

json runsOf(const QString& project)
{
    const json document = cli({"runs", project, "--json"}).document();
    return document.is_object() && document.contains("runs") ? document["runs"] : json::array();
}

std::vector<int> configsOf(const json& entries)
{
    std::vector<int> configs;
    for (const json& entry : entries) {
        configs.push_back(entry["index"].get<int>());
    }
    return configs;
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliGround : public QObject
{
    Q_OBJECT
private slots:
    void filesThatGoAwayAreRescued_data()
    {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("deleted") << false;
        QTest::newRow("replaced") << true;
    }
    void filesThatGoAwayAreRescued()
    {
        QFETCH(bool, isReplaced);
        QTemporaryDir dir;
        const QString project = dir.filePath("p.knobscope");
        const QString log = dir.filePath("p.log");
        const QString other = dir.filePath("other.knobscope");
        QCOMPARE(cli(QStringList{"tune", small, "--trials", "4", "--project", other} + plain).code, 0);
        QProcess process;
        start(process, QStringList{"tune", small, "--trials", "49", "--project", project, "--log", log, "--json"} + slow);
        QVERIFY(hasTrials(project, process, 3));
        const QByteArray newcomer = bytesOf(other);
        QVERIFY(QFile::remove(project) && QFile::remove(log));
        QVERIFY(!isReplaced || QFile::rename(other, project));
        const Outcome tuned = outcomeOf(process);
        QCOMPARE(tuned.code, 1);
        const json document = tuned.document();
        QCOMPARE(document["runs"][0]["state"].get<std::string>(), std::string("stopped"));
        const int trials = document["runs"][0]["trials"].get<int>();
        QVERIFY(trials >= 3 && trials < 49);
        const QString rescued = dir.filePath("p.rescued-1.knobscope");
        const QString rescuedLog = dir.filePath("p.rescued-1.log");
        QCOMPARE(document["problems"].size(), size_t(2));
        QVERIFY(document["problems"][0].get<std::string>().find(rescuedLog.toStdString()) != std::string::npos);
        QVERIFY(document["problems"][1].get<std::string>().ends_with(rescued.toStdString()));
        QVERIFY2(tuned.err.find(document["problems"][1].get<std::string>()) != std::string::npos, tuned.err.c_str());
        QCOMPARE(runsOf(rescued)[0]["trials"].get<int>(), trials);
        const json logged = cli({"records", "read", rescuedLog, "--json"}).document();
        QVERIFY(logged["problems"].empty());
        QVERIFY(configsOf(logged["records"]) == configsOf(cli({"trials", rescued, "1", "--json"}).document()["trials"]));
        if (isReplaced) {
            QCOMPARE(runsOf(project)[0]["trials"].get<int>(), 4);
            QVERIFY(bytesOf(project) == newcomer);
        } else {
            QVERIFY(!QFile::exists(project));
        }
        // The rescued run goes on.
        const Outcome resumed = cli({"resume", rescued, "--trials", QString::number(trials + 3), "--log", rescuedLog, "--json"});
        QVERIFY2(resumed.code == 0, resumed.err.c_str());
        QCOMPARE(runsOf(rescued)[0]["trials"].get<int>(), trials + 3);
    }

    void oneOfTwoThatResumeGoesOn()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("r.knobscope");
        const QString log = dir.filePath("r.log");
        QCOMPARE(cli(QStringList{"tune", small, "--trials", "3", "--project", project, "--log", log} + slow).code, 0);
        size_t sessions = 0;
        for (int trials = 8; trials <= 23; trials += 5) {
            std::array<QProcess, 2> both;
            for (QProcess& process : both) {
                start(process, {"resume", project, "1", "--trials", QString::number(trials), "--json"});
            }
            std::multiset<int> codes;
            for (QProcess& process : both) {
                const Outcome outcome = outcomeOf(process);
                codes.insert(outcome.code);
                if (outcome.code == 1) {
                    const std::string text = outcome.document()["error"].dump();
                    QVERIFY2(text.find("is running in another program: process ") != std::string::npos, text.c_str());
                }
            }
            QVERIFY2(codes == (std::multiset<int>{0, 1}), qPrintable(QString::number(*codes.begin())));
            QCOMPARE(runsOf(project)[0]["trials"].get<int>(), trials);
            // Each trial has its line; what a session's end corrects of an earlier one's is a line more.
            const auto logged = configsOf(cli({"records", "read", log, "--json"}).document()["records"]);
            const auto stored = configsOf(cli({"trials", project, "1", "--json"}).document()["trials"]);
            QVERIFY(std::set<int>(logged.begin(), logged.end()) == std::set<int>(stored.begin(), stored.end()));
            QVERIFY2(logged.size() <= stored.size() + ++sessions, qPrintable(QString::number(logged.size())));
        }
    }

    void twoThatMakeOneProjectBothWork()
    {
        QTemporaryDir dir;
        for (int round = 0; round < 3; ++round) {
            const QString project = dir.filePath(QStringLiteral("t%1.knobscope").arg(round));
            std::array<QProcess, 2> both;
            for (QProcess& process : both) {
                start(process, QStringList{"tune", small, "--trials", "2", "--project", project, "--json"} + plain);
            }
            for (QProcess& process : both) {
                const Outcome outcome = outcomeOf(process);
                QVERIFY2(outcome.code == 0, outcome.err.c_str());
            }
            const json runs = runsOf(project);
            QCOMPARE(runs.size(), size_t(2));
            QVERIFY(runs[0]["trials"] == 2 && runs[1]["trials"] == 2);
        }
    }

    void resumeKeepsWhatWorkersMayTake()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("l.knobscope");
        QCOMPARE(
            cli(QStringList{"tune", small, "--trials", "2", "--project", project, "--n-parallel", "2", "--memory-limit", "4096"}
                + plain)
                .code,
            0);
        const auto options = [&] {
            SQLite::Database database(project.toStdString());
            return json::parse(database.execAndGet("SELECT options FROM run").getString());
        };
        const auto measuring = [&] { return options()["measure"]; };
        QCOMPARE(measuring()["n_parallel"].get<int>(), 2);
        QCOMPARE(measuring()["memory_limit"].get<int64_t>(), int64_t{4096} << 20);
        QCOMPARE(cli({"resume", project, "--trials", "3"}).code, 0);
        QCOMPARE(measuring()["n_parallel"].get<int>(), 2);
        QCOMPARE(measuring()["memory_limit"].get<int64_t>(), int64_t{4096} << 20);
        QCOMPARE(cli({"resume", project, "--trials", "4", "--n-parallel", "1", "--memory-limit", "0"}).code, 0);
        QCOMPARE(measuring()["n_parallel"].get<int>(), 1);
        QCOMPARE(measuring()["memory_limit"].get<int64_t>(), int64_t{0});
        QCOMPARE(options()["run"]["confirm_top"].get<int>(), 0);
    }
};

QTEST_GUILESS_MAIN(TestCliGround)
#include "tst_cli_ground.moc"
