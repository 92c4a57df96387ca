// SPDX-License-Identifier: GPL-3.0-or-later
// lab and lab record as scripts meet them.
#include "core/study/projectspaces.h"
#include "core/study/storedlabs.h"
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using nlohmann::json;

namespace {

const QString smallSpace = QStringLiteral(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope");

} // namespace

class TestCliLab : public QObject
{
    Q_OBJECT
private slots:
    void tunersAreCompared()
    {
        const Outcome lab =
            cli({"lab", smallSpace, "--tuners", "random,ga:pop_size=20", "--seeds", "3", "--budget", "40", "--json"});
        QVERIFY2(lab.code == 0, lab.err.c_str());
        const json document = lab.document();
        QCOMPARE(document["spaces"].size(), size_t(1));
        const json& space = document["spaces"][0];
        QCOMPARE(space["configs"].get<int>(), 160);
        QCOMPARE(space["tuners"].size(), size_t(2));
        QCOMPARE(space["tuners"][1]["tuner"].get<std::string>(), std::string("ga:pop_size=20"));
        QCOMPARE(space["tuners"][0]["trials_to_95_by_seed"].size(), size_t(3));
        QCOMPARE(space["tuners"][0]["band"].size(), size_t(40));
        QCOMPARE(document["overall"][0]["ratio_to_first"].get<double>(), 1.0);
        QCOMPARE(document["flops_counted"].get<std::string>(), std::string("autotvm"));
        const Outcome words = cli({"lab", smallSpace, "--tuners", "random", "--seeds", "3", "--budget", "40"});
        QCOMPARE(words.code, 0);
        QVERIFY(words.out.find("resnet-18:13") != std::string::npos);
        QVERIFY(words.out.find("to 95 %") != std::string::npos);
    }

    void whatPruningWouldLoseIsCounted()
    {
        const QStringList lab{"lab", smallSpace, "--tuners", "recorded", "--seeds", "3", "--budget", "60", "--prune", "on"};
        const Outcome words = cli(lab);
        QVERIFY2(words.out.find("the best would have been skipped in 0 of 3 seeds") != std::string::npos, words.out.c_str());
        const json pruning = cli(lab + QStringList{"--json"}).document()["spaces"][0]["tuners"][0]["pruning"];
        QCOMPARE(pruning["best_ruled_out"].get<int>() + pruning["near_ruled_out"].get<int>(), 0);
    }

    void keptComparisonsAreListedAndPrinted()
    {
        using namespace knobscope;
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a.knobscope"));
        LabOptions options;
        options.seeds = 3;
        options.replaying.budget = 40;
        {
            auto project = Project::open(path.toStdString(), Project::Mode::Create).value();
            const std::vector<RecordedSpace> spaces{readSpaces(smallSpace.toStdString()).value().front()};
            const auto result = runLab(spaces, parseTunerChoices("random,grid").value(), options).value();
            QVERIFY(storeLab(project, {1.7e9, "a machine", 40, result}).has_value());
        }
        const Outcome list = cli({"lab", "results", path});
        QVERIFY2(list.code == 0 && list.out.find("2023-11-14") != std::string::npos, (list.out + list.err).c_str());
        QVERIFY(list.out.find("random,grid") != std::string::npos && list.out.find("a machine") != std::string::npos);
        QCOMPARE(cli({"lab", "results", path, "--json"}).document()["comparisons"][0]["trials"].get<int>(), 40);
        const QStringList again{"lab", smallSpace, "--tuners", "random,grid", "--seeds", "3", "--budget", "40"};
        QCOMPARE(cli({"lab", "results", path, "1"}).out, cli(again).out);
        const json one = cli({"lab", "results", path, "1", "--json"}).document();
        QVERIFY(one["spaces"] == cli(again + QStringList{"--json"}).document()["spaces"]);
        QCOMPARE(one["replayed_on"].get<std::string>(), std::string("a machine"));
        const Outcome none = cli({"lab", "results", path, "2"});
        QVERIFY(none.code != 0 && none.err.find("has no comparison 2; it has 1") != std::string::npos);
    }

    void aComparisonIsKeptWhereItIsAskedFor()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a.knobscope"));
        const QStringList lab{"lab", smallSpace, "--tuners", "random,grid", "--seeds", "3", "--budget", "40", "--project", path};
        const Outcome nowhere = cli(lab);
        QVERIFY(nowhere.code == 2 && nowhere.out.empty()); // before any replay, and makes no file
        QVERIFY(!QFile::exists(path));
        (void)knobscope::Project::open(path.toStdString(), knobscope::Project::Mode::Create);
        const Outcome kept = cli(lab);
        QVERIFY2(kept.code == 0, kept.err.c_str());
        QCOMPARE(cli({"lab", "results", path, "1"}).out, kept.out);
        QCOMPARE(cli({"lab", "results", path, "--json"}).document()["comparisons"].size(), size_t(1));
    }

    void tablesForOtherPrograms()
    {
        const QStringList lab{"lab", smallSpace, "--tuners", "random", "--seeds", "3", "--budget", "40", "--format"};
        const Outcome csv = cli(lab + QStringList{"csv"});
        QCOMPARE(csv.code, 0);
        QVERIFY2(csv.out.starts_with("space,configs,") && csv.out.find("\nresnet-18:13,160,") != std::string::npos,
                 csv.out.c_str());
        const Outcome markdown = cli(lab + QStringList{"markdown"});
        QCOMPARE(markdown.code, 0);
        QVERIFY2(markdown.out.find("\n| random |") != std::string::npos, markdown.out.c_str());
        QCOMPARE(cli(lab + QStringList{"html"}).code, 2);
    }

    void resultsOfAnotherTunerAreReplayed()
    {
        const QString cache = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/recorded/others/convolution-A100.json.gz");
        const QStringList lab{"lab", cache, "--tuners", "random,default", "--seeds", "2", "--budget", "30"};
        const Outcome words = cli(lab);
        QVERIFY2(words.code == 0, words.err.c_str());
        QVERIFY2(words.out.find("4362 configs, best 0.5536 ms on NVIDIA A100-PCIE-40GB") != std::string::npos, words.out.c_str());
        const json space = cli(lab + QStringList{"--json"}).document()["spaces"][0];
        QVERIFY(space["best_gflops"].is_null());
        QCOMPARE(space["best_seconds"].get<double>(), 0.5536e-3);
    }

    void searchesRecordWhatTheyAskFor()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("sparse.knobscope");
        const QStringList asked{"--tuners", "random,default", "--seeds", "2", "--budget", "4"};
        const Outcome record =
            cli(QStringList{"lab", "record", "resnet-18:13", "-o", file, "--around", "0", "--timeout", "60", "--json"} + asked);
        QVERIFY2(record.code == 0, record.err.c_str());
        const json document = record.document();
        QVERIFY(document["complete"].get<bool>());
        QVERIFY(document["measured"].get<int>() >= 4 && document["measured"].get<int>() <= 40);
        QCOMPARE(cli(QStringList{"lab", file} + asked).code, 0);
        const Outcome beyond = cli({"lab", file, "--tuners", "random", "--seeds", "2", "--budget", "160"});
        QVERIFY(beyond.code != 0);
        QVERIFY2(beyond.err.find("lab record --tuners random") != std::string::npos, beyond.err.c_str());
    }

    void wrongUsageIsRefused()
    {
        QCOMPARE(cli({"lab"}).code, 2);
        QCOMPARE(cli({"lab", smallSpace, "--seeds", "0"}).code, 2);
        QCOMPARE(cli({"lab", "record", "resnet-18:13"}).code, 2);
        const Outcome unknown = cli({"lab", smallSpace, "--tuners", "random,magic", "--json"});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.document()["error"].dump().find("no tuner 'magic'") != std::string::npos);
        QCOMPARE(cli({"lab", "/no/such/file"}).code, 2);
        QCOMPARE(cli({"lab", QStringLiteral(KNOBSCOPE_FIXTURES "/space-cases.json")}).code, 1);
    }

    void aSmallSpaceIsRecordedInTwoGoes()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("small.knobscope");
        const QStringList record{
            "lab",       "record", "resnet-18:13", "--edit", "tile_k=[-1,8]", "--edit", "where tile_x[1] <= 4",
            "--timeout", "60",     "-o",           file,     "--json"};
        const Outcome first = cli(record);
        QVERIFY2(first.code == 0, first.err.c_str());
        const json document = first.document();
        QVERIFY(document["complete"].get<bool>());
        QVERIFY(document["measured"].get<int>() >= 3);
        QVERIFY(document["best_gflops"].get<double>() > 0);
        QCOMPARE(document["flops_counted"].get<std::string>(), std::string("autotvm"));
        const Outcome second = cli(record);
        QCOMPARE(second.document()["measured"].get<int>(), 0);
        QCOMPARE(second.document()["kept"].get<int>(), document["measured"].get<int>());
        QCOMPARE(cli({"lab", file, "--tuners", "random", "--seeds", "2"}).code, 0);
        const json run = cli({"runs", file, "--json"}).document()["runs"][0];
        QCOMPARE(run["tuner"].get<std::string>(), std::string("random"));
        QCOMPARE(run["trials"].get<int>(), document["measured"].get<int>());
    }
};

QTEST_APPLESS_MAIN(TestCliLab)
#include "tst_cli_lab.moc"
