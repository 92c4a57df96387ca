// SPDX-License-Identifier: GPL-3.0-or-later
// That a template, a tuner and an operator are one file and one line each, as docs/architecture.md says: this program is the
// core with three throw-away ones, built of nothing but their files and the registries with a line more (CMakeLists.txt).
#include "core/graph/graph.h"
#include "core/graph/interpreter.h"
#include "core/graph/operator.h"
#include "core/network/extract.h"
#include "core/network/network.h"
#include "core/op/evaluate.h"
#include "core/task/task.h"
#include "core/template/untuned.h"
#include "core/tuner/tuner.h"
#include "tests/core/lower/interpreter.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

constexpr const char* templateName = "dense_throwaway.x86";

Task smallTask()
{
    const nlohmann::json args = {{"TENSOR", {2, 5}, "float32"}, {"TENSOR", {6, 5}, "float32"}, nullptr, "float32"};
    return makeTask(templateName, args, parseTarget("llvm").value()).value();
}

/// What the loop nest of a config leaves in its output, and what the operator's definition says.
std::pair<std::vector<double>, std::vector<double>> outputsOf(const Task& task, const ConfigEntity& entity)
{
    const ir::LoopNest nest = lowerConfig(task, entity).value();
    const OperatorDefinition definition = definitionOf(task, entity).value();
    test::Values values;
    TensorValues inputs;
    for (size_t i = 0; i < nest.parameters.size(); ++i) {
        std::vector<double> elements(static_cast<size_t>(nest.parameters[i]->elements()));
        for (size_t k = 0; k < elements.size(); ++k) {
            elements[k] = i < nest.inputs ? static_cast<double>((k * 7 + i) % 11) : 0;
        }
        if (i < nest.inputs) {
            inputs[&definition.inputs[i].node()] = elements;
        }
        values[nest.parameters[i].get()] = elements;
    }
    test::Interpreter(values).run(nest.body);
    return {values[nest.parameters.back().get()], evaluate(definition.output, inputs).value()};
}

} // namespace

class TestAdding : public QObject
{
    Q_OBJECT

private slots:
    void templateIsListedAndComputes()
    {
        QVERIFY(std::ranges::any_of(templates(), [](const Template& one) { return one.name == templateName; }));
        const Task task = smallTask();
        QCOMPARE(task.space.rangeLength(), int64_t{4}); // 6 columns in two
        for (int64_t i = 0; i < task.space.rangeLength(); ++i) {
            const auto [left, expected] = outputsOf(task, task.space.at(i).value());
            QCOMPARE(left, expected);
        }
    }

    void networksGetTasksOfTheTemplate()
    {
        const auto networks = loadNetworks().value();
        const auto tasks =
            extractTasks(findNetwork(networks, "resnet-18").value(), parseTarget("llvm").value(), TaskChoice::WithExtra)
                .value()
                .tasks;
        const auto found = std::ranges::find(tasks, templateName, &NetworkTask::task);
        QVERIFY(found != tasks.end());
        QVERIFY(found->isExtra);
        QVERIFY2(found->id.ends_with(std::string("/") + templateName), found->id.c_str());
        QVERIFY(untunedRank(templateName, found->args) < untunedRank("dense_pack.x86", found->args));
        const auto beside = extraTasksOf("dense_pack.x86", found->args, parseTarget("llvm").value());
        QVERIFY(std::ranges::find(beside, templateName, &Task::name) != beside.end());
    }

    void tunerIsListedAndSearches()
    {
        const auto all = tuners();
        QVERIFY(std::ranges::any_of(all, [](const TunerDescription& one) { return one.name == "throwaway"; }));
        const Task task = smallTask();
        const auto tuner = makeTuner("throwaway", task.space, 1);
        QVERIFY(tuner);
        QCOMPARE((*tuner)->propose(3), (std::vector<int64_t>{3, 2, 1}));
    }

    void operatorIsFoundAndComputes()
    {
        QVERIFY(findOperator("Twice"));
        Graph graph;
        const TensorType type{ir::float32, {2}};
        const ValueId x = graph.add({"x", type, nullptr});
        const ValueId y = graph.add({"y", type, nullptr});
        graph.nodes.push_back({"Twice", "", {}, {x}, {y}, {}});
        graph.inputs = {x};
        graph.outputs = {y};
        const auto out = interpret(graph, {Tensor::of<float>({2}, std::vector<float>{1, -3})});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QCOMPARE(std::vector<float>((*out)[0].as<float>().begin(), (*out)[0].as<float>().end()), (std::vector<float>{2, -6}));
    }
};

QTEST_APPLESS_MAIN(TestAdding)
#include "tst_adding.moc"
