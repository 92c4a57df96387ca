// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own node tests as programs: what the interpreter computes, or a sentence.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/runtime/executor.h"
#include "core/task/host.h"

#include <QDir>
#include <QTest>

using namespace knobscope;

class TestOnnxPrograms : public QObject
{
    Q_OBJECT
private:
    static QString folder() { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/node"); }

    static Result<std::vector<Tensor>> inputsOf(const Graph& graph, const QDir& test)
    {
        std::vector<Tensor> inputs;
        for (size_t i = 0; i < graph.inputs.size(); ++i) {
            auto tensor = readOnnxTensor(test.filePath(QStringLiteral("input_%1.pb").arg(i)).toStdString());
            if (!tensor) {
                return fail(tensor);
            }
            inputs.push_back(std::move(*tensor));
        }
        return inputs;
    }

    static Result<std::vector<Tensor>> computed(const ModelNetwork& model, const std::vector<Tensor>& inputs)
    {
        const Graph& graph = model.imported.graph;
        if (auto runnable = checkRunnable(graph); !runnable) {
            return fail(runnable);
        }
        const auto candidates =
            candidatesOf(graph, model.groups, *hostTarget(), [](const Task&) { return std::vector<KnownConfig>(); });
        if (!candidates) {
            return fail(candidates);
        }
        auto program =
            makeProgram(std::make_shared<const Graph>(graph), model.groups, {quickestOf(*candidates), *hostTarget(), 1, ""});
        auto executor = program ? Executor::create(std::move(*program), 1) : fail(program);
        if (!executor) {
            return fail(executor);
        }
        for (size_t i = 0; i < inputs.size(); ++i) {
            if (auto set = (*executor)->setInput(i, inputs[i]); !set) {
                return fail(set);
            }
        }
        if (auto done = (*executor)->run(); !done) {
            return fail(done);
        }
        std::vector<Tensor> outputs;
        for (size_t i = 0; i < graph.outputs.size(); ++i) {
            outputs.push_back((*executor)->output(i));
        }
        return outputs;
    }

private slots:
    void nodesAsPrograms()
    {
        int right = 0;
        for (const QString& name : QDir(folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir test(folder() + QLatin1Char('/') + name);
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
};

QTEST_APPLESS_MAIN(TestOnnxPrograms)
#include "tst_onnxprograms.moc"
