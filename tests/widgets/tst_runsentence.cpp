// SPDX-License-Identifier: GPL-3.0-or-later
// How the end of a run is told, what earlier results saved included.
#include "core/tuning/runsentence.h"
#include "core/tuning/stoprule.h"
#include "widgets/base/coretext.h"
#include "widgets/base/translation.h"

#include <QTest>

using namespace knobscope;

namespace {

RunFinished finished()
{
    RunFinished out;
    out.reason = "finished";
    out.trials = 4;
    out.bestIndex = 2;
    out.bestGflops = 50;
    out.bestSeconds = 1e-3;
    out.warm = {.source = "t.log", .records = 25, .used = 20};
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
    void usedRecordsAreCounted()
    {
        RunFinished run = finished();
        QVERIFY2(said(run).endsWith(QStringLiteral(" 20 earlier records were used.")), qPrintable(said(run)));
        run.warm.used = 1;
        QVERIFY2(said(run).endsWith(QStringLiteral(" 1 earlier record was used.")), qPrintable(said(run)));
        run.warm = {};
        QVERIFY(said(run).endsWith(QStringLiteral("per second.")));
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
        QCOMPARE(said(run, "t"),
                 QStringLiteral("t finished. Best 50.0 GFLOPS (1\u00a0ms) with config 2; 4 trials, 2.0 per second."));
        run.pace = 0.95;
        run.bestSpeedup = 2.34;
        QCOMPARE(said(run, "t"),
                 QStringLiteral("t finished. Best 50.0 GFLOPS (1\u00a0ms at full speed) with config 2; 4 trials, 2.0 per second. "
                                "It is 2.34 times as fast as untuned."));
        run.pace = 0.72;
        run.bestSpeedup = 0; // timed plainly
        QCOMPARE(said(run, "t"),
                 QStringLiteral("t finished. Best 50.0 GFLOPS (1\u00a0ms) with config 2; 4 trials, 2.0 per second. "
                                "The CPU ran at 72 % of its normal speed. Was something else running?"));
    }

    void inChineseToo()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const QString text = said(finished(), "resnet-18:2");
        QVERIFY2(text.endsWith(QStringLiteral("使用了 20 筆先前的記錄。")), qPrintable(text));
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
