// SPDX-License-Identifier: GPL-3.0-or-later
// What tuning leaves behind: logs that go on, projects that become logs.
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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

} // namespace

class TestCliTune : public QObject
{
    Q_OBJECT
private slots:
    void theLogGoesOn()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("l.knobscope");
        const QString log = dir.filePath("l.log");
        const QString other = dir.filePath("other.log");
        const QStringList four{"tune", first, "--tuner", "random", "--trials", "4", "--project", project, "--log", log};
        QCOMPARE(cli(four + kQuickRun).code, 0);
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
        const QStringList both{"tune", first, second, "--tuner", "random", "--trials", "4", "--project", project};
        QCOMPARE(cli(both + kQuickRun).code, 0);
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

    /// A workload that is written with blanks around it is the same one; what failed took no time.
    void tasksAndFailuresAreNamed()
    {
        const QStringList tune{"tune", "  " + first + " ", "--tuner", "random", "--trials", "2", "--json"};
        QCOMPARE(cli(tune + kQuickRun).document()["runs"][0]["task"].get<std::string>(), std::string("tutorial/matmul"));
        const Outcome read = cli({"records", "read", QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v02.log")});
        QVERIFY2(read.out.find("error 1") != std::string::npos && read.out.find("1e+12") == std::string::npos, read.out.c_str());
    }

    /// The samples of format 0.1 count tile_ow by its divisors, also when they have become 0.2; those of 0.2 as TVM 0.8 does.
    void indicesOfOldRecordsAreJudgedByTheirOrder()
    {
        const auto judged = [](const QString& log) {
            const json read = cli({"records", "read", log, "--json"}).document();
            int right = 0;
            for (const json& record : read["records"]) {
                right += record["index_matches_entity"] == json(true) ? 1 : 0;
            }
            return right;
        };
        const QString samples = QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v0%1.log");
        QCOMPARE(judged(samples.arg(1)), 5);
        QCOMPARE(judged(samples.arg(2)), 13);
        QTemporaryDir dir;
        const QString converted = dir.filePath("converted.log");
        QCOMPARE(cli({"records", "convert", samples.arg(1), "-o", converted}).code, 0);
        QCOMPARE(judged(converted), 5);
        const QString wrong = dir.filePath("wrong.log");
        QFile from(samples.arg(1));
        QFile to(wrong);
        QVERIFY(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
        to.write(from.readAll().replace("\"i\": 227,", "\"i\": 228,"));
        to.close();
        QCOMPARE(judged(wrong), 4);
    }
};

QTEST_GUILESS_MAIN(TestCliTune)
#include "tst_cli_tune.moc"
