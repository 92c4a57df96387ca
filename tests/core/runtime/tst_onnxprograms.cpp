// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own node tests, and those of older opsets, as programs: what the interpreter computes, or a sentence.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestOnnxPrograms : public QObject
{
    Q_OBJECT
private:
    static Result<std::vector<Tensor>> inputsOf(const Graph& graph, const QDir& test)
    {
        std::vector<Tensor> inputs;
        for (size_t i = 0; i < graph.inputs.size(); ++i) {
            auto tensor = TRY(readOnnxTensor(test.filePath(QStringLiteral("input_%1.pb").arg(i)).toStdString()));
            inputs.push_back(std::move(tensor));
        }
        return inputs;
    }

    static Result<std::vector<Tensor>> computed(const ModelNetwork& model, const std::vector<Tensor>& inputs, int threads = 1,
                                                QStringList* byDefinition = nullptr)
    {
        const Graph& graph = model.imported.graph;
        TRY(checkRunnable(graph));
        const auto choices = TRY(untunedChoices(graph, model.groups));
        auto program = TRY(makeProgram(graph, model.groups, {choices, *hostTarget(), 1, "", nullptr, threads}));
        for (const Step& step : byDefinition ? program.steps : std::vector<Step>()) {
            if (step.kind == StepKind::Operator) {
                *byDefinition << QString::fromStdString(step.op);
            }
        }
        return outputsOf(std::move(program), inputs);
    }

    /// What is written to a file, read from it, and compiled computes what the interpreter computes.
    static void checkThroughFile(const HandMade& made, std::vector<Tensor> inputs)
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("model.onnx").toStdString();
        QVERIFY(writeOnnx(made.graph, path).has_value());
        const auto model = openModelNetwork(path, {});
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        const auto outputs = computed(*model, inputs);
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        const auto expected = interpret(model->imported.graph, inputs);
        for (size_t i = 0; i < outputs->size(); ++i) {
            QVERIFY(compareTensors((*outputs)[i], (*expected)[i], 1e-5, 1e-5)->isWithin);
        }
    }

private slots:
    /// Kernels' nodes and the interpreter's: no walk over them may recurse, nor look at all of them for each.
    void aChainOfTensOfThousandsOfNodes()
    {
        constexpr int kNodes = 40'000;
        HandMade made;
        ValueId x = made.input("x", {4});
        for (int i = 0; i < kNodes; ++i) {
            const ValueId next = made.graph.add({"t" + std::to_string(i), TensorType{ir::float32, {4}}, nullptr});
            const bool isKernels = i < kNodes / 2 || i % 2 == 0;
            made.graph.nodes.push_back({isKernels ? "Neg" : "Floor", "n" + std::to_string(i), {}, {x}, {next}, {}});
            x = next;
        }
        made.output(x);
        checkThroughFile(made, made.randomInputs());
    }

    /// Each lies in the next one's memory.
    void nestedConcatenations()
    {
        constexpr int kNested = 100'000;
        HandMade made;
        const ValueId one = made.input("x", {1, 16, 1, 1});
        ValueId x = made.node("Neg", "neg", {one});
        for (int i = 0; i < kNested; ++i) {
            const std::string name = "t" + std::to_string(i);
            const ValueId next = made.graph.add({name, TensorType{ir::float32, {1, 16 * (i + 2), 1, 1}}, nullptr});
            made.graph.nodes.push_back({"Concat", name, {{"axis", int64_t{1}}}, {x, one}, {next}, {}});
            x = next;
        }
        made.output(x);
        ModelNetwork model;
        model.imported.graph = made.graph;
        model.groups = groupEpilogues(made.graph);
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto outputs = computed(model, inputs);
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        const auto values = outputs->front().as<float>();
        QCOMPARE(values.size(), size_t{16} * (kNested + 1));
        for (size_t i = 0; i < values.size(); ++i) {
            const float expected = inputs.front().as<float>()[i % 16];
            QVERIFY(values[i] == (i < 16 ? -expected : expected));
        }
    }

    void nodesAsPrograms()
    {
        int right = 0;
        QFileInfoList tests;
        for (const char* part : {"node", "older"}) {
            const QDir all(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/") + QLatin1String(part));
            tests += all.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
        }
        for (const QFileInfo& folder : tests) {
            const QString name = folder.fileName();
            const QDir test(folder.filePath());
            const auto model = readModelNetwork(test.filePath(QStringLiteral("model.onnx")).toStdString());
            if (!model) {
                continue; // tst_onnxnodes knows which
            }
            const auto inputs = inputsOf(model->imported.graph, test);
            const auto expected = inputs ? interpret(model->imported.graph, *inputs) : fail(inputs);
            const auto actual = inputs ? computed(*model, *inputs) : fail(inputs);
            QVERIFY2(actual.has_value() == expected.has_value(), qPrintable(name));
            if (!actual) {
                QVERIFY2(!actual.error().message.empty(), qPrintable(name));
                continue;
            }
            for (size_t i = 0; i < expected->size(); ++i) {
                const auto difference = compareTensors((*actual)[i], (*expected)[i], 1e-3, 1e-5);
                QVERIFY2(difference && difference->isWithin, qPrintable(name));
            }
            ++right;
        }
        QVERIFY2(right >= 70, std::to_string(right).c_str());
    }

    /// Small models in the manner of well-known ones compute what ONNX Runtime computed, and are made of kernels.
    void familiesOfModels_data()
    {
        QTest::addColumn<int>("threads");
        const QDir all(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/families"));
        for (const QString& name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QTest::newRow(qPrintable(name)) << 1 + static_cast<int>(name.size() % 2);
        }
    }
    void familiesOfModels()
    {
        QFETCH(int, threads);
        const QDir test(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/families/") + QLatin1String(QTest::currentDataTag()));
        const auto model = readModelNetwork(test.filePath(QStringLiteral("model.onnx")).toStdString());
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        const auto inputs = inputsOf(model->imported.graph, test);
        const auto expected = readOnnxTensor(test.filePath(QStringLiteral("output_0.pb")).toStdString());
        QVERIFY(inputs && expected);
        QStringList byDefinition;
        for (const auto& outputs :
             {interpret(model->imported.graph, *inputs), computed(*model, *inputs, threads, &byDefinition)}) {
            QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
            const auto difference = compareTensors(outputs->front(), *expected, 1e-3, 1e-4);
            QVERIFY2(difference && difference->isWithin, difference ? qPrintable(QString::number(difference->largest)) : "");
        }
        byDefinition.removeAll(QStringLiteral("Split")); // copies memory as quickly as a kernel would
        QCOMPARE(byDefinition, QStringList());
    }
};

QTEST_APPLESS_MAIN(TestOnnxPrograms)
#include "tst_onnxprograms.moc"
