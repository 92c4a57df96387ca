// SPDX-License-Identifier: GPL-3.0-or-later
// Layers behind a shape that depends on data, on kernels, against the outputs of ONNX Runtime: for no item, one, and many.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/worker/wholeprogram.h"
#include "tests/core/runtime/untunedchoices.h"

#include <QDir>
#include <QTest>

using namespace knobscope;

class TestTailKernels : public QObject
{
    Q_OBJECT
private:
    static QString folder(const QString& name) { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/dynamic/") + name; }

    static std::vector<Tensor> tensors(const QString& name, const char* what)
    {
        std::vector<Tensor> all;
        for (int i = 0;; ++i) {
            auto tensor = readOnnxTensor(folder(name).toStdString() + fmt::format("/{}_{}.pb", what, i));
            if (!tensor) {
                return all;
            }
            all.push_back(std::move(*tensor));
        }
    }

    static Result<ModelNetwork> modelOf(const QString& name)
    {
        return openModelNetwork((folder(name) + "/model.onnx").toStdString());
    }

    static SectionOptions optionsFor(int threads, Precision precision = Precision::Float32)
    {
        return {*hostTarget(), [](const Task&) { return std::vector<KnownConfig>(); }, precision, threads, 2, "", nullptr};
    }

    static Result<std::unique_ptr<WholeProgram>> wholeOf(const ModelNetwork& model, const SectionOptions& options)
    {
        const auto choices = TRY(untunedChoices(model.imported.graph, model.groups));
        auto program =
            TRY(makeProgram(model.imported.graph, model.groups, {choices, options.target, 2, "", nullptr, options.threads}));
        return WholeProgram::create(std::move(program), model.imported.tail, sectionPrograms(*model.imported.tail, options));
    }

    static void compareOutputs(const std::vector<SharedTensor>& outputs, const std::vector<Tensor>& expected, double tolerance)
    {
        QCOMPARE(outputs.size(), expected.size());
        for (size_t i = 0; i < outputs.size(); ++i) {
            const auto difference = compareTensors(*outputs[i], expected[i], tolerance, tolerance);
            QVERIFY2(difference.has_value(), difference ? "" : difference.error().message.c_str());
            QVERIFY2(difference->isWithin, qPrintable(QStringLiteral("output %1: %2").arg(i).arg(difference->largest)));
        }
    }

private slots:
    void kernelsComputeAnyNumberOfItems_data()
    {
        QTest::addColumn<int>("layers");
        for (const char* name : {"heads", "heads_one", "heads_none"}) {
            QTest::newRow(name) << 8;
        }
        QTest::newRow("faster_rcnn") << 2;
        QTest::newRow("faster_rcnn_nothing") << 2;
        QTest::newRow("masked_tokens") << 1;
        QTest::newRow("counted_rows") << 7;
    }
    void kernelsComputeAnyNumberOfItems()
    {
        QFETCH(int, layers);
        const QString name = QTest::currentDataTag();
        const auto model = modelOf(name);
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        size_t found = 0;
        for (const TailSection& section : model->imported.tail->sections) {
            found += section.layers.size();
        }
        QCOMPARE(found, static_cast<size_t>(layers));
        for (const int threads : {1, 2}) {
            const SectionOptions options = optionsFor(threads);
            for (const auto& program : sectionPrograms(*model->imported.tail, options)) {
                QVERIFY(program && !program->kernels.empty());
            }
            const auto whole = wholeOf(*model, options);
            QVERIFY2(whole.has_value(), whole ? "" : whole.error().message.c_str());
            QVERIFY((*whole)->setInputs(tensors(name, "input")).has_value());
            for (int run = 0; run < 2; ++run) {
                const auto done = (*whole)->run();
                QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
                compareOutputs((*whole)->tailOutputs(), tensors(name, "output"), 1e-4);
            }
        }
    }

    void theyKeepToThePrecision()
    {
        const auto model = modelOf("heads").value();
        const SectionOptions options = optionsFor(2, Precision::Bfloat16);
        const auto whole = wholeOf(model, options).value();
        QVERIFY(whole->setInputs(tensors("heads", "input")).has_value());
        QVERIFY(whole->run().has_value());
        const auto expected = tensors("heads", "output");
        QVERIFY(compareTensors(*whole->tailOutputs()[4], expected[4], 0.02, 0.02)->isWithin); // of the first layer
        const auto check = whole->checkSections(Precision::Bfloat16, options.target);
        QVERIFY2(check.has_value(), check ? "" : check.error().message.c_str());
        QVERIFY2(check->isCorrect(), qPrintable(QString::number(check->error)));
    }

    void itemsOfManyRowsAreComputedFewAtOnce()
    {
        const auto of = [](const Shape& shape, bool hasImages) {
            TailSection section{.hasImages = hasImages};
            section.graph.inputs = {section.graph.add({"x", TensorType{ir::float32, shape}, nullptr})};
            section.graph.nodes = {{"MatMul", "m", {}, section.graph.inputs, {}, {}}};
            section.layers = {0};
            return section.itemsAtOnce();
        };
        QCOMPARE(of({251, 768}, false), int64_t{64});
        QCOMPARE(of({251, 4, 768}, false), int64_t{16});
        QCOMPARE(of({251, 3, 7, 768}, false), int64_t{3});
        QCOMPARE(of({251, 512, 768}, false), int64_t{1});
        QCOMPARE(of({251, 1, 8, 8}, true), int64_t{1});
        const auto model = modelOf("counted_rows").value();
        std::vector<int64_t> extents;
        for (const auto& program : sectionPrograms(*model.imported.tail, optionsFor(1))) {
            extents.push_back(program->graph.value(program->graph.inputs[0]).type->shape[0]);
        }
        QVERIFY(std::ranges::find(extents, 16) != extents.end()); // of sequences of four
        QVERIFY(std::ranges::find(extents, 64) != extents.end());
    }

    void aSectionThatCannotBeLoadedIsComputedByDefinition()
    {
        const auto model = modelOf("heads").value();
        const SectionOptions options = optionsFor(1);
        const auto choices = untunedChoices(model.imported.graph, model.groups).value();
        auto program = makeProgram(model.imported.graph, model.groups, {choices, options.target, 2, "", nullptr, 1}).value();
        auto sections = sectionPrograms(*model.imported.tail, options);
        for (CompiledKernel& kernel : sections[0]->kernels) {
            kernel.object.clear();
        }
        const auto whole = WholeProgram::create(std::move(program), model.imported.tail, std::move(sections));
        QVERIFY2(whole.has_value(), whole ? "" : whole.error().message.c_str());
        QVERIFY((*whole)->setInputs(tensors("heads", "input")) && (*whole)->run());
        compareOutputs((*whole)->tailOutputs(), tensors("heads", "output"), 1e-4);
        QVERIFY((*whole)->checkSections(options.precision, options.target)->isCorrect());
    }

    void aWrongKernelIsFound()
    {
        const auto model = modelOf("heads").value();
        const SectionOptions options = optionsFor(1);
        for (size_t s = 0; s < model.imported.tail->sections.size(); ++s) {
            DynamicTail tail = *model.imported.tail;
            TailSection& section = tail.sections[s];
            const auto executorOf = [&] {
                auto programs = sectionPrograms(tail, options);
                return SectionExecutor::create(std::move(*programs[s]), std::make_shared<ThreadPool>(1)).value();
            };
            QVERIFY(checkSection(section, *executorOf(), options.precision, options.target)->isCorrect());
            Value& bias = section.graph.value(section.graph.nodes[section.layers.front()].inputs[2]);
            Tensor changed = *bias.constant;
            changed.as<float>()[0] += 1;
            const auto kernels = executorOf();
            bias.constant = std::make_shared<const Tensor>(std::move(changed));
            QVERIFY(!checkSection(section, *kernels, options.precision, options.target)->isCorrect());
        }
    }
};

QTEST_GUILESS_MAIN(TestTailKernels)
#include "tst_tailkernels.moc"
