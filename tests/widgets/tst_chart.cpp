// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/livechart.h"

#include <QTest>

#include <random>

using namespace knobscope;

class TestChart : public QObject
{
    Q_OBJECT
private slots:
    void fewPointsAreAllThere()
    {
        const std::vector<ChartTrial> trials{{1, false}, {3, false}, {0, true}, {2, false}};
        const ThinnedRun run = thinRun(trials, 100);
        QCOMPARE(run.trials.size(), size_t(3));
        QCOMPARE(run.failures.size(), size_t(1));
        QCOMPARE(run.failures[0], QPointF(3, 0));
        QCOMPARE(run.best.back(), QPointF(4, 3));
    }

    void manyPointsKeepTheirExtremes()
    {
        std::mt19937 random(1);
        std::vector<ChartTrial> trials(100000);
        for (ChartTrial& t : trials) {
            t = {static_cast<double>(random() % 1000), random() % 10 == 0};
        }
        trials[54321] = {5000, false};
        trials[777] = {-1, false};
        const ThinnedRun run = thinRun(trials, 400);
        QVERIFY(run.trials.size() <= 800);
        QVERIFY(run.failures.size() <= 400);
        QVERIFY(std::find(run.trials.begin(), run.trials.end(), QPointF(54322, 5000)) != run.trials.end());
        QVERIFY(std::find(run.trials.begin(), run.trials.end(), QPointF(778, -1)) != run.trials.end());
        QCOMPARE(run.best.back().y(), 5000.0);
        for (size_t i = 1; i < run.best.size(); ++i) {
            QVERIFY(run.best[i].y() >= run.best[i - 1].y());
        }
    }

    void emptyChartsSayWhatToDo()
    {
        LiveChart chart;
        chart.resize(600, 400);
        chart.show();
        chart.refreshNow();
        chart.addTrials({{10, false}, {20, false}, {0, true}});
        chart.refreshNow();
        QCOMPARE(chart.trialCount(), qsizetype(3));
        QCOMPARE(chart.bestGflops(), 20.0);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("20.0")));
    }
};

QTEST_MAIN(TestChart)
#include "tst_chart.moc"
