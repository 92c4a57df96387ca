// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tuners on the command line: each format becomes a run, with speeds in its own unit.
#include "tests/app/cli/commandline.h"

#include <QTemporaryDir>
#include <QTest>

using nlohmann::json;

class TestCliForeign : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString file(const char* name, const char* text) const
    {
        QFile out(file(name));
        if (!out.open(QIODevice::WriteOnly) || out.write(text) < 0) {
            qFatal("no file");
        }
        return file(name);
    }
    static QString fixture(const char* name) { return QStringLiteral(KNOBSCOPE_FIXTURES "/others/") + QLatin1String(name); }
    static bool names(const Outcome& outcome, const char* words) { return outcome.out.find(words) != std::string::npos; }

private slots:
    void eachFormatIsImported_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("trials");
        const QString recorded = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/recorded/others/");
        QTest::newRow("Kernel Tuner") << fixture("kernel-tuner-whole.json") << "kernel-tuner" << 16;
        QTest::newRow("interrupted") << fixture("kernel-tuner-interrupted.json") << "kernel-tuner" << 16;
        QTest::newRow("T4") << fixture("convolution-A100-T4.json") << "t4" << 25;
        QTest::newRow("KTT") << recorded + QStringLiteral("pnpoly-RTX-2080-Ti.json.gz") << "ktt" << -1;
        QTest::newRow("Optuna, JSON") << fixture("optuna-trials.json") << "optuna" << 4;
        QTest::newRow("Optuna, CSV") << fixture("optuna-trials.csv") << "optuna" << 4;
        QTest::newRow("Triton") << fixture("matmul_kernel.autotune.json") << "triton" << 3;
        QTest::newRow("Helion") << fixture("helion.csv") << "helion" << 3;
        QTest::newRow("Helion, two runs") << fixture("helion-runs.csv") << "helion" << 2;
    }
    void eachFormatIsImported()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, from);
        QFETCH(const int, trials);
        const QString project = file((std::string(QTest::currentDataTag()) + ".knobscope").c_str());
        const Outcome imported = cli({"records", "import", path, "--from", from, "--project", project, "--json"});
        QVERIFY2(imported.code == 0, imported.err.c_str());
        const json run = cli({"runs", project, "--json"}).document().at("runs").at(0);
        QVERIFY2(trials < 0 ? run.at("trials") > 1000 : run.at("trials") == trials, run.dump().c_str());
        QVERIFY(run.at("best_gflops") > 0);
        QVERIFY(run.at("speeds") == imported.document().at("speeds"));
        const Outcome refused =
            cli({"records", "import", file("wrong.json", "{\"a\": [1, 2"), "--from", from, "--project", project});
        QVERIFY(refused.code != 0);
        QVERIFY2(refused.err.find("wrong.json") != std::string::npos, refused.err.c_str());
    }

    /// No heading, sentence or report calls calls per second GFLOPS.
    void speedsHaveTheirUnit()
    {
        const QString project = file("calls.knobscope");
        for (const char* name : {"kernel-tuner-whole.json", "kernel-tuner-whole.json"}) {
            QCOMPARE(cli({"records", "import", fixture(name), "--project", project}).code, 0);
        }
        const QString report = file("report.html");
        const QStringList commands[] = {
            {"runs", project},         {"best", project},           {"trials", project, "1"},         {"compare", project},
            {"insight", project, "1"}, {"proposals", project, "1"}, {"report", project, "-o", report}};
        for (const QStringList& command : commands) {
            const Outcome outcome = cli(command);
            QVERIFY2(outcome.code == 0, outcome.err.c_str());
            QVERIFY2(!names(outcome, "GFLOPS"), outcome.out.c_str());
        }
        QVERIFY(names(cli({"runs", project}), "best calls/s"));
        QVERIFY(names(cli({"trials", project, "1"}), "calls/s"));
        QVERIFY(names(cli({"trials", project, "1", "--csv"}), "trial,index,calls_per_second,seconds"));
        QVERIFY(cli({"trials", project, "1", "--json"}).document().at("speeds") == "calls_per_second");
        QVERIFY(cli({"compare", project, "--json"}).document().at("tasks").at(0).at("speeds") == "calls_per_second");
        QFile page(report);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray html = page.readAll();
        QVERIFY(html.contains("calls/s") && !html.contains("GFLOPS"));

        const QString both = file("both.knobscope");
        QCOMPARE(cli({"records", "import", fixture("kernel-tuner-whole.json"), "--project", both}).code, 0);
        QCOMPARE(cli({"records", "import", fixture("kernel-tuner-whole.json"), "--operations", "1e9", "--project", both}).code,
                 0);
        const Outcome runs = cli({"runs", both});
        QVERIFY2(names(runs, "best GFLOPS (AutoTVM) or calls/s"), runs.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliForeign)
#include "tst_cli_foreign.moc"
