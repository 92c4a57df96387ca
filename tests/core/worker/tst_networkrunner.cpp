// SPDX-License-Identifier: GPL-3.0-or-later
// A network in its worker: what it takes of memory, and a file that changes while it is open.
#include "core/graph/onnx/onnxfile.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/worker/networkrunner.h"
#include "tests/core/graph/handmade.h"
#include "tests/sanitizers/sanitizers.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace knobscope;

class TestNetworkRunner : public QObject
{
    Q_OBJECT
private:
    static Result<void> write(const std::string& path, int64_t channels)
    {
        HandMade made;
        const ValueId x = made.input("x", {1, channels, 14, 14});
        const ValueId weights = made.constant("w", {channels, channels, 3, 3});
        const ValueId conv = made.node("Conv", "conv", {x, weights}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
        made.output(made.node("Relu", "relu", {conv}));
        return writeOnnx(made.graph, path);
    }

private slots:
    void aFileThatChangedIsNotTakenForTheOpenNetwork()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.onnx").toStdString();
        QVERIFY(write(path, 32));
        auto runner = NetworkRunner::start({});
        QVERIFY(runner.has_value());
        NetworkOpening opening;
        opening.network = path;
        opening.target = hostTarget()->text;
        const auto report = runner->open(opening);
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QVERIFY(runner->time(2).has_value());
        const auto memory = runner->memory();
        QVERIFY2(memory && *memory >= report->weightBytes + report->arenaBytes, qPrintable(QString::number(memory.value_or(0))));
        QVERIFY(runner->check().value().isCorrect());

        // A worker tells fingerprints as this process does, and what was read then is what is opened.
        QCOMPARE(runner->identify(path, {}).value(), readModelNetwork(path).value().fingerprint);
        QVERIFY(runner->open(opening).has_value());
        // What the interpreter computed takes its place.
        NetworkReference reference;
        QVERIFY(runner->check(nullptr, &reference).value().isCorrect());
        QCOMPARE(reference.size(), 2 * size_t{32 * 14 * 14} * sizeof(double)); // for two kinds of inputs
        QVERIFY(runner->check(nullptr, &reference).value().isCorrect());

        QVERIFY(write(path, 16));
        const auto exported = runner->exportTo("a", folder.filePath("out").toStdString());
        QVERIFY(!exported);
        QVERIFY2(exported.error().message.find("open it again") != std::string::npos, exported.error().message.c_str());
        const auto other = runner->check();
        QVERIFY(!other);
        QVERIFY2(other.error().message.find("has changed since it was opened") != std::string::npos,
                 other.error().message.c_str());
        std::filesystem::remove(path);
        const auto gone = runner->check();
        QVERIFY(!gone);
        QVERIFY2(gone.error().message.find("does not exist") != std::string::npos, gone.error().message.c_str());
        QVERIFY(runner->time(2).has_value()); // it stays open
    }

    void twoNetworksAreTimedAlternately()
    {
        QTemporaryDir folder;
        auto runner = NetworkRunner::start({});
        QVERIFY(runner.has_value());
        NetworkOpening opening;
        opening.target = hostTarget()->text;
        for (const int slot : {0, 1}) {
            opening.network = folder.filePath(QString::number(slot) + ".onnx").toStdString();
            opening.slot = slot;
            QVERIFY(write(opening.network, slot == 0 ? 16 : 128)); // 64 times the multiply-adds
            QVERIFY(runner->open(opening).has_value());
            if (slot == 0) {
                const auto alone = runner->timePairs(0);
                QVERIFY(!alone);
                QVERIFY2(alone.error().message.starts_with("Two networks must be open"), alone.error().message.c_str());
            }
        }
        const auto pairs = runner->timePairs(0);
        QVERIFY2(pairs.has_value(), pairs ? "" : pairs.error().message.c_str());
        QCOMPARE(pairs->first.size(), size_t{6});
        QCOMPARE(pairs->second.size(), size_t{6});
        QCOMPARE(pairs->paces.size(), size_t{6});
        QVERIFY(std::ranges::min(pairs->first) > 0 && std::ranges::min(pairs->paces) > 0);
        QVERIFY(std::ranges::min(pairs->first) < std::ranges::min(pairs->second));
        const auto samples = runner->sample(5);
        QVERIFY(samples && samples->seconds.size() == 5 && samples->paces.size() == 5);
    }

    /// Each step says what it computes and moves.
    void stepsHaveTheirWork()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.onnx").toStdString();
        HandMade made;
        const ValueId x = made.input("x", {1, 64, 14, 14});
        const ValueId weights = made.constant("w", {64, 64, 1, 1});
        const ValueId conv = made.node("Conv", "conv", {x, weights});
        made.output(made.node("Softmax", "softmax", {conv}, {{"axis", int64_t{-1}}}));
        QVERIFY(writeOnnx(made.graph, path));
        auto runner = NetworkRunner::start({});
        NetworkOpening opening;
        opening.network = path;
        opening.target = hostTarget()->text;
        const auto report = runner->open(opening);
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        constexpr double kImage = 64 * 14 * 14;
        bool hasConv = false;
        bool hasSoftmax = false;
        for (const NetworkStep& step : report->steps) {
            if (step.op.starts_with("Conv")) {
                hasConv = true;
                QCOMPARE(step.flops, 2 * 64 * kImage);
                QCOMPARE(step.leastFlops, step.flops);
                QCOMPARE(step.shape, std::string("64x14x14 -> 64x14x14, 1x1, stride 1")); // though its weights are packed
                QCOMPARE(step.bytes, 4 * (2 * kImage + 64 * 64));
                QCOMPARE(step.weightBytes, 4.0 * 64 * 64);
            } else if (step.op.starts_with("Softmax")) {
                hasSoftmax = true;
                QVERIFY(step.flops >= 3 * kImage);
                QCOMPARE(step.bytes, 4 * 2 * kImage);
                QCOMPARE(step.weightBytes, 0.0);
            }
        }
        QVERIFY(hasConv && hasSoftmax);
    }

    /// floor(exp(x) * exp(-x)): 0 or 1, as the rounding errors of both factors happen to fall.
    void roundingBesideADiscontinuityIsNoMistake()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("floor.onnx").toStdString();
        HandMade made;
        const ValueId x = made.input("x", {1, 4096});
        const ValueId up = made.node("Exp", "up", {x});
        const ValueId down = made.node("Exp", "down", {made.node("Neg", "negative", {x})});
        made.output(made.node("Floor", "floor", {made.node("Mul", "one", {up, down})}));
        QVERIFY(writeOnnx(made.graph, path));
        auto runner = NetworkRunner::start({});
        QVERIFY(runner.has_value());
        NetworkOpening opening;
        opening.network = path;
        opening.target = hostTarget()->text;
        QVERIFY(runner->open(opening).has_value());
        const auto check = runner->check();
        QVERIFY2(check.has_value(), check ? "" : check.error().message.c_str());
        QVERIFY2(check->isCorrect(), qPrintable(QString::number(check->error)));
        QVERIFY(check->excused > 0);
    }

    void whatIsKnownOfTasksIsNotKeptAsATree()
    {
        if (underAddressSanitizer || underThreadSanitizer) {
            QSKIP("memory that the sanitizer takes would count");
        }
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.onnx").toStdString();
        QVERIFY(write(path, 32));
        const auto entity =
            nlohmann::json::parse(R"([["tile_oc", "sp", [-1, 16]], ["tile_ow", "sp", [-1, 14]], ["unroll_kw", "ot", true]])");
        const auto memoryKnowing = [&](int configs) -> int64_t {
            auto runner = NetworkRunner::start({});
            NetworkOpening opening;
            opening.network = path;
            opening.target = hostTarget()->text;
            for (int one = 0; one < configs; ++one) {
                opening.known.push_back({{"task", "another"}, {"args", {1, 2, 3}}, {"entity", entity}, {"seconds", 1e-3}});
            }
            return runner && runner->open(opening) && runner->time(1) ? runner->memory().value_or(-1) : -1;
        };
        const int64_t without = memoryKnowing(0);
        const int64_t with = memoryKnowing(20000);
        QVERIFY(without > 0 && with > 0);
        // 20,000 of them are 3 MB as they are sent.
        QVERIFY2(with < without + (int64_t{8} << 20), qPrintable(QString("%1, %2").arg(without).arg(with)));
    }
};

QTEST_GUILESS_MAIN(TestNetworkRunner)
#include "tst_networkrunner.moc"
