// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused, with which exit code, and what is said of answers that need a word.
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <algorithm>
#include <string>

using nlohmann::json;

namespace {

const QString gpuTask = QStringLiteral("resnet-50:3");
const QString overLimit = QStringLiteral("90316799"); // 985 KiB of shared memory
const QString fitting = QStringLiteral("5000000");
const QString sample = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope");

bool isDevice(const char* path)
{
    struct stat status{};
    return ::stat(path, &status) == 0 && S_ISCHR(status.st_mode);
}

bool says(const std::string& text, const char* words)
{
    return text.find(words) != std::string::npos;
}

/// A convolution for conv2d_NCHWc.x86 with these words for its layout and what comes after.
QString packed(const char* layout, const char* rest)
{
    return QStringLiteral(R"(["conv2d_NCHWc.x86",["TENSOR",[1,16,8,8],"float32"],["TENSOR",[16,16,3,3],"float32"],[1,1],)"
                          R"([1,1,1,1],[1,1],"%1","NCHW",%2])")
        .arg(QLatin1String(layout), QLatin1String(rest));
}

} // namespace

class TestCliRefusals : public QObject
{
    Q_OBJECT
private slots:
    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, QStringList arguments, const char* word) {
            QTest::newRow(name) << arguments << QString(word);
        };
        const auto edit = [&](const char* text, const char* word) { row(text, {"space", "resnet-18:2", "--edit", text}, word); };
        edit("tile_ow", "is not an edit");
        edit("tile_ow+=", "no value");
        edit("", "is not an edit");
        edit("+=3", "not the name of a knob");
        edit("tile_oc.max_factor=x", "integer");
        edit("tile_oc.filter=x", "is not a filter");
        edit("where a>", "column 3");
        const auto target = [&](const char* text, const char* word) {
            row(text, {"tasks", "resnet-18", "--target", text}, word);
        };
        target("llvm -mcpu=", "no value");
        target("llvm -mattr=+zork", "zork");
        target("llvm -zork=1", "-zork");
        target("cuda -zork=1", "-zork");
        target("cuda -arch=foo", "foo");
        target("cuda -arch=sm_999", "nearest older one is sm_121");
        target("cuda -arch=sm_75a", "sm_75");
        row("arch of code", {"config", gpuTask, fitting, "--show", "ptx", "--target", "cuda -arch=sm_999"}, "sm_999");
        row("lab", {"lab", "nosuch.space"}, "nosuch.space");
        row("config as a text", {"schedule", "show", "resnet-18:2", "980"}, "0 to 979");
        row("task as a text", {"schedule", "show", "nothing", "1"}, "'nothing' is not a task");
        row("no schedule", {"schedule", "run", "/nowhere.sched"}, "/nowhere.sched");
        row("its space", {"space", "/nowhere.sched"}, "/nowhere.sched");
        row("tuning it", {"tune", "/nowhere.sched", "--trials", "2"}, "/nowhere.sched");
        row("hand-in", {"lessons", "check", "/nowhere.json"}, "/nowhere.json");
        row("hand-ins", {"lessons", "table", "/nowhere.json"}, "/nowhere.json");
        row("lesson", {"lessons", "validate", "/nowhere"}, "There is no folder /nowhere");
        row("report", {"report", "/nowhere", "-o", "/tmp/x.html"}, "The project file /nowhere does not exist");
        row("report on a project", {"report", sample, "-o", sample}, "is a project, which would be overwritten");
        row("question", {"query", sample, "DELETE FROM trial"}, "It must be one SELECT of run, trial");
        row("question that attaches", {"query", sample, "ATTACH '/tmp/x.db' AS x"}, "not authorized");
        row("question to nothing", {"query", "/nowhere", "SELECT 1"}, "The project file /nowhere does not exist");
        row("other tuner", {"records", "import", "/nowhere.csv", "--project", "/tmp/x.knobscope"}, "/nowhere.csv");
        row("unknown tuner", {"records", "import", "x.csv", "--from", "magic", "--project", "/tmp/x.knobscope"}, "magic");
        row("command", {"nosuch"}, "There is no command 'nosuch'");
        row("near command", {"tun", "resnet-18:2"}, "did you mean 'tune'?");
        row("near subcommand", {"trace", "exprt"}, "did you mean 'trace export'?");
        row("index", {"measure", "resnet-18:2", "99999999999999999999"}, "99999999999999999999");
        row("seconds", {"tune", "resnet-18:2", "--trials", "2", "--seconds", "nan"},
            "'nan' is not a number from 0 to 1000000000");
        row("minutes", {"network", "tune", "resnet-18", "--minutes", "nan", "--project", "p"},
            "'nan' is not a number from 0.001");
        row("limit", {"trials", "p", "1", "--limit", "-1"}, "'-1' is not a number from 0 to 1099511627776");
        row("trials", {"tune", "resnet-18:2", "--trials", "0"}, "'0' is not a number from 1");
        row("removed", {"space", "--from", "/tmp"}, "--from was removed");
        row("layout", {"space", packed("NHWC", "\"float32\"")}, "argument 6 (layout)");
        row("block", {"space", packed("NCHW16x", "\"float32\"")}, "argument 6 (layout)");
        row("arguments", {"space", packed("NCHW", "\"float32\",7")}, "expects 8 arguments, but 9 were given");
        row("device", {"tune", "resnet-18:2", "--trials", "2", "--device", "cuda:0"}, "CPU");
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const Outcome outcome = cli(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(says(outcome.err, word.toUtf8().constData()), outcome.err.c_str());
        QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
    }

    void rightTargetsAndLayoutsPass()
    {
        for (const char* target : {"llvm -mcpu=skylake-avx512 -mattr=+avx512f", "cuda -arch=sm_90a -max_threads_per_block=512",
                                   "cuda -model=unknown -arch=sm_86", "opencl -max_num_threads=256"}) {
            const Outcome outcome = cli({"tasks", "resnet-18", "--target", target});
            QVERIFY2(outcome.code == 0, outcome.err.c_str());
        }
        QCOMPARE(cli({"space", packed("NCHW", "\"float32\"")}).code, 0);
        QCOMPARE(cli({"space", packed("NCHW16c", "\"float32\"")}).code, 0);
    }

    void oneRefusalForKernelsOfAnotherCpu()
    {
#ifdef __aarch64__
        const QString target = QStringLiteral("llvm -mtriple=x86_64-linux-gnu");
#else
        const QString target = QStringLiteral("llvm -mtriple=aarch64-linux-gnu");
#endif
        for (const QStringList& command :
             {QStringList{"tune", "resnet-18:2", "--trials", "4"}, {"measure", "resnet-18:2", "3"}}) {
            const Outcome outcome = cli(command + QStringList{"--target", target});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(says(outcome.err, "do not run on this machine"), outcome.err.c_str());
            QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
        }
    }

    void aBrokenLimitIsSaid()
    {
        const QStringList old{"--target", "cuda -arch=sm_70"};
        const Outcome emulated = cli(QStringList{"measure", gpuTask, overLimit, "--emulate", "--json"} + old);
        QCOMPARE(emulated.code, 0); // its answer is right; that it fits is another question
        QVERIFY(
            says(emulated.document()["results"][0]["limit"].get<std::string>(), "shared memory per block; sm_70 allows 98,304"));
        const QStringList words{"measure", gpuTask, overLimit, "--emulate", "--timeout", "0.01"}; // the limit is known anyway
        QVERIFY(says(cli(words + old).out, "sm_70 allows 98,304"));
        const Outcome code = cli(QStringList{"config", gpuTask, overLimit, "--show", "cuda"} + old);
        QVERIFY(code.out.starts_with("// This config does not run"));
        QVERIFY(says(code.err, "sm_70 allows 98,304"));
        const Outcome document = cli(QStringList{"config", gpuTask, overLimit, "--show", "cuda", "--json"} + old);
        QVERIFY(says(document.document()["limit"].get<std::string>(), "sm_70"));
        const Outcome fits = cli(QStringList{"config", gpuTask, fitting, "--show", "cuda", "--json"} + old);
        QVERIFY(fits.err.empty() && !fits.document().contains("limit"));
    }

    void howOperationsAreCountedIsSaid()
    {
        const json tasks = cli({"tasks", "mobilenet-v1", "--json"}).document();
        QCOMPARE(tasks["flops_counted"].get<std::string>(), std::string("plain"));
        QVERIFY(tasks["tasks"][1]["autotvm_gflops"].get<double>() > 1.3 * tasks["tasks"][1]["gflops"].get<double>());
        QVERIFY(says(cli({"tasks", "mobilenet-v1"}).out, "GFLOPs (2*MAC)"));
        QTemporaryDir dir;
        const QString project = dir.filePath("f.knobscope");
        const QStringList tune{
            "tune",  R"(["tutorial/matmul",64,64,64,"float32"])", "--tuner", "random", "--trials", "2", "--project", project,
            "--json"};
        for (const QStringList& command : {tune + kQuickRun,
                                           {"runs", project, "--json"},
                                           {"best", project, "--json"},
                                           {"trials", project, "1", "--json"},
                                           QStringList{"measure", "resnet-18:13", "0", "--json"} + kQuickTiming}) {
            QCOMPARE(cli(command).document()["flops_counted"].get<std::string>(), std::string("autotvm"));
        }
        QVERIFY(says(cli({"runs", project}).out, "GFLOPS (AutoTVM)"));

        QCOMPARE(cli({"trials", project, "1", "--where", "zork"}).code, 2);
        QCOMPARE(cli({"trials", project, "1", "--csv", "--json"}).code, 2);
        QCOMPARE(cli({"trace", "stats", project, "--from", "1e300"}).code, 2);
        QCOMPARE(cli({"trace", "stats", project, "0"}).code, 2);
        QCOMPARE(cli({"trace", "export", project, "--trace", "9", "-o", dir.filePath("t.json")}).code, 2);
        QVERIFY(!QFile::exists(dir.filePath("t.json")));
    }

    void manyThreadsAndFruitlessPruning()
    {
        const Outcome many =
            cli(QStringList{"measure", "resnet-18:13", "0", "--threads", "1024", "--cut-off", "0"} + kQuickTiming);
        QVERIFY2(says(many.err, "more than this machine's"), many.err.c_str());
        const QStringList two{"tune", R"(["tutorial/matmul",64,64,64,"float32"])", "--tuner", "random", "--trials", "2"};
        const Outcome tuned = cli(two + kQuickRun);
        QVERIFY(!says(tuned.err, " 0 of "));
        QVERIFY(!says(tuned.err, "of 0 measured"));
    }

    /// Only what measures makes a project of an empty file.
    void anEmptyFileStaysOne()
    {
        QTemporaryDir dir;
        QFile file(dir.filePath("e.knobscope"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const Outcome outcome = cli({"resume", file.fileName()});
        QVERIFY2(outcome.code == 1 && says(outcome.err, "is an empty file"), outcome.err.c_str());
        QCOMPARE(file.size(), qint64(0));
    }

    void aFullDiskIsAFailure()
    {
        if (!isDevice("/dev/full")) {
            QSKIP("this system has no /dev/full");
        }
        QTemporaryDir dir;
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), {"tasks", "resnet-18", "--json"});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("cannot be written"));
        const QString log = QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
        QCOMPARE(cli({"records", "convert", log, "-o", "/dev/full"}).code, 1);
        QVERIFY(isDevice("/dev/full")); // and it is still there
    }
};

QTEST_GUILESS_MAIN(TestCliRefusals)
#include "tst_cli_refusals.moc"
