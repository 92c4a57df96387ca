// SPDX-License-Identifier: GPL-3.0-or-later
// compare and insight as scripts meet them.
#include "core/store/projectwriter.h"
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <string>
#include <vector>

using nlohmann::json;

namespace {

const QString dense = QStringLiteral("resnet-18:13"); // a small layer: a hundredth of a second a trial

} // namespace

class TestCliCompare : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)); }

private slots:
    void initTestCase()
    {
        for (const char* tuner : {"random", "grid"}) {
            const QStringList tune{"tune", dense,       "--tuner",           tuner,   "--trials",
                                   "25",   "--project", file("a.knobscope"), "--log", file("a.log")};
            const Outcome tuned = cli(tune + kQuickRun);
            QVERIFY2(tuned.code == 0, tuned.err.c_str());
        }
    }

    void projectsRunsAndLogs()
    {
        const Outcome all = cli({"compare", file("a.knobscope"), "--log", file("a.log"), "--json"});
        QVERIFY2(all.code == 0, all.err.c_str());
        const json document = all.document();
        QCOMPARE(document["tasks"].size(), size_t(1));
        const json& task = document["tasks"][0];
        QCOMPARE(task["groups"].size(), size_t(3));
        QCOMPARE(task["groups"][2]["group"].get<std::string>(), std::string("a"));
        QCOMPARE(task["groups"][2]["runs"][0]["trials"].get<int>(), 50);
        QCOMPARE(task["verdicts"].size(), size_t(2));
        for (const json& verdict : task["verdicts"]) {
            QVERIFY(!verdict["difference_claimed"].get<bool>()); // one run each
            QVERIFY(verdict["text"].get<std::string>().find("cannot be judged") != std::string::npos);
        }
        QCOMPARE(document["wins"].size(), size_t(3));
        const Outcome one = cli({"compare", file("a.knobscope") + ":2"});
        QCOMPARE(one.code, 0);
        QVERIFY(one.out.find("grid") != std::string::npos && one.out.find("random") == std::string::npos);
    }

    void proposalsHaveReasons()
    {
        const Outcome random = cli({"proposals", file("a.knobscope"), "1", "--json"});
        QVERIFY2(random.code == 0, random.err.c_str());
        const json proposals = random.document()["proposals"];
        QCOMPARE(proposals.size(), size_t(25));
        for (const json& proposal : proposals) {
            QCOMPARE(proposal["reason"]["kind"].get<std::string>(), std::string("random"));
        }
        const Outcome grid = cli({"proposals", file("a.knobscope"), "2", "--trial", "3"});
        QVERIFY2(grid.code == 0, grid.err.c_str());
        QVERIFY(grid.out.find("The next config in order.") != std::string::npos);
        QVERIFY(grid.out.find("tile_x") != std::string::npos);

        const std::pair<QStringList, const char*> wrong[] = {
            {{"proposals", file("a.knobscope"), "9"}, "has no run 9"},
            {{"proposals", file("a.knobscope"), "1", "--trial", "26"}, "has no trial 26"},
            {{"proposals", file("a.knobscope"), "1", "--map", "tile_x,tile_q"}, "has no knob 'tile_q'"},
            {{"proposals", file("a.knobscope"), "1", "--map", "tile_x,tile_x"}, "two different knobs"},
            {{"proposals", file("a.knobscope"), "2", "--map", "tile_x,tile_y"}, "grid has no model"}};
        for (const auto& [arguments, words] : wrong) {
            const Outcome refused = cli(arguments);
            QVERIFY(refused.code == 1 || refused.code == 2);
            QVERIFY2(refused.err.find(words) != std::string::npos, refused.err.c_str());
        }
    }

    /// As in the window: a run that has not come to its limits is no seed, unless somebody wants it.
    void unfinishedRunsAreLeftOut()
    {
        const QString path = file("stopped.knobscope");
        QVERIFY(QFile::copy(file("a.knobscope"), path));
        const auto set = [&](int64_t run, const char* state) {
            auto writer = knobscope::ProjectWriter::open(path.toStdString()).value();
            writer->setRunOptions(run, 512, json::object());
            writer->setRunState(run, state);
            writer->flush();
        };
        set(2, "stopped");
        const auto runsIn = [](const Outcome& outcome) {
            size_t count = 0;
            const json document = outcome.document();
            for (const json& group : document["tasks"][0]["groups"]) {
                count += group["runs"].size();
            }
            return count;
        };
        const Outcome without = cli({"compare", path, "--json"});
        QCOMPARE(without.code, 0);
        QCOMPARE(runsIn(without), size_t(1));
        QCOMPARE(without.document()["left_out"].get<int>(), 1);
        QVERIFY2(without.err.find("1 unfinished run is left out.") != std::string::npos, without.err.c_str());
        for (const QStringList& wanted : {QStringList{path, "--with-stopped"}, {path, path + ":2"}}) {
            const Outcome with = cli(QStringList{"compare", "--json"} + wanted);
            QCOMPARE(with.code, 0);
            QCOMPARE(runsIn(with), size_t(2));
            QCOMPARE(with.document()["left_out"].get<int>(), 0);
        }
        QCOMPARE(cli({"compare", path, path, "--json"}).document()["left_out"].get<int>(), 1); // not twice
        set(2, "running");
        QCOMPARE(cli({"compare", path, "--json"}).document()["left_out"].get<int>(), 1);
        set(1, "stopped");
        const Outcome none = cli({"compare", path});
        QVERIFY(none.code != 0);
        QVERIFY2(none.err.find("2 unfinished runs are left out.") != std::string::npos, none.err.c_str());
    }

    /// As in the window.
    void secondsOfATrialAreTheMeanOfItsTimes()
    {
        const QString path = file("mean.knobscope");
        QVERIFY(QFile::copy(file("a.knobscope"), path));
        {
            auto writer = knobscope::ProjectWriter::open(path.toStdString()).value();
            knobscope::TrialRow trial;
            trial.number = 9999;
            trial.entity = json::array();
            trial.costs = {1e-3, 3e-3};
            trial.gflops = 1;
            writer->addTrial(1, trial);
            writer->flush();
        }
        const Outcome csv = cli({"trials", path, "1", "--csv"});
        QVERIFY(csv.out.find("\n9999,0,1,0.002,") != std::string::npos);
    }

    /// Beside a tuner's runs, and asked for alone.
    void runsByHandAreLeftOut()
    {
        const QString path = file("hand.knobscope");
        QVERIFY(QFile::copy(file("a.knobscope"), path));
        {
            auto writer = knobscope::ProjectWriter::open(path.toStdString()).value();
            knobscope::RunRow hand;
            hand.task = 1;
            hand.tuner = knobscope::kManualTunerName;
            hand.state = "finished";
            const int64_t run = writer->addRun(hand).value();
            writer->setRunState(run, "finished");
            writer->flush();
        }
        const Outcome all = cli({"compare", path, "--with-stopped", "--json"});
        QCOMPARE(all.code, 0);
        QCOMPARE(all.document()["wins"].size(), size_t(2));
        QCOMPARE(all.document()["left_out"].get<int>(), 1);
        QVERIFY2(all.err.find("hand.knobscope:3") != std::string::npos, all.err.c_str());
        const Outcome alone = cli({"compare", path + ":3"});
        QVERIFY(alone.code != 0);
        QVERIFY2(alone.err.find("There are no runs to compare. Manual measurements") != std::string::npos, alone.err.c_str());
    }

    void insightInJsonAndWords()
    {
        const Outcome outcome = cli({"insight", file("a.knobscope"), "1", "--json"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json document = outcome.document();
        QVERIFY(document["best_index"].get<int64_t>() >= 0);
        QVERIFY(document["neighbours"].size() > 5);
        QCOMPARE(document["importance"]["knobs"].size(), size_t(3));
        QVERIFY(document["flops_per_byte"].get<double>() > 0);
        QCOMPARE(document["flops_per_byte_counted"].get<std::string>(), std::string("plain")); // as the roof is
        const Outcome words = cli({"insight", file("a.knobscope"), "1", "--only-run"});
        QVERIFY(words.out.find("Importance of the knobs") != std::string::npos);
        QVERIFY(words.out.find("Neighbours of config") != std::string::npos);
    }

    void wrongInputIsNamed()
    {
        QFile foreign(file("foreign.txt"));
        QVERIFY(foreign.open(QIODevice::WriteOnly));
        foreign.write("hello\n");
        foreign.close();
        const std::vector<std::pair<QStringList, const char*>> cases{
            {{"compare"}, "There are no runs to compare"},
            {{"compare", file("missing.knobscope")}, "cannot be read"},
            {{"compare", file("a.knobscope") + ":7"}, "has no run 7"},
            {{"compare", "--log", file("foreign.txt")}, "contains no AutoTVM record"},
            {{"insight", file("a.knobscope"), "9"}, "has no run 9"},
            {{"insight", file("foreign.txt"), "1"}, "not a Knobscope project"}};
        for (const auto& [arguments, sentence] : cases) {
            const Outcome outcome = cli(arguments);
            QVERIFY(outcome.code != 0);
            QVERIFY2(outcome.err.find(sentence) != std::string::npos, outcome.err.c_str());
            QStringList asJson = arguments;
            asJson << "--json";
            QVERIFY(cli(asJson).document().contains("error"));
        }
    }
};

QTEST_GUILESS_MAIN(TestCliCompare)
#include "tst_cli_compare.moc"
