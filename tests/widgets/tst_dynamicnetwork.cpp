// SPDX-License-Identifier: GPL-3.0-or-later
// Networks whose shapes depend on data, in the window: what runs after the kernels is one box.
#include "core/graph/onnx/onnxfile.h"
#include "core/network/modelfile.h"
#include "tests/widgets/networkdesk.h"
#include "widgets/views/network/boxlooks.h"

#include <QTest>

using namespace knobscope;

class TestDynamicNetwork : public QObject
{
    Q_OBJECT
private:
    static QString model(const char* name) { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/dynamic/%1/model.onnx").arg(name); }

private slots:
    void initTestCase()
    {
        if (onnxVersion().empty()) {
            QSKIP("this build has no ONNX");
        }
    }

    void whatDependsOnDataIsOneBox()
    {
        const ModelNetwork network = readModelNetwork(model("yolo_nms").toStdString()).value();
        const NetworkBoxes boxes = boxesOf(network);
        const size_t last = boxes.boxes.size() - 1;
        QCOMPARE(boxes.boxes[last].title, std::string("NonMaxSuppression + Gather + Squeeze + GatherND + Unsqueeze + Cast"));
        QCOMPARE(std::ranges::count(boxes.boxes[last].details, "Gather: 4"), std::ptrdiff_t{1});
        QVERIFY(std::ranges::any_of(boxes.edges, [&](const auto& edge) { return edge.second == last && edge.first > 0; }));
        NetworkProfile profile;
        profile.report.steps.push_back({.name = "kept", .op = boxes.boxes[last].title, .kind = "operator"});
        profile.stepSeconds = {1e-3};
        QCOMPARE(runTimes(network, boxes, profile).boxes.at(last).seconds, 1e-3);
    }

    void theyOpenInTheNetworkView()
    {
        for (const char* name : {"yolo_nms", "computed_flow", "masked_tokens"}) { // the last is nearly all tail
            NetworkDesk desk(model(name));
            QTRY_VERIFY(desk.isShown());
            QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(u'\n')));
        }
    }
};

QTEST_MAIN(TestDynamicNetwork)
#include "tst_dynamicnetwork.moc"
