// SPDX-License-Identifier: GPL-3.0-or-later
// What is exported is compiled by the C compiler that is here, and computes what the interpreter computes.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/exportprogram.h"
#include "core/task/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/untunedchoices.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestExportProgram : public QObject
{
    Q_OBJECT
private:
    static HandMade network(const std::string& last)
    {
        HandMade made;
        const ValueId x = made.input("a */ \"name\"", {1, 16, 32, 32});
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
        const ValueId scores = made.node("Gemm", "head", {flat, made.constant("h.w", {10, 32})}, {{"transB", int64_t{1}}});
        made.output(made.node(last, "last", {scores}));
        made.output(b);
        return made;
    }

    static Result<Program> programOf(const HandMade& made)
    {
        const std::vector<Group> groups = groupEpilogues(made.graph);
        return makeProgram(made.graph, groups, {untunedChoices(made.graph, groups).value(), *hostTarget(), 2, "net_"});
    }

private slots:
    void theExportComputesTheSame()
    {
        const QString compiler = QStandardPaths::findExecutable("cc");
        if (compiler.isEmpty()) {
            QSKIP("there is no C compiler");
        }
        HandMade made = network("Softmax");
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QTemporaryDir folder;
        const auto program = programOf(made);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        const auto done = exportProgram(*program, "net", folder.path().toStdString(), *hostTarget());
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());

        QProcess compiling;
        compiling.setWorkingDirectory(folder.path());
        compiling.start(compiler, {"-O1", "-Wall", "-Werror", "main.c", "-L.", "-lnet", "-lm", "-o", "net"});
        QVERIFY(compiling.waitForFinished(60000));
        QVERIFY2(compiling.exitCode() == 0, compiling.readAllStandardError().constData());
        QProcess running;
        running.setWorkingDirectory(folder.path());
        running.start(folder.filePath("net"), QStringList());
        const auto bytes = inputs[0].bytes();
        running.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
        running.closeWriteChannel();
        QVERIFY(running.waitForFinished(60000));
        QCOMPARE(running.exitCode(), 0);
        const QList<QByteArray> lines = running.readAllStandardOutput().trimmed().split('\n');
        std::vector<float> numbers;
        for (const QByteArray& line : lines) {
            numbers.push_back(line.toFloat());
        }
        QCOMPARE(numbers.size(), size_t{10 + 16 * 32 * 32});
        const Tensor scores = Tensor::of<float>({1, 10}, std::vector<float>(numbers.begin(), numbers.begin() + 10));
        const Tensor image = Tensor::of<float>({1, 16, 32, 32}, std::vector<float>(numbers.begin() + 10, numbers.end()));
        QVERIFY(compareTensors(scores, expected[0], 1e-3, 1e-5)->isWithin);
        QVERIFY(compareTensors(image, expected[1], 1e-3, 1e-3)->isWithin);
    }

    void operatorsWithoutCodeAreRefused()
    {
        const auto program = programOf(network("Softplus"));
        QVERIFY(program);
        QTemporaryDir folder;
        const auto done = exportProgram(*program, "net", folder.path().toStdString(), *hostTarget());
        QVERIFY(!done);
        QVERIFY2(done.error().message.find("'last' (Softplus)") != std::string::npos, done.error().message.c_str());
        const auto nowhere = exportProgram(*programOf(network("Softmax")), "net", "/proc/none", *hostTarget());
        QVERIFY(!nowhere && nowhere.error().message.find("/proc/none") != std::string::npos);
    }

    void namesBecomeIdentifiers()
    {
        QCOMPARE(identifierOf("resnet-18/v1b"), std::string("resnet_18_v1b"));
        QCOMPARE(identifierOf("7up"), std::string("network_7up"));
        QCOMPARE(identifierOf(""), std::string("network_"));
    }
};

QTEST_GUILESS_MAIN(TestExportProgram)
#include "tst_exportprogram.moc"
