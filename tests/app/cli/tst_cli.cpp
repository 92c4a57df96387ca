// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as its users and scripts meet it: JSON shapes, exit codes, real tuning, real kills, wrong input.
#include "tests/app/cli/commandline.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <string>

using nlohmann::json;

namespace {

const QString cudaTask = QStringLiteral(
    R"(["conv2d_nchw.cuda",["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");

const QString smallTask = QStringLiteral(R"(["tutorial/matmul",64,64,64,"float32"])");
/// Quick to build and to run, with 432 configs.
const QString convolution =
    QStringLiteral(R"(["conv2d_NCHWc.x86",["TENSOR",[1,32,14,14],"float32"],["TENSOR",[32,32,3,3],"float32"],)"
                   R"([1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");

} // namespace

class TestCli : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        qputenv("KNOBSCOPE_LIBCUDA", "/nowhere/libcuda.so.1"); // the same everywhere: a machine without a GPU
    }

    void devicesAreThoseOfThisMachineAndTheDescribedOnes()
    {
        const json here = cli({"devices", "--json"}).document();
        QCOMPARE(here["devices"][1]["name"].get<std::string>(), std::string("cuda"));
        QVERIFY(!here["devices"][1]["usable"].get<bool>());
        QVERIFY(here["devices"][1]["why_not"].get<std::string>().find("No NVIDIA driver is installed") != std::string::npos);
        QVERIFY(here["gpu_compilers"].size() == 1);
        const json known = cli({"devices", "--known", "--json"}).document()["devices"];
        QVERIFY(known.size() >= 25);
        const auto h200 = std::find_if(known.begin(), known.end(), [](const json& d) { return d["id"] == "h200"; });
        QVERIFY(h200 != known.end() && (*h200)["multiprocessors"] == 132 && (*h200)["arch"] == "sm_90");
        QVERIFY(cli({"devices", "--known"}).out.find("NVIDIA H200") != std::string::npos);
    }

    void aTargetWithoutItsDeviceIsRefusedInOneSentence()
    {
        for (const QStringList& arguments :
             {QStringList{"tune", cudaTask, "--trials", "4"}, QStringList{"measure", cudaTask, "0"}}) {
            const Outcome outcome = cli(arguments + QStringList{"--target", "cuda -arch=sm_90"});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.find("'cuda -keys=cuda,gpu -arch=sm_90' needs a GPU: No NVIDIA driver is installed")
                         != std::string::npos,
                     outcome.err.c_str());
            QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
        }
    }

    void listsHaveTheirShapes()
    {
        const json tasks = cli({"tasks", "resnet-18", "--json"}).document();
        QCOMPARE(tasks["tasks"].size(), size_t(14));
        QCOMPARE(tasks["tasks"][1]["id"].get<std::string>(), std::string("resnet-18:2"));
        QCOMPARE(tasks["tasks"][1]["len"].get<int64_t>(), int64_t(980));
        QCOMPARE(tasks["tasks"][1]["count"].get<int64_t>(), int64_t(4));
        for (const char* command : {"devices", "networks", "templates", "tuners"}) {
            const Outcome outcome = cli({command, "--json"});
            QCOMPARE(outcome.code, 0);
            QVERIFY(!outcome.document()[command].empty());
            QCOMPARE(cli({command}).code, 0);
        }
    }

    void theEditThatTheToolIsBuiltAround()
    {
        const json space =
            cli({"space", cudaTask, "--target", "cuda", "--edit", "auto_unroll_max_step+=1024", "--json"}).document();
        QCOMPARE(space["len"].get<int64_t>(), int64_t(512512));
        QCOMPARE(space["template_len"].get<int64_t>(), int64_t(384384));
        QVERIFY(space["text"].get<std::string>().starts_with("ConfigSpace (len=512512, range_length=512512"));
        QCOMPARE(space["meanings"]["tile_rc"].get<std::string>(), std::string("input channels"));
    }

    void editsHaveAPrice()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("price.knobscope");
        const QString condition = "where tile_k[1] * tile_x[1] <= 64";
        const QStringList space{"space", "resnet-18:13", "--edit", condition, "--cost", "--json"};
        const json unknown = cli(space).document();
        QVERIFY(!unknown["price"].contains("rate"));
        QVERIFY(unknown["price"]["text"].get<std::string>().find("not measured here yet") != std::string::npos);
        const QStringList twelve{"tune", "resnet-18:13", "--tuner", "random", "--trials", "12", "--project", project, "--json"};
        QCOMPARE(cli(twelve + kQuickRun).code, 0);
        const json priced = cli(space + QStringList{"--project", project}).document();
        QCOMPARE(priced["price"]["rate"]["run"].get<int>(), 1);
        QVERIFY(priced["price"]["rate"]["trials_per_second"].get<double>() > 0);
        const json wider = cli(space + QStringList{"--project", project, "--threads", "2"}).document();
        QVERIFY(!wider["price"].contains("rate"));
        const json constraint = priced["constraints"][0];
        QCOMPARE(constraint["removes"]["low"].get<int64_t>(),
                 priced["range_length"].get<int64_t>() - priced["len"].get<int64_t>());
        QVERIFY(constraint["removes"]["exact"] == json(true));
        const QString index = QString::number(constraint["example"]["index"].get<int64_t>());
        const Outcome removed = cli({"config", "resnet-18:13", index, "--edit", condition});
        QVERIFY2(removed.err.find("excluded by the constraint") != std::string::npos, removed.err.c_str());
    }

    void experimentsCompareTwoVariants()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("e.knobscope");
        const QStringList command = QStringList{"experiment", smallTask, "--trials",  "8",     "--seeds", "2",
                                                "--tuner",    "random",  "--project", project, "--json"}
                                  + kQuickTiming;
        QCOMPARE(cli(command).code, 2); // twice the same space
        const Outcome outcome = cli(command + QStringList{"--edit", "tile_y-=[-1,1]"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json result = outcome.document();
        QCOMPARE(result["a"].size(), size_t(2));
        QCOMPARE(result["b"][1]["seed"].get<int>(), 2);
        QCOMPARE(result["runs"].size(), size_t(4));
        QVERIFY(result["complete"] == json(true));
        QVERIFY(result["shown"] == json(false)); // two seeds cannot
        QCOMPARE(result["seeds_needed"].get<int>(), 6);
        QVERIFY(result["p_value"].get<double>() >= 0.5);
        QVERIFY(result["difference_gflops"]["estimate"].is_number());
        QVERIFY(result["difference_gflops"]["low"].is_null()); // no interval from two
        QCOMPARE(cli({"runs", project, "--json"}).document()["runs"].size(), size_t(4));
        const Outcome ofShape =
            cli({"experiment", KNOBSCOPE_FIXTURES "/onnx/open/model.onnx:1", "--shape", "data=1,3,12,12", "--json"});
        QVERIFY2(ofShape.err.find("Both variants are the same space") != std::string::npos, ofShape.err.c_str());
    }

    void aRemovedOptionSaysWhatToDo()
    {
        const Outcome outcome = cli({"space", "--from", KNOBSCOPE_FIXTURES "/space-cases.json"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.find("name a task") != std::string::npos, outcome.err.c_str());
    }

    void configsShowEveryLevel()
    {
        for (const char* level : {"knobs", "schedule", "loops", "llvm", "asm"}) {
            const Outcome outcome = cli({"config", "resnet-18:2", "682", "--show", QString::fromLatin1(level), "--json"});
            QCOMPARE(outcome.code, 0);
            QVERIFY(outcome.document()["text"].get<std::string>().size() > 50);
        }
    }

    void tuningIsKeptAndReadBack()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("t.knobscope");
        const QString log = dir.filePath("t.log");
        const Outcome tuned = cli(QStringList{"tune", "resnet-18:13", "--tuner", "random", "--trials", "12", "--seed", "3",
                                              "--project", project, "--log", log, "--json"}
                                  + kQuickTiming);
        QVERIFY2(tuned.code == 0, tuned.err.c_str());
        const json run = tuned.document()["runs"][0];
        QCOMPARE(run["trials"].get<int>(), 12);
        QVERIFY(run["best_gflops"].get<double>() > 0);
        QCOMPARE(cli({"runs", project, "--json"}).document()["runs"][0]["state"].get<std::string>(), std::string("finished"));
        QCOMPARE(cli({"trials", project, "1", "--json"}).document()["trials"].size(), size_t(12));
        QVERIFY(cli({"trials", project, "1", "--csv"}).out.starts_with("trial,index,gflops"));
        const json best = cli({"trials", project, "1", "--where", "succeeded", "--sort", "gflops", "--limit", "2", "--json"})
                              .document()["trials"];
        QCOMPARE(best.size(), size_t(2));
        QVERIFY(best[0]["gflops"].get<double>() >= best[1]["gflops"].get<double>());
        const json knob = best[0]["entity"][0];
        const QString isThat = QString::fromStdString(knob[0].get<std::string>() + "=" + knob[2].dump());
        const json same = cli({"trials", project, "1", "--where", isThat, "--json"}).document()["trials"];
        QVERIFY(!same.empty());
        for (const auto& trial : same) {
            QVERIFY(trial["entity"][0] == knob);
        }
        const QString some = dir.filePath("some.log");
        QCOMPARE(cli({"trials", project, "1", "--limit", "5", "--to-log", some, "--json"}).document()["written"].get<int>(), 5);
        QCOMPARE(cli({"records", "read", some, "--json"}).document()["records"].size(), size_t(5));
        const json why = cli({"failures", project, "--json"}).document()["runs"];
        QCOMPARE(why.size(), size_t(1));
        QCOMPARE(why[0]["trials"].get<int>(), 12);
        QVERIFY(why[0]["groups"].is_array());
        QCOMPARE(cli({"failures", project, "1"}).code, 0);
        const Outcome unknown = cli({"trials", project, "1", "--where", "tile_nowhere=3"});
        QVERIFY(unknown.code == 2 && unknown.err.find("tile_nowhere") != std::string::npos);
        QVERIFY(cli({"trials", project, "1", "--where", "nonsense"}).code > 0);
        QVERIFY(cli({"trials", project, "1", "--sort", "nonsense"}).code > 0);
        QVERIFY(cli({"trials", project, "2"}).code > 0);
        QVERIFY(cli({"failures", project, "2"}).code > 0);
        const json records = cli({"records", "read", log, "--json"}).document();
        const size_t recorded = records["records"].size();
        QVERIFY(recorded == 12 || recorded == 13); // the best may follow once more, with a shorter time
        for (const auto& record : records["records"]) {
            QVERIFY(record["index_matches_entity"] == json(true));
        }
        const QString trace = dir.filePath("trace.json");
        QCOMPARE(cli({"trace", "export", project, "-o", trace}).code, 0);
        QFile file(trace);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(json::parse(file.readAll().toStdString())["traceEvents"].size() > 60);
        const QString again = dir.filePath("again.json.gz");
        QCOMPARE(cli({"trace", "export", project, "1", "-o", again}).code, 0);
        const json imported = cli({"trace", "import", again, project, "--json"}).document();
        QCOMPARE(imported["trace"].get<int>(), 1);
        QVERIFY(imported["problems"].empty());
        const json stats = cli({"trace", "stats", project, "1", "--json"}).document()["names"];
        const json statsOfImport = cli({"trace", "stats", project, "--trace", "1", "--json"}).document()["names"];
        const auto count = [](const json& names, const char* name) {
            const auto row = std::find_if(names.begin(), names.end(), [&](const json& r) { return r["name"] == name; });
            return row == names.end() ? -1 : (*row)["count"].get<int>();
        };
        // A config whose first call is cut off, beside other programs, fails and is not timed.
        const int trials = run["trials"].get<int>();
        QVERIFY(count(stats, "time") <= trials && count(stats, "time") >= trials - run["errors"].get<int>());
        QCOMPARE(count(statsOfImport, "time"), count(stats, "time"));
        QVERIFY(cli({"trace", "stats", project, "99"}).code > 0);
        QVERIFY(cli({"trace", "stats", project, "--from", "5", "--to", "1"}).code > 0);
        QVERIFY(cli({"trace", "import", project, project}).err.find("is not JSON") != std::string::npos);
        const json measured =
            cli({"measure", "resnet-18:13", std::to_string(run["best_index"].get<int>()).c_str(), "--check", "--json"})
                .document();
        QCOMPARE(measured["results"][0]["error_no"].get<int>(), 0);
    }

    void stepsAndFiguresOfAConfig()
    {
        const json steps = cli({"config", "resnet-18:2", "682", "--show", "steps", "--json"}).document();
        QCOMPARE(steps["steps"].size(), size_t(19));
        std::string last;
        for (const json& line : steps["steps"].back()["lines"]) {
            last += line["text"].get<std::string>() + "\n";
        }
        QCOMPARE(last, cli({"config", "resnet-18:2", "682", "--show", "loops"}).out);
        const json figures = cli({"config", "resnet-18:2", "682", "--show", "figures", "--json"}).document()["figures"];
        QCOMPARE(figures[0]["id"].get<std::string>(), std::string("register_tile"));
        const json gpu = cli({"config", cudaTask, "0", "--show", "figures", "--target", "cuda", "--json"}).document();
        QCOMPARE(gpu["figures"][0]["id"].get<std::string>(), std::string("threads"));
        QVERIFY(cli({"config", cudaTask, "0", "--show", "steps", "--target", "cuda"}).out.find("for f in") != std::string::npos);
        QVERIFY(cli({"config", cudaTask, "0", "--show", "asm", "--target", "cuda"}).err.find("GPU") != std::string::npos);
    }

    void diffTurnsOneLoopNestIntoAnother()
    {
        const json diff = cli({"diff", "resnet-18:2", "682", "683", "--json"}).document();
        std::string left;
        std::string right;
        for (const json& row : diff["rows"]) {
            const std::string line = row["text"].get<std::string>() + "\n";
            left += row["kind"] != "added" ? line : "";
            right += row["kind"] != "removed" ? line : "";
        }
        QCOMPARE(left, cli({"config", "resnet-18:2", "682", "--show", "loops"}).out);
        QCOMPARE(right, cli({"config", "resnet-18:2", "683", "--show", "loops"}).out);
        QVERIFY(diff["removed"].get<int>() > 0);
        QVERIFY(cli({"diff", "resnet-18:2", "682", "980"}).err.find("979") != std::string::npos);
        QCOMPARE(cli({"diff", "resnet-18:2", "682", "683", "--level", "poem"}).code, 2);
    }

    void limitsAndSeedsOfARun()
    {
        const QStringList seeds{"tune", "resnet-18:13",  "--tuner", "random", "--trials", "6", "--seed-config",
                                "7",    "--seed-config", "3",       "--json"};
        const json seeded = cli(seeds + kQuickRun).document();
        QCOMPARE(seeded["runs"][0]["state"].get<std::string>(), std::string("finished"));
        QCOMPARE(seeded["runs"][0]["detail"].get<std::string>(), std::string("6 trials"));
        QTemporaryDir dir;
        const QString project = dir.filePath("s.knobscope");
        const QStringList limits{"tune",  "resnet-18:13",  "--trials", "500",       "--plateau", "400",   "--target-gflops",
                                 "0.001", "--seed-config", "7",        "--project", project,     "--json"};
        const json reached = cli(limits + kQuickRun).document();
        QVERIFY(reached["runs"][0]["trials"].get<int>() < 50);
        QVERIFY(reached["runs"][0]["detail"].get<std::string>().find("GFLOPS reached") != std::string::npos);
        QCOMPARE(cli({"trials", project, "1", "--json"}).document()["trials"][0]["index"].get<int>(), 7);
        const Outcome outside = cli({"tune", "resnet-18:13", "--trials", "5", "--seed-config", "999999999"});
        QVERIFY(outside.code != 0);
        QVERIFY(outside.err.find("999999999") != std::string::npos);
    }

    void workloadsInJsonArriveWhole()
    {
        const QStringList three{"tune",  R"(["tutorial/matmul",32,32,32,"float32"])", "--tuner", "random", "--trials", "3",
                                "--json"};
        const Outcome tuned = cli(three + kQuickRun);
        QVERIFY2(tuned.code == 0, tuned.err.c_str());
        QCOMPARE(tuned.document()["runs"][0]["trials"].get<int>(), 3);
    }

    void aKilledRunGoesOn()
    {
        QTemporaryDir dir;
        const QString project = dir.filePath("k.knobscope");
        QProcess process;
        process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"),
                      QStringList{"tune", convolution, "--tuner", "ga", "--trials", "40", "--project", project} + kQuickRun);
        QVERIFY(process.waitForStarted());
        QVERIFY(hasTrials(project, process, 5));
        const int64_t before = trialsIn(project);
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        process.waitForFinished();
        const json killed = cli({"runs", project, "--json"}).document()["runs"][0];
        QCOMPARE(killed["state"].get<std::string>(), std::string("killed"));
        QVERIFY(killed["trials"].get<int64_t>() >= before);
        const Outcome resumed = cli({"resume", project, "--json"});
        QVERIFY2(resumed.code == 0, resumed.err.c_str());
        QCOMPARE(resumed.document()["runs"][0]["trials"].get<int>(), 40);
        QCOMPARE(cli({"trials", project, "1", "--json"}).document()["trials"].size(), size_t(40));
    }

    void wrongInputIsAnsweredInOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, QStringList arguments, const char* word) {
            QTest::newRow(name) << arguments << QString(word);
        };
        row("network", {"tasks", "resnet-19"}, "resnet-1");
        row("task number", {"space", "resnet-18:99"}, "14");
        row("no task", {"space", "hello"}, "NETWORK:N");
        row("bad json", {"space", "[\"dense"}, "not valid JSON");
        row("template", {"space", "[\"dense_pak.x86\"]"}, "dense_pack.x86");
        row("knob", {"space", "resnet-18:2", "--edit", "tile_z+=1"}, "tile_z");
        row("index", {"config", "resnet-18:2", "980"}, "0 to 979");
        row("extent 0", {"space", "[\"tutorial/matmul\",0,1,1,\"float32\"]"}, "argument 1");
        row("extent 2^31", {"space", "[\"tutorial/matmul\",2147483648,1,1,\"float32\"]"}, "argument 1");
        row("cpu", {"config", "resnet-18:2", "0", "--show", "asm", "--target", "llvm -mcpu=pentium99"}, "pentium99");
        row("cpu listed", {"tasks", "resnet-18", "--target", "llvm -mcpu=pentium99"}, "pentium99");
        row("cpu tuned", {"tune", "resnet-18:2", "--trials", "3", "--target", "llvm -mcpu=pentium99"}, "pentium99");
        row("target kind", {"tasks", "resnet-18", "--target", "abacus"}, "abacus");
        row("project", {"runs", "/nowhere/p.knobscope"}, "/nowhere");
        row("not a project", {"runs", KNOBSCOPE_FIXTURES "/space-cases.json"}, "not a Knobscope project");
        row("tuner", {"tune", "resnet-18:2", "--trials", "3", "--tuner", "magic"}, "magic");
        row("gpu", {"measure", cudaTask, "0", "--target", "cuda"}, "GPU");
        row("log", {"records", "read", "/nowhere.log"}, "/nowhere.log");
    }

    void wrongInputIsAnsweredInOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const Outcome outcome = cli(arguments);
        QVERIFY(outcome.code > 0);
        QVERIFY(outcome.out.empty());
        QVERIFY2(outcome.err.find(word.toStdString()) != std::string::npos, outcome.err.c_str());
        QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
        QVERIFY(cli(arguments + QStringList{"--json"}).document().contains("error"));
    }

    void wrongUsageIsTwo()
    {
        QCOMPARE(cli({}).code, 2);
        QCOMPARE(cli({"tune"}).code, 2);
        QCOMPARE(cli({"config", "resnet-18:2", "0", "--show", "poem"}).code, 2);
        QCOMPARE(cli({"frobnicate"}).code, 2);
        QCOMPARE(cli({"space", "resnet-18:99"}).code, 2);
        const Outcome spoilt = cli({"measure", "resnet-18:2", "first", "--json"});
        QCOMPARE(spoilt.code, 2);
        QVERIFY(spoilt.document().contains("error"));
        QCOMPARE(std::count(spoilt.err.begin(), spoilt.err.end(), '\n'), std::ptrdiff_t(1));
    }

    void aMissingWorkerIsNamed()
    {
        qputenv("KNOBSCOPE_WORKER", "/nowhere/worker");
        const Outcome outcome = cli({"measure", "resnet-18:13", "0"});
        qunsetenv("KNOBSCOPE_WORKER");
        QVERIFY(outcome.code > 0);
        QVERIFY(outcome.err.find("/nowhere/worker") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
