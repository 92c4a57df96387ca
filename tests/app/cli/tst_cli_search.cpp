// SPDX-License-Identifier: GPL-3.0-or-later
// What a cost model sees, and what a run learns from earlier ones, through the command line.
#include "tests/app/cli/commandline.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <string>

using nlohmann::json;

namespace {

const QString smallTask = QStringLiteral(R"(["tutorial/matmul",64,64,64,"float32"])");

bool says(const Outcome& outcome, const char* words)
{
    return outcome.err.find(words) != std::string::npos;
}

} // namespace

class TestCliSearch : public QObject
{
    Q_OBJECT
private slots:
    void featuresHaveNames()
    {
        for (const char* kind : {"knob", "itervar", "curve", "value"}) {
            const Outcome outcome = cli({"config", smallTask, "3", "--show", "features", "--features", kind, "--json"});
            QCOMPARE(outcome.code, 0);
            const json document = outcome.document();
            QCOMPARE(document["kind"].get<std::string>(), std::string(kind));
            QVERIFY(document["features"].size() >= 4);
            for (const json& column : document["features"]) {
                QVERIFY(!column["name"].get<std::string>().empty());
                QVERIFY(column["value"].is_number());
            }
        }
        QVERIFY(cli({"config", smallTask, "3", "--show", "features"}).out.find(": nest level") != std::string::npos);
        QCOMPARE(cli({"config", smallTask, "3", "--show", "features", "--features", "loops"}).code, 2);
    }

    void librariesAreListed()
    {
        const json libraries = cli({"devices", "--json"}).document()["libraries"];
        QCOMPARE(libraries.at(0)["name"].get<std::string>(), std::string("xgboost"));
        QVERIFY(libraries.at(0)["version"].is_null() != libraries.at(0)["why_not"].get<std::string>().empty());
    }

    void anEditedSpaceGoesOnFromWhatIsKnown()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("p.knobscope");
        const QStringList tune{"tune", smallTask, "--tuner", "random", "--confirm", "0", "--project", project, "--json"};
        QCOMPARE(cli(tune + QStringList{"--trials", "12"}).code, 0);
        const Outcome edited = cli(tune + QStringList{"--trials", "3", "--edit", "where tile_y[1] <= 64"});
        QCOMPARE(edited.code, 0);
        QVERIFY2(says(edited, "12 of this space's configs were measured before its edits"), edited.err.c_str());
        QVERIFY(says(edited, "is measured again first"));
        const nlohmann::json warm = nlohmann::json::parse(edited.out)["runs"][0]["warm_start"];
        QCOMPARE(warm["source"].get<std::string>(), std::string("project"));
        QCOMPARE(warm["kept"].get<int>(), 12);
        QCOMPARE(warm["records"].get<int>(), 12);
        const nlohmann::json runs = nlohmann::json::parse(cli({"runs", project, "--json"}).out)["runs"];
        QVERIFY(runs[0]["warm_start"].is_null() || runs[0]["warm_start"]["kept"] == 0);
        QVERIFY(runs[1]["warm_start"] == warm);
        QVERIFY(runs[1].contains("pruning"));
        const Outcome cold = cli(tune + QStringList{"--trials", "3", "--edit", "where tile_y[1] <= 32", "--transfer", "none"});
        QCOMPARE(cold.code, 0);
        QVERIFY(!says(cold, "measured before"));
    }

    void findingsNameAChange()
    {
        const Outcome outcome =
            cli({"config", "resnet-18:2", "0", "--target", "llvm -mcpu=skylake-avx512", "--show", "findings", "--json"});
        QCOMPARE(outcome.code, 0);
        const json findings = outcome.document()["findings"];
        QVERIFY(!findings.empty() && findings.size() <= 5);
        for (const json& finding : findings) {
            QVERIFY(!finding["text"].get<std::string>().empty() && !finding["evidence"].get<std::string>().empty());
            QVERIFY(finding["gain"] >= 1.05);
            QVERIFY(finding["change"]["index"].is_number_integer());
            QCOMPARE(finding["change"]["knobs"].size(), size_t(1));
        }
    }

    /// What the project's trials say replaces estimates.
    void findingsUseTheTrialsOfAProject()
    {
        const QString sample = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope");
        int measured = 0;
        for (const char* index : {"226", "860", "319", "370", "636"}) {
            QStringList command{"config", "resnet-18:2", index, "--target", "llvm -keys=cpu", "--show", "findings", "--json"};
            for (const bool knowsTrials : {false, true}) {
                const Outcome outcome = cli(command);
                QVERIFY2(outcome.code == 0, outcome.err.c_str());
                const json findings = outcome.document()["findings"];
                for (const json& finding : findings) {
                    const bool isMeasured = finding["text"].get<std::string>().find("as measured in run ") != std::string::npos;
                    QVERIFY(knowsTrials || !isMeasured);
                    measured += isMeasured ? 1 : 0;
                }
                command << QStringLiteral("--project") << sample;
            }
        }
        QVERIFY(measured > 0);
        const Outcome lost = cli({"config", "resnet-18:2", "226", "--show", "findings", "--project", "/nowhere/a.knobscope"});
        QVERIFY(lost.code != 0 && says(lost, "/nowhere/a.knobscope"));
    }

    void everyCommandNamesOneBest()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("best.knobscope");
        const QString log = dir.filePath("best.log");
        const Outcome tuned = cli({"tune", smallTask, "--tuner", "random", "--trials", "24", "--from-scratch", "--project",
                                   project, "--log", log, "--json"});
        QVERIFY2(tuned.code == 0, tuned.err.c_str());
        const json finished = tuned.document()["runs"][0];
        QCOMPARE(finished["from"].get<std::string>(), std::string("scratch"));
        QCOMPARE(finished["pruning"]["judged"].get<int>(), 0);
        const json listed = cli({"runs", project, "--json"}).document()["runs"][0];
        QCOMPARE(listed["from"].get<std::string>(), std::string("scratch"));
        QVERIFY(cli({"best", project, "--json"}).document()["best"][0] == listed);
        for (const char* key : {"best_gflops", "best_seconds", "best_speedup"}) {
            QVERIFY(std::abs(finished[key].get<double>() / listed[key].get<double>() - 1) < 1e-9);
        }
        QVERIFY(finished["best_index"] == listed["best_index"]);
        for (const char* sort : {"gflops", "speedup", "time"}) {
            const json first = cli({"trials", project, "1", "--sort", sort, "--limit", "1", "--json"}).document()["trials"][0];
            QVERIFY(first["index"] == listed["best_index"]);
            QVERIFY(first["gflops"] == listed["best_gflops"]);
            QVERIFY(first["tied_with"].is_null());
        }
        const json trials = cli({"trials", project, "1", "--json"}).document()["trials"];
        for (const json& trial : trials) {
            QVERIFY(trial.contains("uncertainty"));
            QVERIFY(trial["tied_with"].is_null() || trial["tied_with"] < trial["trial"]);
            QVERIFY(!trial["tied_with"].is_null() || trial["gflops"] <= listed["best_gflops"]);
        }
    }

    void wrongSourcesAreRefused()
    {
        const Outcome missing = cli({"tune", smallTask, "--trials", "1", "--transfer", "/nowhere.log"});
        QCOMPARE(missing.code, 2);
        QVERIFY(says(missing, "The file /nowhere.log to learn from does not exist"));
        QTemporaryDir dir;
        const QString prose = dir.filePath("prose.txt");
        QFile file(prose);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Dear diary,\nno record today.\n") > 0);
        file.close();
        const Outcome noLog = cli({"tune", smallTask, "--trials", "1", "--transfer", prose});
        QVERIFY(noLog.code != 0);
        QVERIFY2(says(noLog, "is not a log to learn from: line 1"), noLog.err.c_str());
        const QString broken = dir.filePath("broken.knobscope");
        QVERIFY(QFile::copy(prose, broken));
        QVERIFY(cli({"tune", smallTask, "--trials", "1", "--transfer", broken}).code != 0);
        const Outcome prune = cli({"tune", smallTask, "--trials", "1", "--prune", "sometimes"});
        QCOMPARE(prune.code, 2);
        QVERIFY(says(prune, "off, on or on=FACTOR"));
        const Outcome project = cli({"tune", smallTask, "--trials", "1", "--transfer", "project"});
        QCOMPARE(project.code, 2);
        QVERIFY(says(project, "--project"));
        QVERIFY(cli({"tune", smallTask, "--trials", "1", "--from-scratch", "--transfer", "none"}).code != 0);
        const Outcome word = cli({"tune", smallTask, "--trials", "1", "--tuner", "ga", "--param", "pop_size=many"});
        QCOMPARE(word.code, 2);
        QVERIFY(says(word, "an integer from 2"));
    }
};

QTEST_GUILESS_MAIN(TestCliSearch)
#include "tst_cli_search.moc"
