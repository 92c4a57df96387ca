// SPDX-License-Identifier: GPL-3.0-or-later
// Weights are in memory once, as runs read them.
#include "core/base/processmemory.h"
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/executor.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <unistd.h>

using namespace knobscope;

class TestProgramWeights : public QObject
{
    Q_OBJECT
private:
    static Result<Program> programOf(const Graph& graph, std::map<size_t, KernelChoice> choices)
    {
        ProgramOptions options;
        options.choices = std::move(choices);
        options.target = *hostTarget();
        return makeProgram(graph, groupEpilogues(graph), options);
    }

    /// The template's first config that can be scheduled.
    static std::map<size_t, KernelChoice> byTemplate(const Graph& graph, std::string_view name)
    {
        std::map<size_t, KernelChoice> choices;
        const auto tasks = tasksOf(graph, graph.nodes.front(), *hostTarget()).value();
        for (const Task& task : tasks) {
            for (int64_t index = 0; task.name == name && choices.empty() && index < task.space.rangeLength(); ++index) {
                const auto entity = task.space.at(index);
                if (entity && scheduleConfig(task, *entity)) {
                    choices.emplace(0, KernelChoice{task, *entity, 0});
                }
            }
        }
        return choices;
    }

private slots:
    /// What lies in the weights is not kept in the graph as well.
    void constantsAreKeptOnce()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 16, 8, 8});
        const ValueId weights = made.constant("w", {16, 16, 3, 3});
        const ValueId scale = made.constant("scale", {1, 16, 1, 1});
        const ValueId which = made.integers("which", {2, 0, 1});
        const ValueId conv = made.node("Conv", "conv", {x, weights}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
        const ValueId scaled = made.node("Mul", "scaled", {conv, scale});
        made.output(made.node("Gather", "rows", {scaled, which}, {{"axis", int64_t{2}}}));
        const auto program = programOf(made.graph, byTemplate(made.graph, "conv2d_NCHWc.x86"));
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QVERIFY(!program->graph.value(weights).constant);
        QVERIFY(!program->graph.value(scale).constant);
        QCOMPARE(program->runWeightBytes, static_cast<int64_t>(program->weights.size()));
        QCOMPARE(program->preparedBytes, int64_t{0});
        QVERIFY(program->graph.value(which).constant != nullptr); // its operator is no kernel
        QVERIFY(made.graph.value(weights).constant != nullptr);
    }

    /// Winograd's kernels read what was made of the weights.
    void whatPreparingAloneReadsIsGivenBack()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 512, 4, 4});
        const ValueId bias = made.constant("b", {1024});
        made.output(made.node("Conv", "conv", {x, made.constant("w", {1024, 512, 3, 3}), bias},
                              {{"pads", std::vector<int64_t>{1, 1, 1, 1}}}));
        auto program = programOf(made.graph, byTemplate(made.graph, "conv2d_winograd_NCHWc.x86"));
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        constexpr int64_t weightBytes = int64_t{1024} * 512 * 9 * 4;
        QCOMPARE(program->runWeightBytes, int64_t{1024} * 4 + program->preparedBytes); // the bias
        QCOMPARE(static_cast<int64_t>(program->weights.size()), program->runWeightBytes + weightBytes);
        QVERIFY(program->preparedBytes > weightBytes);
        const int64_t before = memoryOf(getpid()).own;
        auto executor = Executor::create(std::move(*program));
        QVERIFY2(executor.has_value(), executor ? "" : executor.error().message.c_str());
        const int64_t grown = memoryOf(getpid()).own - before;
        const int64_t prepared = (*executor)->program().preparedBytes;
        QVERIFY2(grown < prepared, qPrintable(QString("%1 beside %2").arg(grown).arg(prepared)));
        QCOMPARE(static_cast<int64_t>((*executor)->program().weights.size()), (*executor)->program().runWeightBytes);

        const std::vector<Tensor> inputs = made.randomInputs();
        QVERIFY((*executor)->setInput(0, inputs[0]));
        for (int run = 0; run < 2; ++run) {
            QVERIFY((*executor)->run());
            const auto expected = interpret(made.graph, inputs).value();
            const auto difference = compareTensors((*executor)->output(0), expected[0], 2e-3, 2e-4);
            QVERIFY(difference && difference->isWithin);
        }
    }
};

QTEST_APPLESS_MAIN(TestProgramWeights)
#include "tst_programweights.moc"
