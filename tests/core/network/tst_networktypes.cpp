// SPDX-License-Identifier: GPL-3.0-or-later
// Which templates compute a network's layers on bytes, and what they multiply by what the target's CPU can do, down to the
// instruction.
#include "core/network/extract.h"
#include "core/task/kernelcode.h"

#include <QTest>

using namespace knobscope;

class TestNetworkTypes : public QObject
{
    Q_OBJECT
private slots:
    void bytesAreOfTheTypesThatTheCpuMultiplies_data()
    {
        QTest::addColumn<QString>("features");
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("instruction");
        QTest::newRow("sdot") << "+neon,+dotprod" << "int8" << "sdot";
        QTest::newRow("usdot, too") << "+neon,+dotprod,+i8mm" << "uint8" << "usdot";
        QTest::newRow("neither") << "+neon" << "uint8" << "";
    }

    /// On ARM, whose sdot multiplies int8 by int8; usdot, for uint8 by int8, came later.
    void bytesAreOfTheTypesThatTheCpuMultiplies()
    {
        QFETCH(QString, features);
        QFETCH(QString, data);
        QFETCH(QString, instruction);
        const Network network = findNetwork(loadNetworks().value(), "resnet-18/int8").value();
        const Target board =
            parseTarget("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu -mattr=" + features.toStdString()).value();
        const auto extracted = extractTasks(network, board, TaskChoice::WithExtra).value();
        QVERIFY(extracted.skipped.empty());
        QStringList seen;
        for (const NetworkTask& task : extracted.tasks) {
            QCOMPARE(task.args[0][2].get<std::string>(), data.toStdString());
            QCOMPARE(task.args[1][2].get<std::string>(), std::string("int8"));
            if (!task.id.starts_with("resnet-18/int8:2") && task.task != "dense_dot.x86") {
                continue;
            }
            const Task made = makeTask(task.task, task.args, board).value();
            const auto nest = lowerConfig(made, fallbackConfig(made).value()).value();
            const std::string assembly = generatedText(board, nest, CodeLevel::Assembly).value().joined();
            for (const char* name : {"sdot", "usdot"}) {
                QCOMPARE(assembly.find(fmt::format("\t{}\t", name)) != std::string::npos, instruction == name);
            }
            seen.push_back(QString::fromStdString(task.task));
        }
        QCOMPARE(seen, QStringList({"conv2d_NCHWc_int8.x86", "conv2d_tiles_NCHWc.x86", "dense_dot.x86"}));
    }

    void layersOfExtraTemplatesAreNotWithoutOne_data()
    {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("outputs");
        QTest::addColumn<QString>("on");
        QTest::addColumn<QString>("computes"); // empty: AutoTVM's template
        QTest::newRow("whole vectors") << 32 << 16 << "llvm -mcpu=sapphirerapids" << "";
        QTest::newRow("half a vector") << 96 << 24 << "llvm -mcpu=sapphirerapids" << "conv2d_tiles_NCHWc.x86";
        QTest::newRow("the stem") << 3 << 32 << "llvm -mcpu=cascadelake" << "conv2d_tiles_NCHWc.x86";
    }

    /// AutoTVM's template of bytes takes channels in whole vectors alone. A list of its tasks says that an extra template
    /// computes the others, and the list with extra tasks has them.
    void layersOfExtraTemplatesAreNotWithoutOne()
    {
        QFETCH(int, channels);
        QFETCH(int, outputs);
        QFETCH(QString, on);
        QFETCH(QString, computes);
        ConvWorkload conv;
        conv.c = channels;
        conv.k = outputs;
        conv.h = conv.w = 56;
        conv.type = ir::uint8;
        Network bytes;
        bytes.workloads = {{conv, 1}};
        const Target cpu = parseTarget(on.toStdString()).value();
        const auto listed = extractTasks(bytes, cpu).value();
        QCOMPARE(listed.skipped.size(), size_t{0});
        QCOMPARE(listed.onlyExtra.size(), size_t{computes.isEmpty() ? 0U : 1U});
        QCOMPARE(listed.tasks.size(), size_t{computes.isEmpty() ? 1U : 0U});
        if (!computes.isEmpty()) {
            QVERIFY2(QString::fromStdString(listed.onlyExtra[0]).endsWith("; the extra template " + computes + " computes it"),
                     listed.onlyExtra[0].c_str());
        }
        const auto all = extractTasks(bytes, cpu, TaskChoice::WithExtra).value();
        QVERIFY(all.skipped.empty() && all.onlyExtra.empty());
        QVERIFY(!all.tasks.empty()
                && all.tasks.front().task == (computes.isEmpty() ? "conv2d_NCHWc_int8.x86" : computes.toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestNetworkTypes)
#include "tst_networktypes.moc"
