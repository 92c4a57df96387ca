// SPDX-License-Identifier: GPL-3.0-or-later
// How often pruning would skip the best of a recorded space, in whatever order a search comes to its configs.
#include "core/study/projectspaces.h"
#include "core/study/replay.h"
#include "core/tuner/boundsource.h"
#include "tests/nightly.h"

#include <QTest>

using namespace knobscope;

namespace {

/// Counts over all seeds.
struct Risk {
    int64_t best = 0; ///< seeds in which the best would have been skipped after some trial
    int64_t near = 0; ///< configs within 1 % of the best of which that is true
    int64_t pruned = 0;
};

RecordedSpace recorded(const QString& name)
{
    return readSpaces(KNOBSCOPE_SOURCE_DIR "/resources/recorded/" + name.toStdString() + ".knobscope").value().front();
}

/// Every `step`-th point, and all within 5 % of the best.
RecordedSpace thinned(RecordedSpace space, size_t step)
{
    const double good = 0.95 * space.bestFlops();
    std::vector<RecordedPoint> kept;
    for (size_t i = 0; i < space.points.size(); ++i) {
        if (i % step == 0 || space.flopsAt(space.points[i].index).value_or(0) >= good) {
            kept.push_back(space.points[i]);
        }
    }
    space.points = std::move(kept);
    return space;
}

Risk riskOf(const RecordedSpace& space, const char* tuner, int seeds, const ReplayOptions& options, const MachineProfile& machine)
{
    const auto bounds = std::make_shared<BoundSource>(space.task, machine);
    Risk risk;
    for (int seed = 1; seed <= seeds; ++seed) {
        const Replay one = replay(space, {tuner, tuner}, static_cast<uint64_t>(seed), options, nullptr, bounds).value();
        risk.best += one.isBestRuledOut ? 1 : 0;
        risk.near += one.nearRuledOut;
        risk.pruned += one.pruning.pruned;
    }
    return risk;
}

ReplayOptions withPruning()
{
    ReplayOptions options;
    options.budget = 200;
    options.prune.factor = PruneOptions::kDefaultFactor;
    return options;
}

} // namespace

class TestPruningRisk : public QObject
{
    Q_OBJECT

private slots:
    void theBestIsKept_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("step");
        QTest::newRow("depthwise, 7x7 stride 2") << "mobilenet-v1-16" << 1;
        QTest::newRow("depthwise, 7x7") << "mobilenet-v1-18" << 1;
        QTest::newRow("depthwise by rows") << "extra/mobilenet-v1-4-rows" << 2;
        QTest::newRow("1x1") << "resnet-18-12" << 1;
        QTest::newRow("dense, sparse") << "searched/dense-256" << 16;
        QTest::newRow("tiles, sparse") << "searched/mobilenet-v1-15-tiles" << 2;
        QTest::newRow("Winograd, sparse") << "searched/resnet-18-2-winograd" << (isNightly() ? 1 : 3);
    }

    /// None in 300 seeds is less than 1 % with 95 % confidence (the rule of three).
    void theBestIsKept()
    {
        QFETCH(const QString, name);
        QFETCH(const int, step);
        constexpr int seeds = 300;
        const RecordedSpace space = thinned(recorded(name), static_cast<size_t>(step));
        const Risk risk = riskOf(space, recordedTuner, seeds, withPruning(), defaultMachine(space.task.target));
        QVERIFY2(risk.best == 0, qPrintable(QString::number(risk.best)));
        QVERIFY2(risk.near * 100 <= space.countAtLeast(0.99) * seeds, qPrintable(QString::number(risk.near)));
        QVERIFY2(risk.pruned > seeds, qPrintable(QString::number(risk.pruned))); // or nothing is shown
    }

    /// A search that begins with the best bounds of another machine sees little that contradicts them.
    void boundsOfAnotherMachineAreChecked()
    {
        const RecordedSpace space = recorded(QStringLiteral("resnet-18-12")); // of a machine with 32 registers of 512 bits
        MachineProfile narrow = defaultMachine(space.task.target);
        narrow.vectorBits = 256;
        narrow.vectorRegisters = 16;
        const int seeds = casesOf(10, 2);
        const Risk checked = riskOf(space, "bayes", seeds, withPruning(), narrow);
        QVERIFY2(checked.best == 0, qPrintable(QString::number(checked.best)));
        ReplayOptions unchecked = withPruning();
        unchecked.prune.firstChecks = 0;
        const Risk trusting = riskOf(space, "bayes", seeds, unchecked, narrow);
        QVERIFY2(trusting.best * 10 > seeds, qPrintable(QString::number(trusting.best)));
    }
};

QTEST_GUILESS_MAIN(TestPruningRisk)
#include "tst_pruningrisk.moc"
