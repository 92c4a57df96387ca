// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/task/steps.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;

class TestSteps : public QObject
{
    Q_OBJECT
private slots:
    /// The last step is what lowering makes of the whole schedule, and the steps' primitives are the schedule's.
    void stepsEndWhereLoweringEnds_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("target");
        const char* const conv =
            R"([["TENSOR",[1,32,14,14],"float32"],["TENSOR",[64,32,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])";
        const char* const pointwise =
            R"([["TENSOR",[1,32,14,14],"float32"],["TENSOR",[64,32,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"NCHW","NCHW","float32"])";
        const char* const depthwise =
            R"([["TENSOR",[1,32,14,14],"float32"],["TENSOR",[32,1,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])";
        const char* const armConv =
            R"([["TENSOR",[1,32,14,14],"float32"],["TENSOR",[64,32,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])";
        const char* const dense = R"([["TENSOR",[4,64],"float32"],["TENSOR",[96,64],"float32"],null,"float32"])";
        const char* const batch = R"([["TENSOR",[2,16,32],"float32"],["TENSOR",[2,24,32],"float32"]])";
        const auto row = [](const char* name, const char* args, const char* target) {
            QTest::newRow(name) << name << args << target;
        };
        row("conv2d_NCHWc.x86", conv, "llvm");
        QTest::newRow("conv2d_NCHWc.x86 1x1") << "conv2d_NCHWc.x86" << pointwise << "llvm";
        row("depthwise_conv2d_NCHWc.x86", depthwise, "llvm");
        row("conv2d_nchw_spatial_pack.arm_cpu", armConv, "llvm");
        row("dense_nopack.x86", dense, "llvm");
        row("dense_pack.x86", dense, "llvm");
        row("batch_matmul.x86", batch, "llvm");
        row("tutorial/matmul", R"([64,64,64,"float32"])", "llvm");
    }

    void stepsEndWhereLoweringEnds()
    {
        QFETCH(QString, name);
        QFETCH(QString, args);
        QFETCH(QString, target);
        const auto task =
            makeTask(name.toStdString(), nlohmann::json::parse(args.toStdString()), parseTarget(target.toStdString()).value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        std::mt19937_64 random(11);
        int legal = 0;
        for (int round = 0; round < 8; ++round) {
            const auto entity =
                task->space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()))).value();
            const auto nest = lowerConfig(*task, entity);
            const auto steps = scheduleSteps(*task, entity);
            QCOMPARE(steps.has_value(), nest.has_value());
            if (!nest) {
                continue;
            }
            ++legal;
            const Schedule schedule = scheduleConfig(*task, entity).value();
            QCOMPARE(steps->size(), schedule.primitives().size());
            std::string text;
            for (const NestLine& line : steps->back().lines) {
                text += line.text + "\n";
            }
            QCOMPARE(text, ir::text(*nest));
            for (size_t i = 0; i < steps->size(); ++i) {
                const ScheduleStep& step = (*steps)[i];
                QCOMPARE(step.primitive.primitive, schedule.primitives()[i].primitive);
                QVERIFY2(step.problem.empty(), step.problem.message.c_str());
                QCOMPARE(step.changed.size(), step.lines.size());
                for (const NestLine& line : step.lines) {
                    for (const ir::ProvenanceId id : line.loops) {
                        QVERIFY(id >= 0 && static_cast<size_t>(id) <= i);
                    }
                }
            }
        }
        QVERIFY(legal > 0);
    }

    void gpuConfigsAreSteppedThroughToo()
    {
        const auto gpu =
            makeTask(
                "conv2d_nchw.cuda",
                nlohmann::json::parse(
                    R"([["TENSOR",[1,32,14,14],"float32"],["TENSOR",[64,32,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])"),
                parseTarget("cuda").value())
                .value();
        const ConfigEntity entity = gpu.space.at(0).value();
        const auto steps = scheduleSteps(gpu, entity);
        QVERIFY2(steps.has_value(), steps ? "" : steps.error().message.c_str());
        QCOMPARE(steps->size(), scheduleConfig(gpu, entity)->primitives().size());
        QVERIFY(std::any_of(steps->begin(), steps->end(),
                            [](const ScheduleStep& s) { return s.primitive.primitive.find("threadIdx") != std::string::npos; }));
        for (const ScheduleStep& step : *steps) {
            QVERIFY2(!step.lines.empty(), step.problem.message.c_str());
        }
    }

    void aScheduleWithoutHistoryHasNoPast()
    {
        const ir::Tensor a = ir::placeholder("A", {8});
        const ir::Tensor b = ir::compute("B", {8}, [&](auto i) { return a({i[0]}); });
        Schedule plain({b});
        plain[b].split(plain[b].axis(0), 4);
        QVERIFY(!plain.stateAfter(0));
        Schedule kept({b});
        kept.keepHistory();
        const auto parts = kept[b].split(kept[b].axis(0), 4);
        kept[b].unroll(parts[1]);
        QVERIFY(!kept.stateAfter(3));
        QCOMPARE(kept.stateAfter(0)->text(), std::string());
        QCOMPARE(kept.stateAfter(1)->find(b)->leaves.size(), size_t(2));
        QVERIFY(kept.stateAfter(1)->find(b)->annotations.empty());
        QCOMPARE(kept.stateAfter(2)->text(), kept.text());
    }
};

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
