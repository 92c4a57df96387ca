// SPDX-License-Identifier: GPL-3.0-or-later
// The best few of a run are looked at once more: wrong ones are taken back everywhere, and one best stands on every page.
#include "core/record/historybest.h"
#include "core/store/bestcurve.h"
#include "core/study/comparedrun.h"
#include "core/study/progresscurve.h"
#include "core/tuning/confirm.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/storelistener.h"
#include "fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace knobscope;

namespace {

/// Says in compare() which configs are wrong, and which is quicker than all before it.
class SecondLook : public FakeMeasurer
{
public:
    SecondLook()
        : FakeMeasurer(1)
    {
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        auto results = FakeMeasurer::compare(inputs);
        for (size_t i = 0; i < inputs.size(); ++i) {
            const int64_t index = *inputs[i].entity.index;
            if (index == quicker) {
                results[i].costs.front() = resultOf(*inputs.front().entity.index).costs.front() * 0.9;
            }
            results[i].costs.front() *= i == 0 ? lucky : 1;
            makePaired(results[i]);
            results[i].costs.front() *= scale;
            compared.push_back(index);
            results[i].timing.ratio = 1.0;
            if (wrong.contains(index)) {
                results[i].error = MeasureError::WrongAnswer;
                results[i].why = Sentence("Element 3 of C is 1 and should be 2");
            }
            if (index == quicker) {
                results[i].isSignificantlyFaster = true;
                results[i].timing.ratio = 0.9;
            }
        }
        return results;
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done) {
            makePaired(done->second);
        }
        return done;
    }
    void makePaired(MeasureResult& result) const
    {
        if (isPaired && result.error == MeasureError::None) {
            result.costs.front() *= 1.00012345678912345; // figures as long as real ones
            result.timing.speedup = 1e-3 / result.costs.front();
        }
    }
    std::set<int64_t> wrong;
    int64_t quicker = -1;
    bool isPaired = false; ///< with an anchor of 1 ms …
    double scale = 1;      ///< … which takes so many at the end
    double lucky = 1;      ///< the best on record truly takes so many times as long
    std::vector<int64_t> compared;
};

/// A run kept in a project and a log.
struct Kept {
    QTemporaryDir folder;
    std::string project = folder.filePath("a.knobscope").toStdString();
    std::string log = folder.filePath("a.log").toStdString();
    RunFinished finished;
};

void tuneInto(Kept& kept, SecondLook& measurer, int64_t trials)
{
    QVERIFY(Project::open(kept.project, Project::Mode::Create).has_value());
    auto writer = ProjectWriter::open(kept.project).value();
    StoreListener store(*writer, {});
    auto appender = LogAppender::open(kept.log).value();
    LogListener logger(appender);
    const std::vector<LoopListener*> listeners{&store, &logger};
    LoopControl control;
    kept.finished = tune({task("random", trials)}, measurer, control, listeners).value().front();
    QVERIFY(writer->flush());
    QVERIFY(logger.problem().empty());
}

/// A run, and the same one as its last comparison left it where that says something else.
struct Corrected {
    Kept honest, kept;
    std::vector<TrialRow> was, is;
    std::vector<RecordedTrial> resumed; ///< what the corrected one goes on with
};

/// A run with speed-ups; the configs that it compared at its end.
std::vector<int64_t> tuneHonestly(Corrected& runs)
{
    SecondLook measurer;
    measurer.isPaired = true;
    tuneInto(runs.honest, measurer, 60);
    runs.was = Project::open(runs.honest.project, Project::Mode::ReadOnly)->trials(1).value();
    return measurer.compared;
}

/// The best record of a log.
TuningRecord bestOfLog(const std::string& path)
{
    HistoryBest history;
    history.add(readLog(path)->records);
    return *history.bestRecords().front();
}

/// The finished run, its row, its trials, its curve, its log and Compare.
void bestIsTheSameEverywhere(const Kept& kept, bool isLucky = false)
{
    auto project = Project::open(kept.project, Project::Mode::ReadOnly).value();
    const RunRow row = project.run(1).value();
    QCOMPARE(row.bestIndex, kept.finished.bestIndex);
    QCOMPARE(row.bestGflops, kept.finished.bestGflops);
    QVERIFY(std::abs(row.bestSeconds / kept.finished.bestSeconds - 1) < 1e-12);
    QCOMPARE(row.errors, kept.finished.errors);
    QCOMPARE(row.trials, kept.finished.trials);
    double best = 0;
    const std::vector<TrialRow> trials = project.trials(1).value();
    for (const TrialRow& trial : trials) {
        best = std::max(best, trial.gflops);
    }
    QCOMPARE(best, row.bestGflops);
    QCOMPARE(bestCurve(project, 1)->back().best, row.bestGflops);
    const TuningRecord recorded = bestOfLog(kept.log);
    const Task made = task("random", 1).task;
    QCOMPARE(made.space.indexOf(recorded.entity).value(), row.bestIndex);
    const double gflops = made.autotvmFlops / recorded.meanCost() / 1e9; // a log does not take back a time that was too short
    QVERIFY(isLucky ? gflops > row.bestGflops : std::abs(gflops / row.bestGflops - 1) < 1e-12);
    const ComparedRun compared = runsOfProject(kept.project)->runs.front();
    QCOMPARE(compared.bestGflops(), row.bestGflops);
    QCOMPARE(bestSoFar(compared.trials, CurveAxis::Trials, 0).back().best, row.bestGflops);
}

void tuneAgain(Corrected& runs, SecondLook& measurer)
{
    measurer.isPaired = true;
    tuneInto(runs.kept, measurer, 60);
    bestIsTheSameEverywhere(runs.kept, measurer.lucky > 1);
    auto project = Project::open(runs.kept.project, Project::Mode::ReadOnly).value();
    runs.is = project.trials(1).value();
    runs.resumed = resumableRun(project, 1, 80)->task.recorded;
}

} // namespace

class TestConfirm : public QObject
{
    Q_OBJECT
private slots:
    void oneBestStandsEverywhere()
    {
        Kept kept;
        SecondLook measurer;
        tuneInto(kept, measurer, 60);
        QCOMPARE(measurer.compared.size(), size_t(4));
        QCOMPARE(measurer.compared.front(), kept.finished.bestIndex);
        bestIsTheSameEverywhere(kept);
    }

    void aWrongBestIsTakenBackAndTheNextOneTaken()
    {
        Kept honest;
        SecondLook right;
        tuneInto(honest, right, 60);
        Kept kept;
        SecondLook measurer;
        measurer.wrong = {right.compared[0], right.compared[1]};
        tuneInto(kept, measurer, 60);
        QCOMPARE(kept.finished.bestIndex, right.compared[2]);
        QCOMPARE(kept.finished.errors, honest.finished.errors + 2);
        QCOMPARE(kept.finished.trials, int64_t(60));
        bestIsTheSameEverywhere(kept);
        auto project = Project::open(kept.project, Project::Mode::ReadOnly).value();
        int refuted = 0;
        const std::vector<TrialRow> trials = project.trials(1).value();
        for (const TrialRow& trial : trials) {
            if (measurer.wrong.contains(trial.index)) {
                ++refuted;
                QCOMPARE(trial.errorNo, static_cast<int>(MeasureError::WrongAnswer));
                QVERIFY(trial.why.message.find("should be 2") != std::string::npos);
                QCOMPARE(trial.gflops, 0.0);
            }
        }
        QCOMPARE(refuted, 2);
        QCOMPARE(readLog(kept.log)->records.size(), size_t(62)); // the failures follow
    }

    void whereAllOfThemAreWrongTheNextFewFollow()
    {
        Kept honest;
        SecondLook right;
        tuneInto(honest, right, 60);
        Kept kept;
        SecondLook measurer;
        measurer.wrong.insert(right.compared.begin(), right.compared.end());
        tuneInto(kept, measurer, 60);
        QCOMPARE(measurer.compared.size(), size_t(8));
        QCOMPARE(kept.finished.bestIndex, measurer.compared[4]);
        bestIsTheSameEverywhere(kept);
    }

    void aQuickerOneIsTheBestOnTheRunsScale()
    {
        Kept honest;
        SecondLook right;
        tuneInto(honest, right, 60);
        Kept kept;
        SecondLook measurer;
        measurer.quicker = right.compared[2];
        tuneInto(kept, measurer, 60);
        QCOMPARE(kept.finished.bestIndex, right.compared[2]);
        QVERIFY(kept.finished.bestGflops > honest.finished.bestGflops);
        QCOMPARE(kept.finished.trials, int64_t(60));
        bestIsTheSameEverywhere(kept);
        QCOMPARE(readLog(kept.log)->records.size(), size_t(61)); // with its shorter time, once more
    }

    void anAnchorThatWasTimedTooSlowlyIsCorrectedEverywhere_data()
    {
        QTest::addColumn<bool>("withQuicker");
        QTest::newRow("alone") << false;
        QTest::newRow("and one that is quicker than the best") << true;
    }
    void anAnchorThatWasTimedTooSlowlyIsCorrectedEverywhere()
    {
        QFETCH(bool, withQuicker);
        Corrected runs;
        const auto& [honest, kept, was, is, resumed] = runs;
        const int64_t third = tuneHonestly(runs)[2];
        SecondLook measurer;
        measurer.scale = 0.8;
        measurer.quicker = withQuicker ? third : -1;
        tuneAgain(runs, measurer);
        QCOMPARE(kept.finished.bestIndex, withQuicker ? third : honest.finished.bestIndex);
        const double best = honest.finished.bestSeconds * 0.8;
        QVERIFY(withQuicker ? kept.finished.bestSeconds < best : std::abs(kept.finished.bestSeconds / best - 1) < 1e-11);
        const auto lines = readLog(kept.log)->records;
        QCOMPARE(lines.size(), size_t(61)); // the best once more
        for (size_t i = 0; i < is.size(); ++i) {
            if (is[i].errorNo != 0 || is[i].index == measurer.quicker) {
                continue;
            }
            QVERIFY(std::abs(is[i].costs.front() / was[i].costs.front() / 0.8 - 1) < 1e-9);
            QVERIFY(std::abs(is[i].gflops / was[i].gflops * 0.8 - 1) < 1e-9);
            QVERIFY(lines[i].costs == was[i].costs);
            QVERIFY(std::abs(is[i].speedup / was[i].speedup - 1) < 1e-11);
        }
        for (size_t i = 0; i < is.size(); ++i) { // and a resumed run's tuner learns the corrected times
            QVERIFY(resumed[i].result.costs == is[i].costs);
        }
    }

    void aBestThatWasLuckyIsCorrectedEverywhere()
    {
        Corrected runs;
        const auto& [honest, kept, was, is, resumed] = runs;
        tuneHonestly(runs);
        SecondLook measurer;
        measurer.lucky = 1.2;
        tuneAgain(runs, measurer);
        QCOMPARE(kept.finished.bestIndex, honest.finished.bestIndex);
        const double best = honest.finished.bestSeconds * measurer.lucky;
        QVERIFY(std::abs(kept.finished.bestSeconds / best - 1) < 1e-11);
        QVERIFY(std::abs(kept.finished.bestSpeedup * measurer.lucky / honest.finished.bestSpeedup - 1) < 1e-11);
        int levelled = 0;
        for (size_t i = 0; i < is.size(); ++i) {
            if (is[i].errorNo != 0 || is[i].index == kept.finished.bestIndex) {
                continue;
            }
            // Who was thought to be as quick is just behind, all others are as they were.
            const bool isLevelled = was[i].costs.front() < best;
            levelled += isLevelled ? 1 : 0;
            const double seconds = isLevelled ? kept.finished.bestSeconds * 1.0001 : was[i].costs.front();
            QVERIFY(std::abs(is[i].costs.front() / seconds - 1) < 1e-11);
            QVERIFY(std::abs(is[i].costs.front() * is[i].speedup / 1e-3 - 1) < 1e-11);
            const RecordedTrial& trial = resumed[i];
            QVERIFY(trial.result.costs == is[i].costs);
            QCOMPARE(trial.result.timing.speedup, is[i].speedup);
        }
        QVERIFY(levelled > 0);
    }

    void anAnchorIsNoQuickerThanItself()
    {
        const Task made = task("random", 1).task;
        SecondLook measurer;
        measurer.isPaired = true;
        const double seconds = SecondLook::resultOf(0).costs.front();
        const auto level = confirmBest(made, {{1, 0, seconds, 1, 1}}, 4, measurer);
        QVERIFY(!level.best && level.scale.leastSeconds == 0 && level.refuted.empty());
        const auto quicker = confirmBest(made, {{1, 0, seconds, 1.1, 1}}, 4, measurer);
        QVERIFY(quicker.best && quicker.scale.leastSeconds > 0);
    }

    void aCorrectedRunGoesOnAsItWouldHave()
    {
        Kept kept;
        SecondLook measurer;
        SecondLook right;
        Kept honest;
        tuneInto(honest, right, 20);
        measurer.wrong = {right.compared[0]};
        tuneInto(kept, measurer, 20);
        auto project = Project::open(kept.project, Project::Mode::ReadWrite).value();
        auto resumed = resumableRun(project, 1, 40).value();
        const auto refuted = std::find_if(resumed.task.recorded.begin(), resumed.task.recorded.end(),
                                          [&](const RecordedTrial& t) { return t.index == right.compared[0]; });
        QVERIFY(refuted != resumed.task.recorded.end());
        QCOMPARE(refuted->result.error, MeasureError::WrongAnswer);
        LoopControl control;
        Recorder recorder;
        LoopListener* const listener = &recorder;
        SecondLook again;
        const auto done = tune({resumed.task}, again, control, std::span(&listener, 1));
        QVERIFY(done.has_value());
        QCOMPARE(done->front().trials, int64_t(40));
        QVERIFY(done->front().bestIndex != right.compared[0]);
        QCOMPARE(again.submitted, 20);
    }
};

QTEST_GUILESS_MAIN(TestConfirm)
#include "tst_confirm.moc"
