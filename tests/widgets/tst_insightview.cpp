// SPDX-License-Identifier: GPL-3.0-or-later
// The Insight view by mouse and keys, against brute force; neighbours with real workers.
#include "tests/widgets/controls.h"
#include "tests/widgets/insightdesk.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/views/insight/importancepanel.h"
#include "widgets/views/insight/neighbourspanel.h"
#include "widgets/views/insight/parallelplot.h"
#include "widgets/views/insight/slicepanel.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>

using namespace knobscope;
using namespace knobscope::testing;

class TestInsightView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path;

    QString makeProject(const char* name, const std::vector<std::vector<std::pair<int64_t, double>>>& runs)
    {
        return writeInsightProject(m_dir.filePath(QString::fromLatin1(name)), runs);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-tests"));
        QSettings().remove(QStringLiteral("machine"));
        QLocale::setDefault(QLocale::c());
        const Task task = conv();
        m_path = makeProject("a.knobscope", {randomTrials(task, 120, 1), randomTrials(task, 80, 2)});
    }

    void brushesSelectWhatAFilterWould()
    {
        Opened opened(m_path);
        Workspace& workspace = opened.workspace;
        InsightView& view = opened.view;
        const TrialSet& set = *view.trials();
        QCOMPARE(set.trials.size(), size_t(200));
        ParallelPlot& plot = view.parallel();
        // Drag along the third axis over the values 1 to 3, and along GFLOPS over its upper half.
        const int knob = plot.scene().order()[2];
        const int x = plot.scene().axisX(2);
        QTest::mousePress(&plot, Qt::LeftButton, {}, {x, static_cast<int>(plot.scene().valueY(knob, 0.7))});
        QTest::mouseMove(&plot, {x, static_cast<int>(plot.scene().valueY(knob, 2))});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {x, static_cast<int>(plot.scene().valueY(knob, 3.3))});
        const auto brush = plot.scene().brush(knob);
        QVERIFY(brush && brush->low == 1 && brush->high == 3);
        const auto expected = [&](double leastGflops) {
            std::vector<TrialRef> inside;
            for (size_t i = 0; i < set.trials.size(); ++i) {
                const int place = plot.scene().placeOf(knob, set.digit(i, static_cast<size_t>(knob)));
                if (place >= 1 && place <= 3 && set.trials[i].point.gflops >= leastGflops) {
                    inside.push_back({set.trials[i].run, set.trials[i].point.number});
                }
            }
            return inside;
        };
        QVERIFY(!expected(0).empty());
        QVERIFY(workspace.selection().trials() == expected(0));
        const int last = static_cast<int>(plot.scene().order().size()) - 1;
        const int gx = plot.scene().axisX(last);
        QTest::mousePress(&plot, Qt::LeftButton, {}, {gx, static_cast<int>(plot.scene().valueY(ParallelScene::kGflopsAxis, 60))});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {gx, 0});
        const auto speeds = plot.scene().brush(ParallelScene::kGflopsAxis);
        QVERIFY(speeds.has_value());
        QVERIFY(workspace.selection().trials() == expected(speeds->low));
        look(view, "insight-brushed");
        // Back through the selections takes the brush's place; Escape lets go of all.
        workspace.selection().goBack();
        QVERIFY(!plot.scene().isBrushed());
        plot.setBrush(knob, AxisBrush{1, 1});
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Escape);
        QVERIFY(!plot.scene().isBrushed());
        QVERIFY(workspace.selection().trials().empty());
    }

    void axesAndBrushesByKeyboard()
    {
        Opened opened(m_path);
        Workspace& workspace = opened.workspace;
        InsightView& view = opened.view;
        ParallelPlot& plot = view.parallel();
        const std::vector<int> order = plot.scene().order();
        QTest::keyClick(&plot, Qt::Key_Home);
        QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(plot.scene().order()[1], order[0]);
        QCOMPARE(plot.scene().order()[0], order[1]);
        QTest::keyClick(&plot, Qt::Key_Up); // brushes the first value of the axis moved
        QTest::keyClick(&plot, Qt::Key_Up, Qt::ShiftModifier);
        const auto brush = plot.scene().brush(order[0]);
        QVERIFY(brush && brush->low == 0 && brush->high == 1);
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("brushed from")));
        size_t inside = 0;
        for (size_t i = 0; i < view.trials()->trials.size(); ++i) {
            inside += plot.scene().placeOf(order[0], view.trials()->digit(i, static_cast<size_t>(order[0]))) <= 1 ? 1 : 0;
        }
        QCOMPARE(workspace.selection().trials().size(), inside);
        QTest::keyClick(&plot, Qt::Key_Delete);
        QVERIFY(!plot.scene().isBrushed());
        const QJsonObject state = view.saveState();
        InsightView other(workspace);
        other.show();
        other.refreshNow();
        other.restoreState(state);
        QVERIFY(other.parallel().scene().order() == plot.scene().order());
        InsightView restarted(workspace);
        restarted.restoreState(state); // before it has read a trial
        QVERIFY(restarted.saveState() == state);
        restarted.show();
        restarted.refreshNow();
        QVERIFY(restarted.parallel().scene().order() == plot.scene().order());
        // By mouse: the name of the first axis dragged to the end.
        const int first = plot.scene().order()[0];
        const int lastPlace = static_cast<int>(plot.scene().order().size()) - 1;
        QTest::mousePress(&plot, Qt::LeftButton, {}, {plot.scene().axisX(0), 8});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {plot.scene().axisX(lastPlace), 8});
        QCOMPARE(plot.scene().order().back(), first);
    }

    /// Whatever other axes are seen meanwhile.
    void theOrderOfAxesWaitsForItsTask()
    {
        const QString path = makeProject("order.knobscope", {randomTrials(conv(), 5, 1)});
        const Task other = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget("llvm").value()).value();
        addRun(*ProjectWriter::open(path.toStdString()).value(), other, {{7, 1.0}});
        Opened before(path);
        before.view.setRun(1);
        before.view.refreshNow();
        QTest::keyClick(&before.view.parallel(), Qt::Key_Right, Qt::ControlModifier);
        const std::vector<int> order = before.view.parallel().scene().order();
        QCOMPARE(order[0], 1);
        QJsonObject state = before.view.saveState();
        state[QStringLiteral("run")] = 2;
        Opened later(path);
        later.view.restoreState(state);
        later.view.refreshNow();
        QCOMPARE(later.view.parallel().scene().axisCount(), 3);
        QVERIFY(later.view.saveState() == state);
        later.view.setRun(1);
        later.view.refreshNow();
        QVERIFY(later.view.parallel().scene().order() == order);
    }

    /// Trials come while a run goes on.
    void whatIsBrushedOrChosenStaysWhenTrialsCome()
    {
        Opened opened(makeProject("live.knobscope", {randomTrials(conv(), 5, 1)}));
        ParallelPlot& plot = opened.view.parallel();
        plot.setBrush(ParallelScene::kGflopsAxis, AxisBrush{1, 1e6});
        {
            auto writer = ProjectWriter::open(opened.workspace.projectPath().toStdString()).value();
            TrialRow trial = trialOf(3, entityToJson(conv().space.at(3).value()), 70);
            trial.number = 6;
            writer->addTrial(1, trial);
            QVERIFY(writer->flush());
        }
        opened.view.tabs().setCurrentIndex(3);
        auto* neighbours = byId<QTableView>(opened.view, "neighbours");
        neighbours->selectRow(1);
        emit opened.workspace.trialsAdded(1);
        opened.view.refreshNow();
        QCOMPARE(opened.view.trials()->trials.size(), size_t(6));
        QCOMPARE(neighbours->currentIndex().row(), 1);
        opened.view.tabs().setCurrentIndex(0);
        QVERIFY(plot.scene().isBrushed());
        opened.workspace.selection().select({{1, 2}});
        QVERIFY(!plot.scene().isBrushed());
    }

    /// A trial that is chosen takes the view to its task once, and not back from where a person goes next.
    void theRunThatAPersonTurnsToStays()
    {
        const QString path = makeProject("turn.knobscope", {randomTrials(conv(), 5, 1)});
        const Task other = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget("llvm").value()).value();
        addRun(*ProjectWriter::open(path.toStdString()).value(), other, {{7, 1.0}});
        Opened opened(path);
        InsightView& view = opened.view;
        opened.workspace.selection().select({{1, 2}});
        view.refreshNow();
        QCOMPARE(view.run(), qint64(1));
        auto* runs = view.findChild<RunChoice*>();
        runs->setFocus();
        QTest::keyClick(runs, Qt::Key_Up); // newest first
        view.refreshNow();
        QCOMPARE(view.run(), qint64(2));
        QCOMPARE(view.trials()->trials.size(), size_t(1));
        opened.workspace.selection().select({{1, 3}});
        view.refreshNow();
        QCOMPARE(view.run(), qint64(1));
        QCOMPARE(view.trials()->trials.size(), size_t(5));
    }

    /// Also by the palette while the view is hidden, which reads nothing then.
    void whatIsMeasuredIsOfTheRunThatIsNamed()
    {
        const QString path = makeProject("named.knobscope", {randomTrials(conv(), 5, 1)});
        const Task other = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget("llvm").value()).value();
        addRun(*ProjectWriter::open(path.toStdString()).value(), other, {{7, 1.0}});
        Opened opened(path);
        QCOMPARE(opened.view.run(), qint64(2));
        QWidget window;
        ActionRegistry registry(&window);
        opened.view.addActions(registry);
        std::promise<std::string> measured; // when the run is read
        auto target = measured.get_future();
        opened.workspace.session().setMeasurer(
            [&measured](const Target& target, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
                measured.set_value(target.text);
                return fail(ErrorCode::Unsupported, "no machine");
            });
        opened.view.hide();
        opened.view.setRun(1);
        registry.action(QStringLiteral("insight.measureNeighbours"))->trigger();
        QTRY_VERIFY(target.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
        QCOMPARE(target.get(), conv().target.text);
        QTRY_VERIFY(!opened.view.neighbours().isMeasuring());
    }

    /// Only what several trials are chosen from steps back: beside one that is chosen the others keep their colours.
    void oneChosenTrialMutesNoOther()
    {
        Opened opened(m_path);
        Workspace& workspace = opened.workspace;
        InsightView& view = opened.view;
        const auto coloured = [&view] {
            const QImage picture = view.parallel().grab().toImage();
            int pixels = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    pixels += picture.pixelColor(x, y).hsvSaturation() > 60 ? 1 : 0;
                }
            }
            return pixels;
        };
        const int all = coloured();
        const TrialSet& set = *view.trials();
        const auto ref = [&set](size_t i) { return TrialRef{set.trials[i].run, set.trials[i].point.number}; };
        workspace.selection().select({ref(0)});
        const int besideOne = coloured();
        workspace.selection().select({ref(0), ref(1)});
        const int besideTwo = coloured();
        QVERIFY2(besideOne > all * 9 / 10 && besideTwo < all / 2,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(all).arg(besideOne).arg(besideTwo)));
    }

    /// What is written beside the first axis, on its left, is in the picture, whichever axis that is.
    void theFirstAxisHasRoomForItsValues()
    {
        Opened opened(m_path);
        ParallelPlot& plot = opened.view.parallel();
        for (int place = 0; place < plot.scene().axisCount(); ++place) {
            plot.moveAxis(place, 0);
            const int knob = plot.scene().knobAt(0);
            const QString value = knob == ParallelScene::kGflopsAxis ? QStringLiteral("0") : plot.scene().valueAt(knob, 0);
            const int wide = plot.fontMetrics().horizontalAdvance(value);
            QVERIFY2(plot.scene().axisX(0) >= std::min(wide, plot.width() / 3), qPrintable(value));
            QVERIFY(plot.scene().axisX(plot.scene().axisCount() - 1) < plot.width());
        }
        // Values as long as a view is wide leave it the most of its room.
        plot.resize(240, 200);
        QVERIFY(plot.scene().lines.width() > plot.width() / 4);
    }

    void theLineBelowSaysWhatIsShown()
    {
        Opened opened(m_path);
        InsightView& view = opened.view;
        QVERIFY2(view.status().startsWith(QStringLiteral("200 trial(s). Drag along an axis")), qPrintable(view.status()));
        view.tabs().setCurrentIndex(1); // which has no axes
        QCOMPARE(view.status(), QStringLiteral("200 trial(s)."));
        view.tabs().setCurrentIndex(0);
        opened.workspace.selection().select({{1, 1}, {2, 3}});
        QVERIFY2(view.status().startsWith(QStringLiteral("2 selected. Run ")), qPrintable(view.status()));
        opened.workspace.selection().hover({1, 17}); // each 17th failed
        QVERIFY2(view.status().startsWith(QStringLiteral("2 selected. Run 1, trial 17: failed; ")), qPrintable(view.status()));
        opened.workspace.selection().hover({});
        view.parallel().setBrush(ParallelScene::kGflopsAxis, AxisBrush{1e6, 1e9});
        QCOMPARE(view.status(), QStringLiteral("No trial is inside all brushes."));
    }

    void oneSelectionAndOneHover()
    {
        Opened opened(m_path);
        Workspace& workspace = opened.workspace;
        InsightView& view = opened.view;
        ParallelPlot& plot = view.parallel();
        const int place = 1;
        const QPoint between((plot.scene().axisX(place) * 3 + plot.scene().axisX(place + 1)) / 4, 0);
        int hit = -1;
        for (int y = 0; y < plot.height() && hit < 0; ++y) {
            hit = plot.scene().trialAt(QPointF(between.x(), y));
        }
        QVERIFY(hit >= 0);
        for (int y = 0; y < plot.height(); ++y) {
            if (plot.scene().trialAt(QPointF(between.x(), y)) >= 0) {
                QTest::mouseMove(&plot, {between.x(), y});
                QTest::mouseClick(&plot, Qt::LeftButton, {}, {between.x(), y});
                break;
            }
        }
        QCOMPARE(workspace.selection().trials().size(), size_t(1));
        QVERIFY(workspace.selection().hovered().isValid());
        workspace.selection().hover({});
        workspace.selection().select({{2, 7}});
        QVERIFY2(view.status().contains(QStringLiteral("Run 2, trial 7")), qPrintable(view.status()));
    }

    void filtersReachEveryTab()
    {
        Opened opened(m_path);
        Workspace& workspace = opened.workspace;
        InsightView& view = opened.view;
        TrialFilter run;
        run.kind = TrialFilter::Kind::Run;
        run.run = 2;
        workspace.filters().add(run);
        QCOMPARE(view.trials()->trials.size(), size_t(80));
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        workspace.filters().add(failed);
        const size_t failures = view.trials()->trials.size();
        QVERIFY(failures > 0 && failures < 80);
        for (int tab = 0; tab < view.tabs().count(); ++tab) { // nothing that works remains: every tab says so
            view.tabs().setCurrentIndex(tab);
            view.refreshNow();
            QVERIFY(!view.grab().isNull());
        }
        QVERIFY(view.importance().problem().contains(QStringLiteral("20 successful configs")));
        workspace.filters().clear();
        QCOMPARE(view.trials()->trials.size(), size_t(200));
    }

    void importanceLeadsToTheSlice()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        InsightView view(workspace);
        view.resize(900, 420);
        view.show();
        view.tabs().setCurrentIndex(1);
        view.refreshNow();
        QCOMPARE(view.importance().problem(), QString());
        const QString top = view.importance().table().model()->index(0, 0).data().toString();
        const Task task = conv();
        QCOMPARE(top, QString::fromStdString(task.space.knobs()[3].name())); // 30 GFLOPS a step in randomTrials
        look(view, "insight-importance");
        QTableView& knobs = view.importance().table();
        QVERIFY(knobs.model()->index(0, 1).data().toString().endsWith(QLatin1Char('%')));
        QTest::keyClick(&knobs, Qt::Key_Down);
        QCOMPARE(workspace.selection().hoveredKnob(), top);
        QTest::keyClick(&knobs, Qt::Key_Return);
        QCOMPARE(view.tabs().currentIndex(), 2);
        QCOMPARE(view.slices().knob(), top);
        look(view, "insight-slice");
        // The heat map by keyboard: the cell says what is in it, Return chooses its best trial.
        PlotCanvas& map = view.slices().heatMap();
        view.slices().setKnob(QString::fromStdString(task.space.knobs()[2].name()));
        QVERIFY(view.slices().legend().endsWith(QStringLiteral("(darker is more)")));
        do {
            QTest::keyClick(&map, Qt::Key_Period);
        } while (map.accessibleDescription().contains(QStringLiteral("not tried")));
        QVERIFY(map.accessibleDescription().contains(QStringLiteral("GFLOPS")));
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(workspace.selection().trials().size(), size_t(1));
        // The slice by keyboard.
        PlotCanvas& slice = view.slices().slice();
        QTest::keyClick(&slice, Qt::Key_Period);
        QVERIFY(slice.current().isValid() && slice.yAxis().title.contains(QStringLiteral("AutoTVM")));
        QTest::keyClick(&slice, Qt::Key_Return);
        QVERIFY(workspace.selection().contains({1, 1}));
    }

    /// Real kernels: a small matmul whose best has few neighbours.
    void missingNeighboursAreMeasured()
    {
        const QString path = m_dir.filePath(QStringLiteral("matmul.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        const Task task = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget("llvm").value()).value();
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            addRun(*writer, task, {{7, 1.0}});
        }
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        InsightView view(workspace);
        view.resize(900, 420);
        view.show();
        view.tabs().setCurrentIndex(3);
        view.refreshNow();
        NeighboursPanel& panel = view.neighbours();
        QAbstractItemModelTester tester(&panel.table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int all = panel.table().rowCount();
        QCOMPARE(all, static_cast<int>(task.space.neighbours(7).size()));
        QCOMPARE(panel.table().index(0, 3).data().toString(), QStringLiteral("not measured"));
        QSignalSpy trialsAdded(&workspace, &Workspace::trialsAdded);
        auto* button = byId<QPushButton>(panel, "neighbours.measure");
        QVERIFY(button->text().contains(QString::number(all)));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(panel.isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(!panel.isMeasuring(), 60000);
        QVERIFY(trialsAdded.count() > 0);
        view.refreshNow();
        QCOMPARE(workspace.runs().size(), size_t(2));
        QCOMPARE(workspace.runs().back().tuner, std::string("neighbours"));
        QCOMPARE(workspace.runs().back().state, std::string("finished"));
        QCOMPARE(workspace.runs().back().trials, static_cast<int64_t>(all) + 1);
        // Another config may be the best now, with neighbours of its own; those of the old one have their trials.
        std::vector<int64_t> measured;
        const auto points = workspace.connection()->points(workspace.runs().back().id).value();
        for (const TrialPoint& point : points) {
            measured.push_back(point.index);
        }
        QCOMPARE(measured.front(), int64_t(7));
        std::vector<int64_t> expected = task.space.neighbours(7);
        measured.erase(measured.begin());
        std::sort(measured.begin(), measured.end());
        std::sort(expected.begin(), expected.end());
        QVERIFY(measured == expected);
        panel.table().sort(3, Qt::AscendingOrder);
        look(view, "insight-neighbours");
    }

    void emptyAndOddProjects()
    {
        Workspace workspace;
        InsightView view(workspace);
        view.resize(700, 380);
        view.show();
        view.refreshNow();
        look(view, "insight-empty");
        const Task task = conv();
        for (const auto& trials : std::vector<std::vector<std::pair<int64_t, double>>>{
                 {}, {{3, 0.0}, {4, 0.0}}, {{3, 12.0}}, {{3, std::numeric_limits<double>::infinity()}, {5, 2.0}}}) {
            const QString path = makeProject(qPrintable(QStringLiteral("odd%1.knobscope").arg(m_odd++)), {trials});
            QVERIFY(workspace.openProject(path).has_value());
            for (int tab = 0; tab < view.tabs().count(); ++tab) {
                view.tabs().setCurrentIndex(tab);
                view.refreshNow();
                QVERIFY(!view.grab().isNull());
            }
            QVERIFY(!view.importance().problem().isEmpty());
        }
        workspace.closeProject();
        view.refreshNow();
        QVERIFY(!view.trials());
    }

    void tasksOfOtherVersionsAreNamed()
    {
        const QString path = m_dir.filePath(QStringLiteral("future.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TaskRow row;
            row.key = "x";
            row.task = {{"task", "from.the.future"}, {"args", nlohmann::json::array()}, {"target", "llvm"}};
            row.label = "future";
            RunRow run;
            run.task = writer->addTask(row).value();
            run.tuner = "ga";
            run.state = "finished";
            QVERIFY(writer->addRun(run).has_value());
        }
        Workspace workspace;
        QSignalSpy said(&workspace, &Workspace::message);
        QVERIFY(workspace.openProject(path).has_value());
        InsightView view(workspace);
        view.show();
        view.refreshNow();
        QVERIFY2(view.status().contains(QStringLiteral("cannot be created by this version")), qPrintable(view.status()));
        QVERIFY(!said.isEmpty());
    }

private:
    int m_odd = 0;
};

QTEST_MAIN(TestInsightView)
#include "tst_insightview.moc"
