// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of the Insight view: what the machine can do, and every trial below it.
#include "tests/widgets/controls.h"
#include "tests/widgets/insightdesk.h"
#include "widgets/base/theme.h"
#include "widgets/controls/headline.h"
#include "widgets/views/insight/rooflinepanel.h"
#include "widgets/views/insight/runfindingspanel.h"

#include <QMouseEvent>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;
using namespace knobscope::testing;

class TestRoofline : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

    QString makeProject(const char* name, const std::vector<std::vector<std::pair<int64_t, double>>>& runs)
    {
        return writeInsightProject(m_dir.filePath(QString::fromLatin1(name)), runs);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-roofline"));
        QLocale::setDefault(QLocale::c());
    }

    void init() { QSettings().remove(QStringLiteral("machine")); }

    void needsThePeakOnce()
    {
        const Task task = conv();
        const QString path = makeProject("a.knobscope", {randomTrials(task, 120, 1), randomTrials(task, 80, 2)});
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        InsightView view(workspace);
        view.resize(900, 420);
        view.show();
        view.tabs().setCurrentIndex(4);
        view.refreshNow();
        QVERIFY(!view.roofline().peak());
        QVERIFY(view.roofline().status().contains(QStringLiteral("not been measured yet")));
        view.roofline().measurePeak();
        view.roofline().finishJobs();
        QVERIFY2(view.roofline().peak().has_value(), qPrintable(view.roofline().status()));
        QVERIFY(view.roofline().peak()->gflops > 1);
        QVERIFY(view.roofline().peak()->gigabytesPerSecond > 0.1);
        QCOMPARE(view.roofline().canvas().series().size(), size_t(4)); // trials, memory and two caches
        QCOMPARE(view.roofline().canvas().series()[0].points.size(), size_t(200));
        look(view, "insight-roofline");
        InsightView later(workspace); // another start of the program
        later.show();
        later.tabs().setCurrentIndex(4);
        later.refreshNow();
        QVERIFY(later.roofline().peak() == view.roofline().peak());
        // A rubber band over everything selects every success; with Ctrl it adds to what is chosen.
        PlotCanvas& canvas = view.roofline().canvas();
        const auto enclose = [&canvas](const QRectF& area, Qt::KeyboardModifiers modifiers) {
            QTest::mousePress(canvas.viewport(), Qt::LeftButton, Qt::ShiftModifier, area.topLeft().toPoint());
            for (const QPointF& corner : {area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()}) {
                QMouseEvent move(QEvent::MouseMove, corner, canvas.mapToGlobal(corner), Qt::NoButton, Qt::LeftButton,
                                 Qt::ShiftModifier);
                QApplication::sendEvent(canvas.viewport(), &move);
            }
            QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, modifiers, area.bottomLeft().toPoint());
        };
        const QRectF r = canvas.plot();
        enclose(r, Qt::ShiftModifier);
        size_t worked = 0;
        for (size_t i = 0; i < view.trials()->trials.size(); ++i) {
            worked += view.trials()->trials[i].worked() ? 1 : 0;
        }
        QCOMPARE(workspace.selection().trials().size(), worked);
        enclose({r.topLeft(), QSizeF(40, 20)}, Qt::ShiftModifier | Qt::ControlModifier); // of nothing
        QCOMPARE(workspace.selection().trials().size(), worked);
    }

    /// Runs with one thread and with two have a roof each, and what was measured for one is not kept as another's.
    void everyNumberOfThreadsHasItsRoof()
    {
        const Task task = conv();
        const QString path = makeProject("threads.knobscope", {randomTrials(task, 5, 1), randomTrials(task, 5, 2)});
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            writer->setRunOptions(2, 5, {{"measure", {{"threads", 2}}}});
            QVERIFY(writer->flush());
        }
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        RooflinePanel& panel = opened.view.roofline();
        panel.setPeakMeasure(
            [](int threads) -> Result<MachinePeak> { return MachinePeak{threads, 1000.0 * threads, 10, "AVX2", 1e9}; });
        for (const qint64 run : {1, 2}) {
            opened.view.setRun(run);
            opened.view.refreshNow();
            panel.measurePeak();
            opened.view.setRun(3 - run); // before it is measured
            opened.view.refreshNow();
        }
        QCOMPARE(measuredPeaks().at(1).gflops, 1000.0);
        QCOMPARE(measuredPeaks().at(2).gflops, 2000.0);
        const auto& series = panel.canvas().series();
        QCOMPARE(series.size(), size_t(3));
        QCOMPARE(series[1].points.back().y(), 1000.0);
        QCOMPARE(series[2].points.back().y(), 2000.0);
    }

    /// It takes a kernel's lowering: seconds for some, while which the window goes on.
    void theIntensityIsFoundInTheBackground()
    {
        keepPeak(1, {.gflops = 100, .gigabytesPerSecond = 10});
        Opened opened(makeProject("slow.knobscope", {randomTrials(conv(), 5, 1)}));
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        RooflinePanel& panel = opened.view.roofline();
        const auto trials = opened.view.trials();
        QCOMPARE(panel.canvas().series().size(), size_t(2));
        panel.setTrials(nullptr, 1);
        panel.setTrials(trials, 1);
        QVERIFY2(panel.status().startsWith(QStringLiteral("Counting")), qPrintable(panel.status()));
        QVERIFY(panel.canvas().series().empty());
        QTRY_COMPARE(panel.canvas().series().size(), size_t(2));
        QVERIFY(!panel.status().startsWith(QStringLiteral("Counting")));
    }

    void aGpusKernelsAreNotHeldAgainstTheCpu()
    {
        keepPeak(1, {.gflops = 100, .gigabytesPerSecond = 10});
        const QString path = makeProject("gpu.knobscope", {});
        const auto args = nlohmann::json::parse(
            R"([["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        const Task task = makeTask("conv2d_nchw.cuda", args, parseTarget("cuda").value()).value();
        addRun(*ProjectWriter::open(path.toStdString()).value(), task, {{0, 5000.0}});
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        QVERIFY(!opened.view.roofline().peak());
        QVERIFY2(opened.view.roofline().status().contains(QStringLiteral("GPU")), qPrintable(opened.view.roofline().status()));
        const auto* button = byId<QPushButton>(opened.view.roofline(), "roofline.measure");
        QVERIFY(!button->isEnabled() && button->toolTip() == opened.view.roofline().status());
    }

    /// Nor is it measured for them, or with more threads than that can be done with: nothing wrong is kept.
    void whatIsOfNoUseIsNotMeasured()
    {
        const QString path = makeProject("many.knobscope", {randomTrials(conv(), 5, 1)});
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            writer->setRunOptions(1, 5, {{"measure", {{"threads", 128}}}});
            QVERIFY(writer->flush());
        }
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        RooflinePanel& panel = opened.view.roofline();
        panel.setPeakMeasure([](int) -> Result<MachinePeak> { return MachinePeak{64, 1000, 10, "AVX2", 1e9}; });
        const auto* button = byId<QPushButton>(panel, "roofline.measure");
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(QStringLiteral("at most 64 threads")), qPrintable(button->toolTip()));
        QCOMPARE(panel.status(), button->toolTip());
        panel.measurePeak(); // by the palette
        panel.finishJobs();
        QVERIFY(measuredPeaks().empty());
    }

    /// The panels' own colours are others only after the view's.
    void dotsAndRoofsTakeTheThemesColours()
    {
        keepPeak(1, {.gflops = 100, .gigabytesPerSecond = 10});
        Opened opened(makeProject("dark.knobscope", {randomTrials(conv(), 5, 1)}));
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        for (const QPalette& palette : {darkPalette(), lightPalette()}) {
            opened.view.setPalette(palette);
            const auto& series = opened.view.roofline().canvas().series();
            QTRY_COMPARE(series[0].colour, themeFor(palette).trial);
            QCOMPARE(series[1].colour, themeFor(palette).best);
        }
    }

    /// W4: points where they are, a roof for each cache, and what is left to be won.
    void saysWhatIsLeft()
    {
        keepPeak(1, {.gflops = 100, .gigabytesPerSecond = 10, .cacheGigabytesPerSecond = 50, .l1GigabytesPerSecond = 200});
        const Task task = conv();
        const QString path = m_dir.filePath(QStringLiteral("left.knobscope"));
        makeProject("left.knobscope", {});
        const double counted = task.autotvmFlops / task.plainFlops; // trials are kept as AutoTVM counts
        addRun(*ProjectWriter::open(path.toStdString()).value(), task, {{0, 94.0 * counted}, {1, 50.0}});
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        RooflinePanel& panel = opened.view.roofline();
        const auto& series = panel.canvas().series();
        QCOMPARE(series.size(), size_t(4));
        QCOMPARE(series[0].points[0].x(), series[0].points[1].x());
        QVERIFY2(series[2].name.startsWith(QStringLiteral("L2 cache, 50")), qPrintable(series[2].name));
        QCOMPARE(series[2].points[1].x(), 2.0); // where 50 GB/s allow 100 GFLOPS
        QCOMPARE(series[3].points[1].x(), 0.5);
        const auto* headline = byId<Headline>(panel, "roofline.headline");
        QCOMPARE(headline->figure(), QStringLiteral("94 % of this core's peak"));
        QVERIFY2(headline->line().startsWith(QStringLiteral("At most 6 % less time is possible. The best is trial 1 of run 1")),
                 qPrintable(headline->line()));
    }

    void anotherMachinesTrialsHaveNoRoofHere()
    {
        keepPeak(1, {.gflops = 100, .gigabytesPerSecond = 10});
        const QString path = makeProject("foreign.knobscope", {randomTrials(conv(), 5, 1)});
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            writer->setRunOptions(1, 5, {{"machine", "Another CPU"}});
            QVERIFY(writer->flush());
        }
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        RooflinePanel& panel = opened.view.roofline();
        QCOMPARE(panel.canvas().series().size(), size_t(1));
        QVERIFY2(panel.status().contains(QStringLiteral("Another CPU")), qPrintable(panel.status()));
        QVERIFY(!byId<Headline>(panel, "roofline.headline")->hasFigure());
        QVERIFY(!byId<QPushButton>(panel, "roofline.measure")->isEnabled());
    }

    void whatIsFoundAboutARunIsListed()
    {
        std::vector<std::pair<int64_t, double>> trials = randomTrials(conv(), 40, 3);
        trials.emplace_back(7, 500.0); // at the very end
        Opened opened(makeProject("found.knobscope", {trials}));
        opened.view.tabs().setCurrentIndex(5);
        opened.view.refreshNow();
        RunFindingsPanel& panel = opened.view.findings();
        panel.finishJobs();
        const auto late = std::ranges::find(panel.findings(), "late", &RunFinding::id);
        QVERIFY(late != panel.findings().end());
        const auto* card =
            byId<QWidget>(panel, qPrintable(QStringLiteral("runFinding.%1").arg(late - panel.findings().begin() + 1)));
        QVERIFY(card);
        QTRY_VERIFY(card->isVisible());
        QCOMPARE(card->accessibleName(), QStringLiteral("The best was still improving when the run ended."));
    }

    /// AutoTVM counts a depthwise convolution's padding, which no peak does.
    void countsAsThePeakDoes()
    {
        const QString path = makeProject("depthwise.knobscope", {});
        const auto args = nlohmann::json::parse(
            R"([["TENSOR",[1,32,112,112],"float32"],["TENSOR",[32,1,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
        const Task task = makeTask("depthwise_conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
        addRun(*ProjectWriter::open(path.toStdString()).value(), task, {{0, 10.0}});
        Opened opened(path);
        opened.view.tabs().setCurrentIndex(4);
        opened.view.refreshNow();
        PlotCanvas& canvas = opened.view.roofline().canvas();
        QCOMPARE(canvas.series().at(0).points.at(0).y(), 10 * 2.0 * 32 * 112 * 112 * 9 / task.autotvmFlops);
        QVERIFY(canvas.yAxis().title.contains(QStringLiteral("multiply-add")));
    }
};

QTEST_MAIN(TestRoofline)
#include "tst_roofline.moc"
