// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/outcome.h"
#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/picture.h"
#include "widgets/views/insight/rooflinepanel.h"
#include "widgets/views/speed/speedview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace knobscope;

namespace {

MachinePeak peakOf(double gflops)
{
    return {.gflops = gflops, .gigabytesPerSecond = 10, .vectors = "AVX2", .measured = 1e9};
}

} // namespace

class TestChart : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_path;

    struct Scene {
        Workspace workspace;
        SpeedView chart{workspace};
        explicit Scene(const QString& path)
        {
            if (!path.isEmpty()) {
                const auto opened = workspace.openProject(path);
                Q_ASSERT(opened);
            }
            chart.resize(900, 420);
            chart.show();
            (void)QTest::qWaitForWindowExposed(&chart);
            chart.refreshNow();
            QCoreApplication::processEvents(); // what it says changes the layout; from here on a trial's pixel stays where it is
            chart.refreshNow();
        }
        QPoint pixel(qint64 run, qint64 number) { return chart.pixelOf({run, number}).value().toPoint(); }
        QWidget* canvas() { return chart.canvas().viewport(); }
    };

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test"));
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        m_path = m_folder.filePath(QStringLiteral("runs.knobscope"));
        const auto written = knobscope::testing::writeProject(m_path, {60, 40});
        QVERIFY2(written, written ? "" : written.error().message.c_str());
    }

    void emptyChartsSayWhatToDo()
    {
        Scene scene({});
        QCOMPARE(scene.chart.trialCount(), qsizetype(0));
        QVERIFY(!scene.chart.canvas().isVisible());
    }

    void theLastRunIsShownFirstAndOthersByATick()
    {
        Scene scene(m_path);
        QCOMPARE(scene.chart.trialCount(), qsizetype(40));
        auto* list = scene.chart.findChild<QListView*>(QStringLiteral("runs")); // combo boxes have lists, too
        QAbstractItemModelTester tester(list->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(list->model()->rowCount(), 2);
        list->setFocus();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(scene.chart.trialCount(), qsizetype(100));
        const QRect place = list->visualRect(list->currentIndex());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.center()); // its words
        QCOMPARE(scene.chart.trialCount(), qsizetype(40));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, {place.left() + 9, place.center().y()}); // its box
        QCOMPARE(scene.chart.trialCount(), qsizetype(100));
        scene.chart.showRuns({});
        QCOMPARE(scene.chart.trialCount(), qsizetype(0));
        scene.chart.refreshNow();
        scene.chart.showRuns({1});
        QCOMPARE(scene.chart.trialCount(), qsizetype(60));
        QVERIFY(scene.chart.bestGflops() > 99);
        scene.chart.refreshNow();
        QVERIFY(scene.chart.accessibleDescription().startsWith(QStringLiteral("60 trial")));
        const QString heard = scene.chart.canvas().accessibleDescription();
        QVERIFY2(heard.startsWith(QStringLiteral("60 trial")) && heard.contains(outcomeShortName(Outcome::Success)),
                 qPrintable(heard));
    }

    void tiesAreMarkedApart()
    {
        Curve curve{.run = 1};
        curve.append({{1, 5, 10}, {2, 6, 10}, {3, 7, 9}, {4, 8, 12}, {5, 9, 10}, {6, 10, 0, 4}, {7, 11, 12 * (1 + 1e-12)}});
        PlottedRun plotted(curve);
        std::array<PlotSeries, PlottedRun::kSeries> series;
        plotted.plot(ChartScale(), series);
        QCOMPARE(series[PlottedRun::kTies].trials, (std::vector<TrialRef>{{1, 2}, {1, 7}}));
        QCOMPARE(series.front().trials.size(), size_t(4));
        QCOMPARE(series.back().points.back().y(), 12 * (1 + 1e-12));
    }

    void clicksSelectTheNearestTrial()
    {
        Scene scene(m_path);
        Selection& selection = scene.workspace.selection();
        QTest::mouseClick(scene.canvas(), Qt::LeftButton, {}, scene.pixel(2, 13) + QPoint(2, -1));
        QCOMPARE(selection.current(), (TrialRef{2, 13}));
        QTest::mouseClick(scene.canvas(), Qt::LeftButton, {}, scene.pixel(2, 14)); // one that failed
        QCOMPARE(selection.trials(), (std::vector<TrialRef>{{2, 14}}));
        QTest::mouseClick(scene.canvas(), Qt::LeftButton, Qt::ControlModifier, scene.pixel(2, 20));
        QCOMPARE(selection.trials(), (std::vector<TrialRef>{{2, 14}, {2, 20}}));
        QTest::mouseClick(scene.canvas(), Qt::LeftButton, Qt::ControlModifier, scene.pixel(2, 14));
        QCOMPARE(selection.trials(), (std::vector<TrialRef>{{2, 20}}));
        selection.clear();
        QVERIFY(scene.chart.accessibleDescription().indexOf(QStringLiteral("Selected")) < 0);
        selection.select({{2, 5}}); // elsewhere
        QVERIFY(scene.chart.accessibleDescription().contains(QStringLiteral("Trial 5 of run 2")));
    }

    void pointingHovers()
    {
        Scene scene(m_path);
        QTest::mouseMove(scene.canvas(), scene.pixel(2, 22));
        QTRY_COMPARE(scene.workspace.selection().hovered(), (TrialRef{2, 22}));
    }

    void aLassoSelectsWhatItEncloses()
    {
        Scene scene(m_path);
        const QPoint middle = scene.pixel(2, 13);
        QTest::mousePress(scene.canvas(), Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(-4, -4));
        for (const QPoint& corner : {QPoint(4, -4), QPoint(4, 4), QPoint(-4, 4), QPoint(-12, 12)}) {
            QMouseEvent move(QEvent::MouseMove, middle + corner, scene.canvas()->mapToGlobal(middle + corner), Qt::NoButton,
                             Qt::LeftButton, Qt::ShiftModifier);
            QCoreApplication::sendEvent(scene.canvas(), &move);
        }
        QTest::mouseRelease(scene.canvas(), Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(-12, 12));
        QVERIFY(scene.workspace.selection().contains({2, 13}));
        QVERIFY(scene.workspace.selection().trials().size() < 4);
        QVERIFY(!scene.chart.isZoomed());
    }

    void draggingAndTheWheelZoomAndResetShowsAll()
    {
        Scene scene(m_path);
        const QRectF whole = scene.chart.canvas().area();
        QTest::mousePress(scene.canvas(), Qt::LeftButton, {}, QPoint(200, 100));
        QTest::mouseRelease(scene.canvas(), Qt::LeftButton, {}, QPoint(400, 250));
        scene.chart.refreshNow();
        const QRectF part = scene.chart.canvas().area();
        QVERIFY(scene.chart.isZoomed());
        QVERIFY(whole.contains(part) && part.width() < whole.width());
        const QPointF under = scene.chart.canvas().toPlane({300, 200});
        QWheelEvent wheel(QPointF(300, 200), scene.canvas()->mapToGlobal(QPointF(300, 200)), {}, {0, 120}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(scene.canvas(), &wheel);
        scene.chart.refreshNow();
        QVERIFY(scene.chart.canvas().area().width() < part.width());
        QVERIFY(QLineF(scene.chart.canvas().toPlane({300, 200}), under).length() < 1e-6);
        scene.chart.canvas().setFocus();
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_Right);
        scene.chart.refreshNow();
        QVERIFY(scene.chart.canvas().area().left() > part.left());
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_R);
        scene.chart.refreshNow();
        QVERIFY(!scene.chart.isZoomed());
        QCOMPARE(scene.chart.canvas().area(), whole);
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_Plus);
        QVERIFY(scene.chart.isZoomed());
        QTest::mouseDClick(scene.canvas(), Qt::LeftButton, {}, QPoint(300, 200));
        QVERIFY(!scene.chart.isZoomed());
    }

    void keysWalkThroughTheTrials()
    {
        Scene scene(m_path);
        scene.chart.canvas().setFocus();
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_B);
        const TrialRef best = scene.workspace.selection().current();
        QVERIFY(best.isValid());
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_Period);
        QCOMPARE(scene.workspace.selection().current(), (TrialRef{2, best.number + 1}));
        QTest::keyClick(&scene.chart.canvas(), Qt::Key_Comma);
        QCOMPARE(scene.workspace.selection().current(), best);
    }

    void axesFollowTheirChoices()
    {
        Scene scene(m_path);
        QSettings().remove(QStringLiteral("machine"));
        auto* y = byId<QComboBox>(scene.chart, "y");
        auto* log = byId<QCheckBox>(scene.chart, "logY");
        const double linear = scene.chart.canvas().toPlane(scene.pixel(2, 17)).y();
        QVERIFY(std::abs(linear - knobscope::testing::trialRow(knobscope::testing::denseTask(), 17).gflops) < 1);
        log->click();
        scene.chart.refreshNow();
        QVERIFY(std::abs(std::pow(10, scene.chart.canvas().toPlane(scene.pixel(2, 17)).y()) - linear) < linear / 20);
        log->click();
        for (int choice = 0; choice < y->count(); ++choice) {
            y->setCurrentIndex(choice);
            scene.chart.refreshNow();
            const bool isPeak = static_cast<YAxis>(choice) == YAxis::PercentOfPeak;
            QVERIFY(scene.chart.scale().y == (isPeak ? YAxis::Gflops : static_cast<YAxis>(choice)));
        }
        keepPeak(1, peakOf(200));
        scene.chart.setAxes(XAxis::Time, YAxis::PercentOfPeak, false);
        scene.chart.refreshNow();
        const auto place = scene.chart.canvas().toPlane(scene.chart.pixelOf({2, 17}).value());
        QVERIFY(std::abs(place.x() - 8.5) < 0.01);
        QVERIFY(std::abs(place.y() - linear / 2) < 0.5);
        QSettings().remove(QStringLiteral("machine"));
    }

    /// Two threads do more than one can.
    void aRunIsHeldAgainstThePeakOfItsThreads()
    {
        const QString path = m_folder.filePath(QStringLiteral("threads.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20, 40}));
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            writer->setRunOptions(2, 40, {{"measure", {{"threads", 2}}}});
            QVERIFY(writer->flush());
        }
        Scene scene(path);
        const double gflops = knobscope::testing::trialRow(knobscope::testing::denseTask(), 17).gflops;
        keepPeak(1, peakOf(100));
        keepPeak(2, peakOf(250));
        scene.chart.setAxes(XAxis::Trial, YAxis::PercentOfPeak, false);
        scene.chart.showRuns({1, 2});
        scene.chart.refreshNow();
        const auto share = [&](qint64 run) { return scene.chart.canvas().toPlane(scene.chart.pixelOf({run, 17}).value()).y(); };
        QVERIFY(std::abs(share(1) - gflops) < 0.5);
        QVERIFY(std::abs(share(2) - gflops / 2.5) < 0.5);
        QSettings().remove(QStringLiteral("machine/peak2"));
        scene.chart.setAxes(XAxis::Trial, YAxis::PercentOfPeak, false);
        QVERIFY(std::abs(share(1) - gflops) < 0.5);
        QVERIFY(!std::isfinite(share(2))); // nobody knows
        QSettings().remove(QStringLiteral("machine"));
    }

    /// It may be measured while the chart is open: what was missing until then is shown, and said meanwhile below the plot.
    void thePeakIsTakenInWhenItIsMeasured()
    {
        Scene scene(m_path);
        auto* y = byId<QComboBox>(scene.chart, "y");
        const auto isOffered = [&] {
            return y->model()->index(static_cast<int>(YAxis::PercentOfPeak), 0).flags().testFlag(Qt::ItemIsEnabled);
        };
        QVERIFY(!isOffered());
        RooflinePanel panel(scene.workspace);
        double peak = 200;
        panel.setPeakMeasure([&](int threads) -> Result<MachinePeak> {
            MachinePeak measured = peakOf(peak);
            measured.threads = threads;
            return measured;
        });
        panel.setTrials(nullptr, 2);
        panel.measurePeak();
        panel.finishJobs();
        QVERIFY(isOffered());
        y->setCurrentIndex(static_cast<int>(YAxis::PercentOfPeak));
        scene.chart.refreshNow();
        QCoreApplication::processEvents();
        const auto* note = byId<ElidedLabel>(scene.chart, "note");
        QVERIFY2(note->isVisible() && note->text().startsWith(QStringLiteral("Hidden: runs")), qPrintable(note->text()));
        QVERIFY(note->y() >= scene.canvas()->mapTo(note->parentWidget(), scene.canvas()->rect().bottomLeft()).y());
        panel.setTrials(nullptr, 1);
        for (peak = 200; peak > 50; peak /= 2) {
            panel.measurePeak();
            panel.finishJobs();
            scene.chart.refreshNow();
            const double gflops = knobscope::testing::trialRow(knobscope::testing::denseTask(), 17).gflops;
            QVERIFY(std::abs(scene.chart.canvas().toPlane(scene.pixel(2, 17)).y() - 100 * gflops / peak) < 1);
            QVERIFY(!note->isVisible());
        }
        QSettings().remove(QStringLiteral("machine"));
    }

    /// What is stated of its card, whether or not this machine's cores were measured.
    void aGpusRunIsHeldAgainstItsCard()
    {
        const QString path = m_folder.filePath(QStringLiteral("gpu.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        const auto args = nlohmann::json::parse(
            R"([["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        double gflops = 0;
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            for (const char* target : {"cuda -model=h200", "cuda"}) {
                const Task task = makeTask("conv2d_nchw.cuda", args, parseTarget(target).value()).value();
                RunRow run;
                run.task = writer->addTask(knobscope::testing::taskRow(task)).value();
                run.tuner = "random";
                run.state = "finished";
                const TrialRow trial = knobscope::testing::trialRow(task, 1);
                gflops = trial.gflops;
                writer->addTrial(writer->addRun(run).value(), trial);
            }
            QVERIFY(writer->flush());
        }
        QSettings().remove(QStringLiteral("machine"));
        Scene scene(path);
        scene.chart.showRuns({2, 3});
        scene.chart.setAxes(XAxis::Trial, YAxis::PercentOfPeak, false);
        scene.chart.refreshNow();
        QVERIFY(scene.chart.scale().y == YAxis::PercentOfPeak);
        const auto share = [&](qint64 run) { return scene.chart.canvas().toPlane(scene.chart.pixelOf({run, 1}).value()).y(); };
        QVERIFY(std::abs(share(2) / (100 * gflops / 66'900) - 1) < 0.03);
        QVERIFY(!std::isfinite(share(3))); // a card that is not named
        QVERIFY(byId<ElidedLabel>(scene.chart, "note")->text().startsWith(QStringLiteral("Hidden: runs")));
        QCOMPARE(peakOfGpu(parseTarget("cuda -model=h200").value(), "dense_tensorcore.cuda"), 0.0);
    }

    /// Their colours and the swatches beside their names are the theme's; the tool tip says what a run is.
    void runsAreInTheLegendInTheirColours()
    {
        Scene scene(m_path);
        const QPalette before = QApplication::palette();
        const QAbstractItemModel* runs = scene.chart.findChild<QListView*>(QStringLiteral("runs"))->model();
        for (const QPalette& palette : {darkPalette(), lightPalette()}) {
            QApplication::setPalette(palette);
            const QColor colour = seriesColour(palette, 1);
            QTRY_COMPARE(scene.chart.canvas().series().front().colour.rgb(), colour.rgb());
            QCOMPARE(runs->index(0, 0).data(Qt::DecorationRole).value<QColor>(), colour);
        }
        QApplication::setPalette(before);
        const QString tip = runs->index(1, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.startsWith(QStringLiteral("Run 1 of resnet-18:13 with random, seed 0: 60 trial")), qPrintable(tip));
    }

    /// The peak is measured in multiply-adds; AutoTVM counts more operations of some tasks.
    void theShareOfThePeakCountsPlainly()
    {
        ChartScale scale;
        scale.y = YAxis::PercentOfPeak;
        scale.peaks = {{1, peakOf(200)}};
        Curve curve;
        QCOMPARE(scale.valueOf(curve, 100), 50.0);
        curve.plainShare = 0.6;
        QCOMPARE(scale.valueOf(curve, 100), 30.0);
    }

    void filtersHoldHereToo()
    {
        Scene scene(m_path);
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        scene.workspace.filters().add(failed);
        QCOMPARE(scene.chart.bestGflops(), 0.0); // of what is shown
        QVERIFY(scene.chart.pixelOf({2, 14}));
        QVERIFY(!scene.chart.pixelOf({2, 13}));
        scene.workspace.filters().clear();
        const Task task = knobscope::testing::denseTask();
        const auto trial = knobscope::testing::trialRow(task, 13);
        const Knob& knob = task.space.knobs().at(1);
        TrialFilter value;
        value.kind = TrialFilter::Kind::Knob;
        value.knob = knob.name();
        value.value = valueToJson(knob.at(task.space.digits(trial.index)[1]));
        scene.workspace.filters().add(value);
        for (int64_t number = 1; number <= 40; ++number) {
            const auto index = knobscope::testing::trialRow(task, number).index;
            const ConfigEntity entity = task.space.at(index).value();
            const bool has = valueToJson(*entity.find(knob.name())) == value.value;
            QCOMPARE(scene.chart.pixelOf({2, number}).has_value(), has);
        }
        value.knob = "no_such_knob";
        scene.workspace.filters().set({value});
        QCOMPARE(scene.chart.trialCount(), qsizetype(0));
    }

    void picturesAreWritten()
    {
        Scene scene(m_path);
        const QString png = m_folder.filePath(QStringLiteral("chart.png"));
        QVERIFY(savePicture(scene.chart.canvas(), png));
        QCOMPARE(QImage(png).size(), scene.canvas()->size() * 2);
        const QString svg = m_folder.filePath(QStringLiteral("chart.svg"));
        QVERIFY(savePicture(scene.chart.canvas(), svg));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("<svg") && text.contains("GFLOPS"));
        QVERIFY(!text.contains("<image")); // vector shapes all through
        const auto refused = savePicture(scene.chart.canvas(), QStringLiteral("/nowhere/chart.png"));
        QVERIFY(!refused && refused.error().message.find("/nowhere/chart.png") != std::string::npos);
    }

    void whatIsSeenOfTimeBecomesAFilter()
    {
        Scene scene(m_path);
        scene.chart.showRuns({1});
        const auto act = [&] {
            for (QAction* action : scene.chart.actions()) {
                if (action->objectName() == QStringLiteral("speed.filterTime")) {
                    action->trigger();
                }
            }
        };
        act(); // trials are no times
        QVERIFY(scene.workspace.filters().isEmpty());
        scene.chart.setAxes(XAxis::Time, YAxis::Gflops, false);
        scene.chart.zoomTo({2, 0, 3, 50});
        act();
        const auto filters = scene.workspace.filters().all();
        QCOMPARE(filters.size(), size_t(1));
        QVERIFY(filters[0].kind == TrialFilter::Kind::Time);
        QCOMPARE(filters[0].from, scene.workspace.run(1)->started + 2);
        QCOMPARE(filters[0].to, scene.workspace.run(1)->started + 5);
    }

    void stateComesBack()
    {
        Scene scene(m_path);
        scene.chart.setAxes(XAxis::Time, YAxis::Time, true);
        scene.chart.showRuns({1});
        scene.chart.zoomTo({1, 0.5, 10, 1});
        const QJsonObject state = scene.chart.saveState();
        Scene other(m_path);
        other.chart.restoreState(state);
        other.chart.refreshNow();
        QCOMPARE(other.chart.canvas().area(), QRectF(1, 0.5, 10, 1));
        QCOMPARE(other.chart.trialCount(), qsizetype(60));
        QVERIFY(other.chart.scale().isLog && other.chart.scale().x == XAxis::Time && other.chart.scale().y == YAxis::Time);
        other.chart.restoreState(
            {{QStringLiteral("x"), 99}, {QStringLiteral("y"), -3}, {QStringLiteral("zoom"), QStringLiteral("no")}});
    }

    void longRunsAreReadInAnotherThread()
    {
        const QString path = m_folder.filePath(QStringLiteral("long.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {21000}));
        Scene scene(path);
        QTRY_COMPARE(scene.chart.trialCount(), qsizetype(21000));
        scene.chart.refreshNow();
        QVERIFY(scene.chart.pixelOf({1, 20500}));
    }

    void anotherProjectStartsAnew()
    {
        Scene scene(m_path);
        scene.workspace.closeProject();
        scene.chart.refreshNow();
        QCOMPARE(scene.chart.trialCount(), qsizetype(0));
        QVERIFY(!scene.chart.canvas().isVisible());
    }
};

QTEST_MAIN(TestChart)
#include "tst_chart.moc"
