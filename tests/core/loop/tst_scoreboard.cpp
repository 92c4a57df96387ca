// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/scoreboard.h"
#include "core/store/rows.h"

#include <QTest>

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

    void theLastTrialsCount()
    {
        Scoreboard score(2e9, 2e9);
        score.count(1, result(MeasureError::None, 0.1), false);
        for (int trial = 0; trial < pacedTrials; ++trial) {
            score.count(2 + trial, result(MeasureError::None, 0.9), false);
        }
        QVERIFY(std::abs(paceOf(score) - 0.9) < 1e-12);
        score.correct(1, result(MeasureError::None, 0.1)); // too long ago
        QVERIFY(std::abs(paceOf(score) - 0.9) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestScoreboard)
#include "tst_scoreboard.moc"
