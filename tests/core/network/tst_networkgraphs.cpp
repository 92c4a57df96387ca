// SPDX-License-Identifier: GPL-3.0-or-later
// The bundled networks as graphs: the same layers as their lists have, and numbers that stay numbers.
#include "core/graph/interpreter.h"
#include "core/graph/passes/passes.h"
#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/network/modelfile.h"
#include "core/network/models/models.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace knobscope;

class TestNetworkGraphs : public QObject
{
    Q_OBJECT
private:
    static std::vector<std::string> texts(const std::vector<NetworkWorkload>& workloads)
    {
        std::vector<std::string> all;
        for (const NetworkWorkload& workload : workloads) {
            all.push_back(fmt::format("{} {} {}", workload.count, workload.op(), workload.text()));
        }
        return all;
    }

    static Network network(const char* id) { return findNetwork(loadNetworks().value(), id).value(); }

    static Graph simplified(const char* id, const Shape& input = {})
    {
        Graph graph = buildNetworkGraph(network(id), input).value();
        (void)simplify(graph).value();
        return graph;
    }

    /// A picture: numbers around zero that differ from place to place.
    static Tensor image(const Graph& graph)
    {
        Tensor tensor(*graph.value(graph.inputs[0]).type);
        const auto numbers = tensor.as<float>();
        for (size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = static_cast<float>(1.7 * std::sin(0.37 * static_cast<double>(i) + 1e-5 * static_cast<double>(i * i)));
        }
        return tensor;
    }

    static double deviation(const Tensor& tensor)
    {
        const std::vector<double> values = tensor.reals();
        const auto count = static_cast<double>(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
        double sum = 0;
        for (const double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return std::sqrt(sum / count);
    }

    static void eachForm()
    {
        QTest::addColumn<QString>("id");
        const auto networks = loadNetworks().value();
        for (const Network& one : networks) {
            QTest::newRow((one.name + "/" + one.variant).c_str()) << QString::fromStdString(one.name + "/" + one.variant);
        }
    }

private slots:
    void theLayersAreThoseOfTheList_data() { eachForm(); }
    void theLayersAreThoseOfTheList()
    {
        QFETCH(QString, id);
        const Network listed = network(qPrintable(id));
        QVERIFY(hasNetworkGraph(listed));
        auto graph = buildNetworkGraph(listed);
        QVERIFY2(graph.has_value(), graph ? "" : graph.error().message.c_str());
        QVERIFY(checkGraph(*graph).has_value());
        const auto passes = simplify(*graph); // checks what it leaves
        QVERIFY2(passes.has_value(), passes ? "" : passes.error().message.c_str());
        const GraphWorkloads found = workloadsOf(*graph);
        QVERIFY(found.skipped.empty());
        QCOMPARE(texts(found.workloads), texts(listed.workloads));
        QVERIFY(std::ranges::equal(found.workloads, listed.workloads,
                                   [](const auto& a, const auto& b) { return a.shape == b.shape && a.count == b.count; }));
        QVERIFY(std::ranges::none_of(graph->nodes, [](const Node& node) { return node.op == "BatchNormalization"; }));
    }

    /// Of the smaller networks; tst_onnxwrite has all kinds of nodes.
    void theSecondExportIsTheSameFile()
    {
        if (onnxVersion().empty()) {
            QSKIP("this build has no ONNX");
        }
        QTemporaryDir folder;
        for (const char* id : {"mobilenet-v2/gluon", "squeezenet-1.1/torchvision", "densenet-121/paper"}) {
            std::string previous;
            for (const QString& name : {folder.filePath("a.onnx"), folder.filePath("b.onnx")}) {
                const auto model = openModelNetwork(previous.empty() ? id : previous);
                QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
                previous = name.toStdString();
                const auto written = writeOnnx(model->imported.graph, previous);
                QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
            }
            QFile first(folder.filePath("a.onnx"));
            QFile second(folder.filePath("b.onnx"));
            QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
            QVERIFY2(first.readAll() == second.readAll(), id);
        }
    }

    /// At inputs that are quick to compute.
    void numbersNeitherVanishNorExplode_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("extent");
        for (const auto& [id, extent] : std::initializer_list<std::pair<const char*, int>>{{"resnet-18/testing", 32},
                                                                                           {"mobilenet-v2/gluon", 32},
                                                                                           {"squeezenet-1.1/torchvision", 48},
                                                                                           {"densenet-121/paper", 32}}) {
            QTest::newRow(id) << QString(id) << extent;
        }
    }
    void numbersNeitherVanishNorExplode()
    {
        QFETCH(QString, id);
        QFETCH(int, extent);
        Graph graph = simplified(qPrintable(id), {1, 3, extent, extent});
        // The sums before any softmax: what it makes of them says little.
        if (graph.nodes.back().op == "Softmax") {
            graph.outputs = {graph.nodes.back().inputs[0]};
        }
        const auto outputs = interpret(graph, {image(graph)});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        const Tensor& scores = outputs->front();
        QVERIFY(std::ranges::all_of(scores.as<float>(), [](float value) { return std::isfinite(value); }));
        const double spread = deviation(scores);
        QVERIFY2(spread > 0.1 && spread < 10, qPrintable(QString::number(spread)));
    }

    void theSameNumbersWithBatchNorms()
    {
        Graph graph = buildNetworkGraph(network("mobilenet-v2"), {1, 3, 32, 32}).value();
        const Tensor data = image(graph);
        const Tensor plain = interpret(graph, {data}).value().front();
        QVERIFY(simplify(graph).has_value());
        const auto difference = compareTensors(interpret(graph, {data}).value().front(), plain, 1e-3, 1e-3 * deviation(plain));
        QVERIFY2(difference->isWithin, qPrintable(QString::number(difference->largest)));
    }

    /// The predictions stand for themselves, and are zero.
    void aDetectorsBoxesBeginAsItsAnchors()
    {
        Graph graph = buildNetworkGraph(network("ssd-resnet50-512")).value();
        graph.inputs.clear();
        std::erase_if(graph.nodes, [&](const Node& node) {
            const bool isPrediction = node.op == "Conv" && node.name.starts_with("scale");
            if (isPrediction) {
                graph.inputs.push_back(node.outputs[0]);
            }
            return isPrediction || node.name.starts_with("stem") || node.name.starts_with("stage")
                || node.name.starts_with("extra");
        });
        QCOMPARE(graph.inputs.size(), size_t{12});
        QVERIFY(checkGraph(graph).has_value());
        std::vector<Tensor> zeros;
        for (const ValueId id : graph.inputs) {
            zeros.emplace_back(*graph.value(id).type);
        }
        const auto outputs = interpret(graph, zeros).value();
        QCOMPARE(graph.value(graph.outputs[0]).name, std::string("scores"));
        QCOMPARE(graph.value(graph.outputs[1]).name, std::string("boxes"));
        QCOMPARE(outputs.at(0).shape(), (Shape{1, 6132, 21}));
        QCOMPARE(outputs.at(1).shape(), (Shape{1, 6132, 4}));
        const auto near = [](float actual, double expected) { return std::abs(actual - expected) < 1e-3; };
        QVERIFY(std::ranges::all_of(outputs[0].as<float>(), [&](float score) { return near(score, 1.0 / 21); }));
        const auto isBox = [&](size_t box, double x, double y, double width, double height) {
            const float* corners = &outputs[1].as<float>()[4 * box];
            return near(corners[0], x - width / 2) && near(corners[1], y - height / 2) && near(corners[2], x + width / 2)
                && near(corners[3], y + height / 2);
        };
        QVERIFY(isBox(0, 8, 8, 51.2, 51.2));
        QVERIFY(isBox(1, 8, 8, std::sqrt(51.2 * 102.4), std::sqrt(51.2 * 102.4)));
        QVERIFY(isBox(2, 8, 8, 51.2 * std::sqrt(2), 51.2 / std::sqrt(2)));
        QVERIFY(isBox(4, 24, 8, 51.2, 51.2));                                        // the next element in the row
        QVERIFY(isBox(4096 + 5, 16, 16, 102.4 / std::sqrt(3), 102.4 * std::sqrt(3))); // the second scale's sixth
        QVERIFY(isBox(6128, 256, 256, 450.6, 450.6));
    }

    void theSameWeightsEveryTime()
    {
        const Network squeezed = network("squeezenet-1.1");
        const Graph one = buildNetworkGraph(squeezed).value();
        const Graph other = buildNetworkGraph(squeezed, {2, 3, 64, 64}).value();
        std::set<std::vector<float>> beginnings;
        size_t weights = 0;
        for (size_t id = 0; id < one.values.size(); ++id) {
            if (one.values[id].constant) {
                QVERIFY(std::ranges::equal(one.values[id].constant->bytes(), other.values[id].constant->bytes()));
                const auto numbers = one.values[id].constant->as<float>();
                beginnings.insert(std::vector<float>(numbers.begin(), numbers.begin() + 8));
                ++weights;
            }
        }
        QCOMPARE(beginnings.size(), weights); // no two tensors are alike
        const auto stem = one.values[1].constant->as<float>();
        QVERIFY(std::abs(stem[0] + 0.2547) < 0.4); // within the limit for 27 terms
        QVERIFY(std::ranges::all_of(stem, [](float value) { return std::abs(value) <= std::sqrt(3 / 27.0) + 1e-6; }));
    }

    void aNameOpensAModel()
    {
        const auto model = openModelNetwork("mobilenet-v2/torchvision");
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        QCOMPARE(model->network.id(), std::string("mobilenet-v2/torchvision"));
        QCOMPARE(model->imported.operators.at("Conv"), 52);
        QCOMPARE(model->imported.operators.at("BatchNormalization"), 52);
        QVERIFY(model->imported.parameters > 3'400'000 && model->imported.parameters < 3'600'000);
        QCOMPARE(model->passes.size(), size_t{15});
        QVERIFY(model->groups.size() < model->imported.graph.nodes.size());
        QVERIFY(model->network.skipped.empty());

        ImportOptions options;
        options.shapes["data"] = {2, 3, 96, 128};
        const auto other = openModelNetwork("mobilenet-v2", options);
        QCOMPARE(other->network.id(), std::string("mobilenet-v2/2x3x96x128")); // its tasks are others
        QCOMPARE(other->network.input, (std::vector<int64_t>{2, 3, 96, 128}));
        QCOMPARE(std::get<ConvWorkload>(other->network.workloads.front().shape).w, int64_t{128});
    }

    void aNameMayEndWithAShape()
    {
        const auto wide = networkFor("resnet-18/v1b/2x3x64x96:3").value();
        QCOMPARE(wide.id(), std::string("resnet-18/v1b/2x3x64x96"));
        QCOMPARE(std::get<ConvWorkload>(wide.workloads.front().shape).n, int64_t{2});
        QVERIFY(findTask({&wide, 1}, "resnet-18/v1b/2x3x64x96:3", parseTarget("llvm").value()));
        QCOMPARE(networkFor("resnet-18/1x3x224x224").value().id(), std::string("resnet-18")); // as bundled

        QCOMPARE(shapesOf("inception-v3:2", {{"batch", 8}}).value().at("data"), (Shape{8, 3, 299, 299}));
        QCOMPARE(shapesOf("resnet-18/2x3x64x96", {{"batch", 8}}).value().at("data"), (Shape{8, 3, 64, 96}));
        QCOMPARE(shapesOf("inception-v3", {{"rows", 8}}).error().message,
                 std::string("inception-v3: it has no open extent 'rows'; set those it has, as in --dim batch=1 --dim height=299 "
                             "--dim width=299"));
        for (const char* variant : {"inception-v3/299", "inception-v3/299:2"}) {
            const auto bundled = networkFor(variant);
            QVERIFY2(bundled.has_value(), bundled ? "" : bundled.error().message.c_str());
            QCOMPARE(bundled->id(), std::string("inception-v3"));
        }
        QCOMPARE(openModelNetwork("inception-v3/299")->network.input, (std::vector<int64_t>{1, 3, 299, 299}));
        QCOMPARE(shapesOf("inception-v3/299/2x3x320x320", {}).value().at("data"), (Shape{2, 3, 320, 320}));
        QCOMPARE(shapesOf("resnet-18/int8", {{"batch", 8}}).error().message,
                 std::string("resnet-18/int8 is a list of layers and is not available as a graph"));
    }

    void whatCannotBeOpenedIsASentence()
    {
        const auto message = [](const char* id, const std::string& input = "", const Shape& shape = {}) {
            ImportOptions options;
            if (!input.empty()) {
                options.shapes[input] = shape;
            }
            const auto model = openModelNetwork(id, options);
            return model ? std::string("opened") : model.error().message;
        };
        QCOMPARE(message("resnet-19"), std::string("no network 'resnet-19'; did you mean 'resnet-18'?"));
        QVERIFY(message("resnet-18/8x224x224").starts_with("no network 'resnet-18/8x224x224'; available networks: resnet-18"));
        QCOMPARE(message("resnet-18", "image", {1, 3, 224, 224}),
                 std::string("resnet-18 has no input 'image'; its input is 'data'"));
        QCOMPARE(message("resnet-18", "data", {3, 224, 224}),
                 std::string("resnet-18 expects images of shape [batch, 3, height, width], not [3, 224, 224]"));
        QCOMPARE(message("resnet-18", "data", {0, 3, 224, 224}),
                 std::string("resnet-18 expects images of shape [batch, 3, height, width], not [0, 3, 224, 224]"));
        QVERIFY(message("inception-v3", "data", {1, 3, 20, 20}).starts_with("inception-v3: node '"));
        QVERIFY(message("vgg-16", "data", {1, 3, 2048, 2048}).starts_with("vgg-16: "));
        QVERIFY(message("vgg-16", "data", {100000, 3, 100000, 100000}).starts_with("vgg-16: "));

        Network mine;
        mine.name = "mine";
        mine.isDefault = true;
        QVERIFY(!hasNetworkGraph(mine));
        QCOMPARE(buildNetworkGraph(mine).error().message,
                 std::string("mine is a list of layers and is not available as a graph"));
    }
};

QTEST_APPLESS_MAIN(TestNetworkGraphs)
#include "tst_networkgraphs.moc"
