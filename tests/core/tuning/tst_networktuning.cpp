// SPDX-License-Identifier: GPL-3.0-or-later
// A network's tuning with made-up trials, and real runs of the whole network.
#include "core/network/modelfile.h"
#include "core/store/projectlocks.h"
#include "core/tuning/networktuning.h"
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/core/worker/wrongnetwork.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

/// A network in a file, and a project to tune it into.
struct Tuned {
    QTemporaryDir dir;
    std::string model = dir.filePath("a.onnx").toStdString();
    std::string path = dir.filePath("p.knobscope").toStdString();
    QStringList lines;

    Result<TunedNetwork> tune(int64_t trials)
    {
        struct Lines : LoopListener {
            explicit Lines(QStringList& all)
                : lines(all)
            {
            }
            void logLine(const Sentence& line) override { lines << QString::fromStdString(line.message); }
            QStringList& lines;
        } heard(lines);
        TRY(Project::open(path, Project::Mode::Create));
        const auto writer = TRY(ProjectWriter::open(path, [](const Sentence&) {}));
        StoreListener store(*writer, {});
        FakeMeasurer measurer(1);
        LoopControl control;
        const std::vector<LoopListener*> listeners{&heard, &store};
        const auto read = TRY(readModelNetwork(model));
        const Target target = hostTarget().value();
        NetworkTuning tuning{TRY(planNetwork(read.network, target, TaskChoice::AutoTvm)), {}, {0, trials}, std::nullopt};
        tuning.run.tuner = "random";
        tuning.run.prune = "off";
        tuning.whole = WholeNetwork{model, {}, target, 1, {}, {}};
        auto tuned = TRY(tuneNetwork(tuning, measurer, control, *writer, listeners));
        TRY(writer->flush() ? Result<void>() : tl::make_unexpected(writer->refusal()));
        return tuned;
    }

    std::vector<WholeRun> kept() const
    {
        WholeNetwork network{model, {}, hostTarget().value(), 1, {}, {}, readModelNetwork(model).value().fingerprint};
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        return storedWholeRuns(project, network).value();
    }
};

} // namespace

class TestNetworkTuning : public QObject
{
    Q_OBJECT
private slots:
    void runsOfTheWholeNetworkAreCheckedAndKept()
    {
        Tuned tuned;
        QVERIFY(writeConvNetwork(tuned.model).has_value());
        const auto outcome = tuned.tune(64);
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        QVERIFY2(outcome->wholeRuns.size() >= 2, qPrintable(tuned.lines.join('\n')));
        const std::vector<WholeRun> kept = tuned.kept();
        QCOMPARE(kept.size(), outcome->wholeRuns.size());
        QVERIFY(std::ranges::all_of(kept, &WholeRun::isCorrect));
        // Timed against the untuned network at the end; the faster one is what the project's network is from then on.
        QVERIFY(outcome->comparison.has_value());
        const NetworkComparison& seen = *outcome->comparison;
        QVERIFY(seen.pairs == 0 || (seen.pairs >= 6 && seen.beforeSeconds > 0 && seen.afterSeconds > 0 && seen.low <= seen.high));
        auto project = Project::open(tuned.path, Project::Mode::ReadOnly).value();
        WholeNetwork network{tuned.model, {}, hostTarget().value(), 1, {}, {}, readModelNetwork(tuned.model).value().fingerprint};
        const NetworkOpening opening = openingOf(network, &project).value();
        QCOMPARE(opening.isKept, !seen.keepsAfter());
        QCOMPARE(opening.known.empty(), opening.isKept); // nothing was known at the start
        if (seen.pairs > 0) {
            QCOMPARE(kept.back().seconds, seen.keepsAfter() ? seen.afterSeconds : seen.beforeSeconds);
        }
    }

    /// Pooling, softmax and the like have no template: they are part of the prediction.
    void stepsWithoutATemplateArePartOfThePrediction()
    {
        Tuned tuned;
        QVERIFY(QFile::copy(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx"), QString::fromStdString(tuned.model)));
        const auto outcome = tuned.tune(8);
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        QVERIFY(outcome->outcome.share.fixedSeconds() > 0);
        QVERIFY(!outcome->comparison.has_value()); // of so few trials, the whole network is not run
    }

    void aWrongRunIsToldAndNotKept()
    {
        Tuned tuned;
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", tuned.dir.filePath("cache").toLocal8Bit());
        const bool isWrong = makeWrongNetwork(tuned.model, tuned.dir.filePath("cache"));
        const auto outcome = tuned.tune(64);
        qputenv("XDG_CACHE_HOME", before);
        QVERIFY(isWrong);
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        QVERIFY2(tuned.lines.join('\n').contains("With the best configs after 0 trials: The network's results are incorrect"),
                 qPrintable(tuned.lines.join('\n')));
        QVERIFY(std::ranges::none_of(outcome->wholeRuns, [](const WholeRun& run) { return run.trials == 0; }));
        QVERIFY(!outcome->comparison.has_value()); // what is wrong is nothing to compare with, and is never kept
        QVERIFY(std::ranges::all_of(tuned.kept(), &WholeRun::isCorrect));
    }

    /// They get no trials, and count with what they take.
    void layersWithComputedWeightsArePartOfThePrediction()
    {
        Tuned tuned;
        QVERIFY(writeComputedWeights(tuned.model).has_value());
        const auto outcome = tuned.tune(8);
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.c_str());
        const TrialShare& share = outcome->outcome.share;
        QCOMPARE(share.layers(), size_t{1}); // of two convolutions of one shape
        QCOMPARE(share.weight(0), 1.0);
        QVERIFY(share.fixedSeconds() > 0);
        QCOMPARE(share.networkSeconds(), share.layerSeconds(0) + share.fixedSeconds());
        QCOMPARE(outcome->outcome.curve.back().networkSeconds, share.networkSeconds());
    }

    void oneProgramTunesANetworkInAProject()
    {
        Tuned tuned;
        QVERIFY(writeConvNetwork(tuned.model).has_value());
        ProjectLocks other(tuned.path);
        QCOMPARE(other.acquire(ProjectLocks::kNetworkTuningLock), ProjectLocks::Answer::Taken);
        const auto refused = tuned.tune(8);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.starts_with("Another program is tuning a network in " + tuned.path),
                 refused.error().message.c_str());
        other.release(ProjectLocks::kNetworkTuningLock);
        QVERIFY(tuned.tune(8).has_value());
    }
};

QTEST_GUILESS_MAIN(TestNetworkTuning)
#include "tst_networktuning.moc"
