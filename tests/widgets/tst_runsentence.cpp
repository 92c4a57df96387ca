// SPDX-License-Identifier: GPL-3.0-or-later
// How the end of a run is told, what earlier results saved included.
#include "core/tuning/runsentence.h"
#include "core/tuning/stoprule.h"
#include "widgets/base/coretext.h"
#include "widgets/base/translation.h"

#include <QTest>

using namespace knobscope;

namespace {

/// 95 % of the best of both, 50, was trial 2 here and trial 5 of the cold run 3.
RunFinished finished()
{
    RunFinished out;
    out.reason = "finished";
    out.trials = 4;
    out.bestIndex = 2;
    out.bestGflops = 50;
    out.bestSeconds = 1e-3;
    WarmStart warm;
    warm.source = "t.log";
    warm.records = 20;
    ColdRun cold;
    cold.row = 3;
    int64_t number = 0;
    for (const double gflops : {10.0, 20.0, 30.0, 47.0, 50.0}) {
        cold.addTrial(++number, gflops);
    }
    warm.cold = {cold};
    warm.learn({20, 1, {7, 8}});
    number = 0;
    for (const auto& [index, gflops] : {std::pair(7, 40.0), {8, 48.0}, {1, 30.0}, {2, 50.0}}) {
        warm.addTrial(++number, index, gflops);
    }
    warm.finish(50);
    out.warm = warm;
    return out;
}

QString said(const RunFinished& run, const char* label = "")
{
    return coreText(endOfRun(label, run));
}

} // namespace

class TestRunSentence : public QObject
{
    Q_OBJECT
private slots:
    void whatWasSavedIsSaid()
    {
        RunFinished run = finished();
        const QString text = said(run, "resnet-18:2");
        QVERIFY2(text.endsWith(QStringLiteral("The fastest earlier config, 48.0 GFLOPS (96 % of the best), was trial 2; another "
                                              "config was as fast at trial 4. This run reached 95 % of the best of both at trial "
                                              "2, compared with trial 5 in the cold run 3.")),
                 qPrintable(text));
        run.warm.source = "project";
        QCOMPARE(said(run, "resnet-18:2"), text + QStringLiteral(" It had learned from that run."));
        run.warm.source = "t.log";
        run.warm.coldTrials = 0;
        QVERIFY(said(run).endsWith(QStringLiteral("the cold run 3 did not reach it in 5.")));
        run.warm.coldTrials = 5;
        run.warm.warmTrials = 0;
        QVERIFY(said(run).endsWith(
            QStringLiteral("This run did not reach 95 % of the best of both; the cold run 3 did at trial 5.")));
        run.warm = {};
        QVERIFY(said(run).endsWith(QStringLiteral("per second.")));
    }

    void whatWasNotMeasuredAgain()
    {
        RunFinished run = finished();
        run.warm.kept = 1;
        QVERIFY2(said(run).contains(QStringLiteral(" 1 config was not measured again. The fastest earlier config")),
                 qPrintable(said(run)));
        run.warm.kept = 12;
        run.warm.triedAt = 0;
        run.warm.coldRow = 0;
        QVERIFY2(said(run).endsWith(
                     QStringLiteral(" 12 configs were not measured again. None of the fastest earlier configs worked.")),
                 qPrintable(said(run)));
    }

    void nothingWorked()
    {
        RunFinished run;
        run.reason = "stopped";
        QCOMPARE(said(run, "t"), QStringLiteral("t stopped. No config was measured."));
        run.trials = 1;
        QCOMPARE(said(run, "t"), QStringLiteral("t stopped. The only trial failed."));
        run.trials = 3;
        QCOMPARE(said(run, "t"), QStringLiteral("t stopped. All 3 trials failed."));
    }

    void theBestIsToldAtFullPace()
    {
        RunFinished run = finished();
        run.warm = {};
        run.trialsPerSecond = 2;
        QCOMPARE(said(run, "t"), QStringLiteral("t finished. Best 50.0 GFLOPS (1 ms) with config 2; 4 trials, 2.0 per second."));
        run.pace = 0.95;
        run.bestSpeedup = 2.34;
        QCOMPARE(said(run, "t"),
                 QStringLiteral("t finished. Best 50.0 GFLOPS (1 ms at full speed) with config 2; 4 trials, 2.0 per second. "
                                "It is 2.34 times as fast as untuned."));
        run.pace = 0.72;
        run.bestSpeedup = 0; // timed plainly
        QCOMPARE(said(run, "t"), QStringLiteral("t finished. Best 50.0 GFLOPS (1 ms) with config 2; 4 trials, 2.0 per second. "
                                                "The CPU ran at 72 % of its normal speed. Was something else running?"));
    }

    void inChineseToo()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const QString text = said(finished(), "resnet-18:2");
        QVERIFY2(text.endsWith(QStringLiteral("此次在第 2 次試驗，冷啟動執行 3 在第 5 次。")), qPrintable(text));
        RunFinished limited = finished();
        limited.detail = StopRule{.plateau = 50}.text();
        const QString why = coreText(limited.detail);
        QVERIFY2(why != QString::fromStdString(limited.detail.message), qPrintable(why));
        QVERIFY2(said(limited, "t").startsWith(QStringLiteral("t 已完成：") + why), qPrintable(said(limited, "t")));
        QCOMPARE(coreText(phrase("Warm start: {} records of {} tasks ({})", 25, 2, "a: 20, b: 5")),
                 QStringLiteral("暖啟動：2 個任務的 25 筆記錄（a: 20, b: 5）"));
        QCOMPARE(
            coreText(phrase("No warm start: {} earlier (record is|records are) fewer than the {} that AutoTVM's rule requires",
                            12, 500)),
            QStringLiteral("未暖啟動：先前只有 12 筆記錄，少於 AutoTVM 規則要求的 500 筆"));
        const Sentence none = phrase("The project file {} does not exist", "/tmp/x");
        QCOMPARE(coreText(phrase("No warm start: {}", none)), QStringLiteral("未暖啟動：") + coreText(none));
    }
};

QTEST_MAIN(TestRunSentence)
#include "tst_runsentence.moc"
