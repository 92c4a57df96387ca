// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers of a network could be one kernel, and that the task for two is those two.
#include "core/network/layerpairs.h"
#include "core/network/modelfile.h"
#include "core/task/task.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

std::vector<LayerPair> pairsOf(const char* network)
{
    const auto model = openModelNetwork(network).value();
    return layerPairs(model.imported.graph, model.groups);
}

} // namespace

class TestLayerPairs : public QObject
{
    Q_OBJECT
private slots:
    void ofAResidualNetwork()
    {
        const auto pairs = pairsOf("resnet-18");
        QCOMPARE(pairs.size(), size_t{8}); // one a block: what the second makes is added to something
        QCOMPARE(pairs[0].middleBytes, int64_t{4} * 64 * 56 * 56);
        for (const LayerPair& pair : pairs) {
            QVERIFY2(pair.first.ends_with("conv1") && pair.second.ends_with("conv2"), pair.first.c_str());
            QVERIFY(pair.args.back() == "relu");
        }
    }

    void ofSeparableConvolutions()
    {
        const auto pairs = pairsOf("mobilenet-v2");
        const auto expand = std::ranges::find(pairs, "block2.expand", &LayerPair::first);
        QVERIFY(expand != pairs.end());
        QCOMPARE(expand->second, std::string("block2.depthwise"));
        const auto project = std::ranges::find(pairs, "block1.project", &LayerPair::first);
        QVERIFY(project != pairs.end() && project->args.back().is_null()); // nothing is cut off there
    }

    /// Of every pair of some networks: the template takes it, and its operations are those of the two layers.
    void theTaskIsThoseTwo()
    {
        for (const char* network : {"resnet-50", "mobilenet-v1", "mobilenet-v2", "vgg-16", "inception-v3"}) {
            const auto model = openModelNetwork(network).value();
            const Graph& graph = model.imported.graph;
            const auto flopsOf = [&](const std::string& name) {
                const auto node = std::ranges::find_if(graph.nodes, [&](const Node& one) { return nameOf(graph, one) == name; });
                return workloadOf(graph, *node)->plainFlops();
            };
            const auto pairs = layerPairs(graph, model.groups);
            QVERIFY2(pairs.size() >= 5, network);
            for (const LayerPair& pair : pairs) {
                const auto task = makeTask(pair.task, pair.args, parseTarget("llvm").value());
                QVERIFY2(task.has_value(), (pair.args.dump() + (task ? "" : task.error().message)).c_str());
                QCOMPARE(task->plainFlops, flopsOf(pair.first) + flopsOf(pair.second));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLayerPairs)
#include "tst_layerpairs.moc"
