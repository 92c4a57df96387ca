// SPDX-License-Identifier: GPL-3.0-or-later
// What is exported is compiled by the C compiler that is here, and computes what the interpreter computes.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/exportprogram.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/untunedchoices.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>

using namespace knobscope;

class TestExportProgram : public QObject
{
    Q_OBJECT
private:
    static HandMade network(const std::string& last,
                            const std::string& input = "a */ \"name\" /* ?"
                                                       "?/ \u202E\n*/*/ \\",
                            int64_t classes = 10)
    {
        HandMade made;
        const ValueId x = made.input(input, {1, 16, 32, 32});
        const auto conv = [&](const std::string& name, ValueId from, int64_t window) {
            const int64_t pad = window / 2;
            return made.node("Conv", name,
                             {from, made.constant(name + ".w", {16, 16, window, window}), made.constant(name + ".b", {16})},
                             {{"pads", std::vector<int64_t>{pad, pad, pad, pad}}});
        };
        const ValueId a = made.node("Relu", "r1", {conv("c1", x, 3)}); // by Winograd: weights are prepared
        const ValueId b = made.node("Relu", "r2", {made.node("Add", "add", {conv("c2", a, 3), x})});
        const ValueId c = made.node("Concat", "both", {conv("c3", b, 1), b}, {{"axis", int64_t{1}}});
        const ValueId flat = made.node("Flatten", "flat", {made.node("GlobalAveragePool", "pool", {c})});
        const ValueId scores = made.node("Gemm", "head", {flat, made.constant("h.w", {classes, 32})}, {{"transB", int64_t{1}}});
        made.output(made.node(last, "last", {scores}));
        made.output(b);
        return made;
    }

    static Result<Program> programOf(const HandMade& made)
    {
        const std::vector<Group> groups = groupEpilogues(made.graph);
        return makeProgram(made.graph, groups, {untunedChoices(made.graph, groups).value(), *hostTarget(), 2, "net_"});
    }

    /// Exports a program, compiles it with the C compiler that is here, and runs it on one input. All numbers of its outputs.
    static void computeExported(const Program& program, const Tensor& input, std::vector<float>& numbers)
    {
        const QString compiler = QStandardPaths::findExecutable("cc");
        QTemporaryDir folder;
        const auto done = exportProgram(program, "net", folder.path().toStdString());
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
        QProcess compiling;
        compiling.setWorkingDirectory(folder.path());
        compiling.start(compiler, {"-O1", "-Wall", "-Wcomment", "-Wtrigraphs", "-Werror", "-std=c11", "main.c", "net.c", "-L.",
                                   "-lnet", "-lm", "-o", "net"});
        QVERIFY(compiling.waitForFinished(60000));
        QVERIFY2(compiling.exitCode() == 0, compiling.readAllStandardError().constData());
        QProcess running;
        running.setWorkingDirectory(folder.path());
        running.start(folder.filePath("net"), QStringList());
        const auto bytes = input.bytes();
        running.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
        running.closeWriteChannel();
        QVERIFY(running.waitForFinished(60000));
        QCOMPARE(running.exitStatus(), QProcess::NormalExit);
        QCOMPARE(running.exitCode(), 0);
        for (const QByteArray& line : running.readAllStandardOutput().trimmed().split('\n')) {
            numbers.push_back(line.toFloat());
        }
    }

    static bool hasCompiler() { return !QStandardPaths::findExecutable("cc").isEmpty(); }

private slots:
    void theExportComputesTheSame()
    {
        if (!hasCompiler()) {
            QSKIP("there is no C compiler");
        }
        HandMade made = network("Softmax");
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto program = programOf(made);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        std::vector<float> numbers;
        computeExported(*program, inputs[0], numbers);
        QCOMPARE(numbers.size(), size_t{10 + 16 * 32 * 32});
        const Tensor scores = Tensor::of<float>({1, 10}, std::vector<float>(numbers.begin(), numbers.begin() + 10));
        const Tensor image = Tensor::of<float>({1, 16, 32, 32}, std::vector<float>(numbers.begin() + 10, numbers.end()));
        QVERIFY(compareTensors(scores, expected[0], 1e-3, 1e-5)->isWithin);
        QVERIFY(compareTensors(image, expected[1], 1e-3, 1e-3)->isWithin);
    }

    /// Products of bfloat16 in matrix tiles: the program asks the system for the registers itself.
    void theExportUsesTiles()
    {
        if (!hasMatrixTiles(*hostTarget())) {
            QSKIP("this CPU has no AMX");
        }
        if (!hasCompiler()) {
            QSKIP("there is no C compiler");
        }
        HandMade made = network("Softmax");
        QVERIFY(roundProductsToBfloat16(made.graph).has_value());
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto program = programOf(made);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QVERIFY(std::ranges::any_of(program->kernels, &CompiledKernel::usesMatrixTiles));
        std::vector<float> numbers;
        computeExported(*program, inputs[0], numbers);
        QCOMPARE(numbers.size(), size_t{10 + 16 * 32 * 32});
        const Tensor image = Tensor::of<float>({1, 16, 32, 32}, std::vector<float>(numbers.begin() + 10, numbers.end()));
        const auto difference = compareTensors(image, expected[1], 1e-2, 1e-2);
        QVERIFY2(difference->isWithin, fmt::format("off by {}", difference->largest).c_str());
    }

    /// A header of another library than the one beside it would have its caller crash.
    void anExportThatFailsLeavesTheEarlierOne()
    {
        const auto program = programOf(network("Softmax"));
        const auto other = programOf(network("Softmax", "another name", 12));
        QVERIFY(program && other);
        QTemporaryDir folder;
        QVERIFY(exportProgram(*program, "net", folder.path().toStdString()));
        const auto contents = [&] {
            QMap<QString, QByteArray> all;
            for (const QString& name : QDir(folder.path()).entryList(QDir::Files | QDir::Hidden)) {
                QFile file(folder.filePath(name));
                all[name] = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            }
            return all;
        };
        const auto before = contents();
        QCOMPARE(before.size(), qsizetype(5));
        QTemporaryDir scratch;
        QVERIFY(exportProgram(*other, "net", scratch.path().toStdString()));
        const QString fresh = folder.filePath("new");
        const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
        for (const char* name : {"net.weights", "libnet.a"}) { // the larger does not fit, or both
            rlimit old{};
            QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
            const rlimit full{static_cast<rlim_t>(QFileInfo(scratch.filePath(name)).size() - 1), old.rlim_max};
            QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
            const auto again = exportProgram(*other, "net", folder.path().toStdString());
            const auto elsewhere = exportProgram(*other, "net", fresh.toStdString());
            QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
            QVERIFY(!again && again.error().code == ErrorCode::Io && !elsewhere);
            QVERIFY(contents() == before);
            QVERIFY(!QFileInfo::exists(fresh));
        }
        std::signal(SIGXFSZ, oldHandler);
        QVERIFY(exportProgram(*other, "net", folder.path().toStdString()));
        QVERIFY(contents()["net.h"].contains("another name"));
        QCOMPARE(contents().size(), qsizetype(5));
    }

    void operatorsWithoutCodeAreRefused()
    {
        const auto program = programOf(network("Sinh"));
        QVERIFY(program);
        QTemporaryDir folder;
        const auto done = exportProgram(*program, "net", folder.path().toStdString());
        QVERIFY(!done);
        QVERIFY2(done.error().message.find("'last' (Sinh)") != std::string::npos, done.error().message.c_str());
        const auto nowhere = exportProgram(*programOf(network("Softmax")), "net", "/proc/none");
        QVERIFY(!nowhere && nowhere.error().message.find("/proc/none") != std::string::npos);
    }

    void namesBecomeIdentifiers()
    {
        QCOMPARE(identifierOf("resnet-18/v1b"), std::string("resnet_18_v1b"));
        QCOMPARE(identifierOf("7up"), std::string("network_7up"));
        QCOMPARE(identifierOf(""), std::string("network_"));
        QCOMPARE(identifierOf("main"), std::string("network_main")); // main.c is the example
    }
};

QTEST_GUILESS_MAIN(TestExportProgram)
#include "tst_exportprogram.moc"
