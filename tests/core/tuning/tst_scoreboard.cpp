// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/rows.h"
#include "core/tuning/scoreboard.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace knobscope;

namespace {

MeasureResult result(MeasureError error, double pace)
{
    MeasureResult out;
    out.error = error;
    out.costs = {1e-3};
    out.timing.pace = pace;
    return out;
}

double paceOf(const Scoreboard& score)
{
    RunFinished finished;
    score.fill(finished);
    return finished.pace;
}

} // namespace

/// A run's pace is the mean of its last rows' paces, as the project's query has it.
class TestScoreboard : public QObject
{
    Q_OBJECT
private slots:
    void failuresHaveAPaceAndUnknownOnesDoNotCount()
    {
        Scoreboard score(2e9, 2e9);
        QCOMPARE(paceOf(score), 0.0);
        score.count(1, result(MeasureError::None, 0.8), false);
        score.count(2, result(MeasureError::RunTimeout, 0.4), false);
        score.count(3, result(MeasureError::CompileHost, 0), false);
        QCOMPARE(paceOf(score), (0.8 + 0.4) / 2);
    }

    void aCorrectedTrialHasItsNewPace()
    {
        Scoreboard score(2e9, 2e9);
        score.count(1, result(MeasureError::None, 0.8), false);
        score.count(2, result(MeasureError::None, 0.6), false);
        score.correct(1, result(MeasureError::None, 1.0));
        QCOMPARE(paceOf(score), (1.0 + 0.6) / 2);
        score.correct(2, result(MeasureError::WrongAnswer, 0));
        QCOMPARE(paceOf(score), 1.0);
    }

    void theQuickestAreRememberedHoweverManyThereAre()
    {
        Scoreboard score(2e9, 2e9);
        constexpr int64_t trials = 20000;
        for (int64_t i = 0; i < trials; ++i) {
            MeasureResult timed = result(MeasureError::None, 1);
            timed.costs = {1e-6 * static_cast<double>(1 + i * 7919 % trials)}; // each of 1 … 20,000 microseconds once
            score.count(i, timed, false);
            QVERIFY(score.worked().size() <= 2 * Scoreboard::kRememberedTrials);
        }
        QCOMPARE(score.done(), trials);
        QVERIFY(std::ranges::is_sorted(score.worked(), {}, &RankedTrial::number));
        std::vector<RankedTrial> quickest = score.worked();
        std::sort(quickest.begin(), quickest.end());
        for (size_t i = 0; i < Scoreboard::kRememberedTrials; ++i) {
            QVERIFY(std::abs(quickest[i].seconds - 1e-6 * static_cast<double>(i + 1)) < 1e-12);
        }
        // Where the best are refuted, the next one is the best.
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(score.best().number, quickest[i].number);
            score.correct(quickest[i].number, result(MeasureError::WrongAnswer, 0));
        }
        QCOMPARE(score.best().number, quickest[3].number);
    }

    void theLastTrialsCount()
    {
        Scoreboard score(2e9, 2e9);
        score.count(1, result(MeasureError::None, 0.1), false);
        for (int trial = 0; trial < kPacedTrials; ++trial) {
            score.count(2 + trial, result(MeasureError::None, 0.9), false);
        }
        QVERIFY(std::abs(paceOf(score) - 0.9) < 1e-12);
        score.correct(1, result(MeasureError::None, 0.1)); // too long ago
        QVERIFY(std::abs(paceOf(score) - 0.9) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestScoreboard)
#include "tst_scoreboard.moc"
