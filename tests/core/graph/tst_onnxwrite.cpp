// SPDX-License-Identifier: GPL-3.0-or-later
// What is written as ONNX: the same file when it is read and written again, valid for its opset, and computing the same.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "tests/core/graph/handmade.h"

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace knobscope;

class TestOnnxWrite : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    static std::string bytesOf(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

    /// Read and simplified; the sentence is thrown where that fails.
    static Graph graphOf(const std::string& path) { return modelOf(path).graph; }
    static ImportedGraph modelOf(const std::string& path)
    {
        ImportOptions options;
        for (const std::string& name : readOnnxInputs(path).value_or(std::vector<std::string>())) {
            options.openShapes[name] = {2, 3, 12, 12};
        }
        auto imported = importOnnx(path, options);
        const auto simplified = imported ? simplify(imported->graph) : fail(imported);
        if (!simplified) {
            throw std::runtime_error(simplified.error().message);
        }
        return std::move(*imported);
    }

    /// The graph that a file of what was written holds; the file, read and written again, must be the same.
    Graph again(const Graph& graph, std::optional<int64_t> opset = {}) const
    {
        const auto write = [&](const Graph& what, const std::string& path) {
            if (const auto written = writeOnnx(what, path, opset); !written) {
                throw std::runtime_error(written.error().message);
            }
        };
        write(graph, file("first.onnx"));
        Graph second = graphOf(file("first.onnx"));
        write(second, file("second.onnx"));
        if (bytesOf(file("first.onnx")) != bytesOf(file("second.onnx"))) {
            throw std::runtime_error("the second file differs from the first");
        }
        return second;
    }

    static double difference(const Graph& one, const Graph& other, const std::vector<Tensor>& inputs)
    {
        const auto expected = interpret(one, inputs).value();
        const auto actual = interpret(other, inputs).value();
        double largest = expected.size() == actual.size() ? 0 : 1;
        for (size_t i = 0; i < expected.size(); ++i) {
            largest = std::max(largest, compareTensors(actual.at(i), expected[i])->largest);
        }
        return largest;
    }

    static std::multiset<std::string> operatorsOf(const Graph& graph)
    {
        std::multiset<std::string> all;
        for (const Node& node : graph.nodes) {
            all.insert(node.op);
        }
        return all;
    }

private slots:
    void everyFixtureIsTheSameFileTheSecondTime_data()
    {
        QTest::addColumn<QString>("model");
        const QString folder = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/");
        for (QDirIterator files(folder, {"model.onnx"}, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
            const QString path = files.next();
            QTest::newRow(qPrintable(path.mid(folder.size()))) << path;
        }
    }

    void everyFixtureIsTheSameFileTheSecondTime()
    {
        QFETCH(QString, model);
        static const std::set<QString> refused = {"node/test_sequence_insert_at_back",
                                                  "node/test_strnormalizer_nostopwords_nochangecase",
                                                  "dynamic/late/reader-unknown", "dynamic/late/reader-unknown-inside"};
        const ImportedGraph read = modelOf(model.toStdString());
        const Graph& graph = read.graph;
        static const std::set<QString> newer = {"runtime/resize_19", "runtime/scatter_18"}; // than opset 17
        const QString name = QString(QTest::currentDataTag()).remove("/model.onnx");
        if (read.tail) {
            const std::string problem = writeOnnx(read, file("first.onnx")).error().message;
            QVERIFY2(problem.ends_with(" on depend on data; such a model is not written as ONNX"), problem.c_str());
            return;
        }
        for (const int64_t opset : {int64_t{17}, int64_t{20}}) {
            std::string problem;
            try {
                (void)again(graph, opset);
            } catch (const std::exception& thrown) {
                problem = thrown.what();
            }
            const bool isRefused = refused.contains(name) || (newer.contains(name) && opset == 17);
            QVERIFY2(problem.empty() != isRefused, problem.c_str());
        }
    }

    /// Attributes of older opsets become inputs when they are read, whose names no other value may have.
    void namesThatAreMadeAreNew()
    {
        HandMade made;
        const ValueId mean = made.node("ReduceMean", "mean", {made.input("x", {3, 4}), made.integers("last", {-1})});
        made.output(made.node("Relu", "mean axes", {mean}));
        const Graph second = again(made.graph, 17);
        QCOMPARE(difference(made.graph, second, made.randomInputs()), 0.0);
        std::set<std::string> names;
        for (const Value& value : second.values) {
            names.insert(value.name);
        }
        QCOMPARE(names, (std::set<std::string>{"x", "mean", "mean axes", "mean axes (2)"}));
    }

    void newerOperatorsAreExpressedByOlderOnes()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 7, 5});
        made.output(made.node("Gelu", "gelu", {x}));
        made.output(made.node("Gelu", "gelu by tanh", {x}, {{"approximate", std::string("tanh")}}));
        made.output(made.node("Mish", "mish", {x}));
        made.node("Split", "split", {x}, {{"axis", int64_t{-2}}, {"num_outputs", int64_t{3}}}, 3); // 3, 3 and 1
        made.graph.outputs.insert(made.graph.outputs.end(), made.graph.nodes.back().outputs.begin(),
                                  made.graph.nodes.back().outputs.end());
        made.output(made.node("Pad", "pad", {x, made.integers("pads", {1, 2}), kNoValue, made.integers("axes", {-2})}));
        made.output(made.node("ReduceMax", "none", {x, made.integers("no axes", {})}, {{"noop_with_empty_axes", int64_t{1}}}));
        made.output(made.node("ReduceMean", "mean", {x, made.integers("last", {-1})}));
        const std::vector<Tensor> inputs = made.randomInputs();

        const Graph older = again(made.graph, 17);
        QVERIFY(difference(made.graph, older, inputs) < 1e-6);
        const auto operators = operatorsOf(older);
        QVERIFY(!operators.contains("Gelu") && !operators.contains("Mish"));
        QCOMPARE(operators.count("Erf"), size_t{1});
        QCOMPARE(operators.count("Softplus"), size_t{1});

        const Graph newer = again(made.graph, 20);
        QCOMPARE(difference(made.graph, newer, inputs), 0.0);
        QCOMPARE(operatorsOf(newer).count("Gelu"), size_t{2});
        QCOMPARE(operatorsOf(newer).count("Mish"), size_t{1});
    }

    void aSplitIntoOtherThanItsOutputsIsRefused()
    {
        HandMade made;
        const ValueId x = made.input("x", {6});
        std::string problem;
        try {
            made.node("Split", "split", {x}, {{"num_outputs", int64_t{3}}}, 2);
        } catch (const std::exception& thrown) {
            problem = thrown.what();
        }
        QCOMPARE(problem, std::string("split: attribute 'num_outputs' is 3, but there are 2 outputs"));
    }

    void defaultsThatNewerOpsetsWriteOutAreLeftOut()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 3, 8, 8});
        const std::vector<int64_t> two{2, 2};
        made.output(made.node("AveragePool", "pool", {x}, {{"kernel_shape", two}, {"dilations", std::vector<int64_t>{1, 1}}}));
        made.output(made.node("Cast", "cast", {x}, {{"to", std::string("int32")}, {"saturate", int64_t{1}}}));
        made.output(made.node("ReduceL2", "norm", {x}, {{"noop_with_empty_axes", int64_t{0}}}));
        const std::vector<Tensor> inputs = made.randomInputs();
        QCOMPARE(difference(made.graph, again(made.graph, 17), inputs), 0.0);

        made.output(made.node("AveragePool", "wide", {x}, {{"kernel_shape", two}, {"dilations", two}}));
        QCOMPARE(writeOnnx(made.graph, file("wide.onnx"), 17).error().message,
                 std::string("node 'wide' (AveragePool): it has no attribute 'dilations'"));
        HandMade wrapping;
        wrapping.output(wrapping.node("Pad", "pad", {wrapping.input("x", {4}), wrapping.integers("pads", {1, 1})},
                                      {{"mode", std::string("wrap")}}));
        QCOMPARE(
            writeOnnx(wrapping.graph, file("wrap.onnx"), 17).error().message,
            std::string(
                "node 'pad' (Pad): attribute 'mode' is 'wrap', which ONNX supports since opset 19, not in the written opset 17"));
        QVERIFY(writeOnnx(wrapping.graph, file("wrap.onnx"), 19));
    }

    /// What is not computed here is written as its file has it, or refused where the graph does not have all of it.
    void operatorsThatAreNotSupportedAreWrittenWhole()
    {
        const std::string fixtures = KNOBSCOPE_FIXTURES "/onnx/";
        QCOMPARE(operatorsOf(again(graphOf(fixtures + "node/test_det_2d/model.onnx"))).count("Det"), size_t{1});
        QCOMPARE(writeOnnx(graphOf(fixtures + "partly/model.onnx"), file("refused.onnx")).error().message,
                 std::string("node 'what\\'s\\nthis' (Strange): the domain 'com.example' is not supported"));
        HandMade made;
        made.output(made.node("Relu", "r", {made.input("x", {3})}));
        made.graph.nodes[0].op = "Det";
        made.graph.nodes[0].unsupported = phrase("it cannot");
        made.graph.nodes[0].completeInOpset = 9;
        QCOMPARE(writeOnnx(made.graph, file("older.onnx"), 17).error().message,
                 std::string("node 'r' (Det): its definition is that of opset 9, which differs in the written opset 17"));
    }
};

QTEST_APPLESS_MAIN(TestOnnxWrite)
#include "tst_onnxwrite.moc"
