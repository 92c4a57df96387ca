// SPDX-License-Identifier: GPL-3.0-or-later
// What makes two graphs the same network.
#include "core/network/fingerprint.h"
#include "core/network/modelfile.h"
#include "tests/core/graph/handmade.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace knobscope;

namespace {

/// What the parts of a small network are called, and what they are.
struct Parts {
    std::string prefix;
    Shape weights = {8, 4, 3, 3};
    int64_t stride = 1;
    std::vector<int64_t> extents = {1, -1};
    bool readsTwice = false;
    float weight = 0.5F;
};

Graph networkOf(const Parts& parts)
{
    HandMade made;
    const auto called = [&](const char* name) { return parts.prefix + name; };
    const ValueId x = made.input(called("x"), {1, 4, 9, 9});
    Tensor weights(TensorType{ir::float32, parts.weights});
    std::ranges::fill(weights.as<float>(), parts.weight);
    const ValueId conv = made.node("Conv", called("conv"), {x, made.graph.addConstant(called("w"), std::move(weights))},
                                   {{"strides", std::vector<int64_t>{parts.stride, parts.stride}}});
    const ValueId relu = made.node("Relu", called("relu"), {conv});
    const ValueId sum = made.node("Add", called("sum"), {relu, parts.readsTwice ? relu : conv});
    made.output(made.node("Reshape", called("flat"), {sum, made.integers(called("extents"), parts.extents)}));
    return made.graph;
}

} // namespace

class TestFingerprint : public QObject
{
    Q_OBJECT
private slots:
    /// The same in every version and process: projects keep what they know of networks by it.
    void itIsAlwaysTheSame()
    {
        const std::string one = fingerprintOf(networkOf({}));
        QCOMPARE(one.size(), size_t{64});
        QCOMPARE(one, fingerprintOf(networkOf({})));
        QCOMPARE(QString::fromStdString(one), QStringLiteral("ba26286d44a189cf82ceb30dec7da0c7e92633b8913182666fa0c9f2b1185027"));
    }

    void namesAndWeightsNumbersDoNotCount()
    {
        const std::string one = fingerprintOf(networkOf({}));
        QCOMPARE(fingerprintOf(networkOf({.prefix = "other/"})), one);
        QCOMPARE(fingerprintOf(networkOf({.weight = 0.75F})), one);
    }

    void structureShapesAndExtentsCount()
    {
        const std::vector<Parts> all = {{}, {.weights = {8, 4, 1, 1}}, {.stride = 2}, {.extents = {-1, 4}}, {.readsTwice = true}};
        std::set<std::string> different;
        for (const Parts& parts : all) {
            different.insert(fingerprintOf(networkOf(parts)));
        }
        QCOMPARE(different.size(), all.size());
    }

    void shapesByRealConstantsCount()
    {
        const auto resized = [](float scale) {
            HandMade made;
            const ValueId x = made.input("x", {1, 3, 8, 8});
            Tensor scales(TensorType{ir::float32, {4}});
            std::ranges::copy(std::array{1.0F, 1.0F, scale, scale}, scales.as<float>().begin());
            const ValueId none = kNoValue;
            made.output(made.node("Resize", "y", {x, none, made.graph.addConstant("scales", std::move(scales))}));
            return fingerprintOf(made.graph);
        };
        QVERIFY(resized(2) != resized(3));
        QCOMPARE(resized(2), resized(2));
    }

    void aFilesPathDoesNotCount()
    {
        QTemporaryDir folder;
        const QString copy = folder.filePath("renamed.onnx");
        const QString model = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx");
        QVERIFY(QFile::copy(model, copy));
        const std::string one = readModelNetwork(model.toStdString()).value().fingerprint;
        QCOMPARE(readModelNetwork(copy.toStdString()).value().fingerprint, one);
        QVERIFY(one != readModelNetwork(KNOBSCOPE_FIXTURES "/onnx/families/convnext/model.onnx").value().fingerprint);
    }

    /// What follows a network whose shapes depend on data counts as well, but for its names.
    void aDynamicTailCounts()
    {
        const QString fixtures = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/dynamic/");
        const auto of = [](const QString& path) { return readModelNetwork(path.toStdString()).value().fingerprint; };
        const std::string one = of(fixtures + "yolo_nms/model.onnx");
        QFile original(fixtures + "yolo_nms/model.onnx");
        QVERIFY(original.open(QIODevice::ReadOnly));
        QByteArray bytes = original.readAll();
        bytes.replace("flat", "zlat"); // now the last of the names that the tail reads
        bytes.replace("kept", "left");
        QTemporaryDir folder;
        QFile renamed(folder.filePath("renamed.onnx"));
        QVERIFY(renamed.open(QIODevice::WriteOnly) && renamed.write(bytes) == bytes.size());
        renamed.close();
        QCOMPARE(of(renamed.fileName()), one);
        // The second lacks the last node.
        QVERIFY(of(fixtures + "retinanet/model.onnx") != of(fixtures + "retinanet_nothing/model.onnx"));
    }

    void bundledNetworksHaveTheirOwn()
    {
        const auto of = [](const char* id, const ImportOptions& options = {}) {
            return openModelNetwork(id, options).value().fingerprint;
        };
        ImportOptions smaller;
        smaller.shapes["data"] = {1, 3, 96, 96};
        const std::set<std::string> different{of("squeezenet-1.1"), of("squeezenet-1.1", smaller), of("mobilenet-v1")};
        QCOMPARE(different.size(), size_t{3});
        QVERIFY(different.contains(of("squeezenet-1.1")));
    }
};

QTEST_APPLESS_MAIN(TestFingerprint)
#include "tst_fingerprint.moc"
