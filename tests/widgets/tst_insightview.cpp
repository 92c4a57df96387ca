// SPDX-License-Identifier: GPL-3.0-or-later
// The Insight view by mouse and keys, against brute force; neighbours with real workers.
#include "tests/widgets/viewharness.h"
#include "widgets/insight/importancepanel.h"
#include "widgets/insight/insightview.h"
#include "widgets/insight/neighbourspanel.h"
#include "widgets/insight/parallelplot.h"
#include "widgets/insight/rooflinepanel.h"
#include "widgets/insight/slicepanel.h"

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
#include <limits>
#include <random>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

Task conv()
{
    const auto args = nlohmann::json::parse(
        R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
    return makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
}

TaskRow rowOf(const Task& task)
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "conv";
    row.flops = task.autotvmFlops;
    row.spaceLength = task.space.rangeLength();
    return row;
}

int64_t addRun(ProjectWriter& writer, const Task& task, const std::vector<std::pair<int64_t, double>>& trials,
               const char* tuner = "random")
{
    std::vector<TrialRow> rows;
    for (const auto& [index, gflops] : trials) {
        rows.push_back(trialOf(index, entityToJson(task.space.at(index).value()), gflops));
    }
    return addFinishedRun(writer, rowOf(task), tuner, 0, std::move(rows));
}

std::vector<std::pair<int64_t, double>> randomTrials(const Task& task, size_t count, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::vector<std::pair<int64_t, double>> trials;
    for (size_t i = 0; i < count; ++i) {
        const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
        const auto digits = task.space.digits(index);
        trials.emplace_back(index, i % 17 == 16 ? 0
                                                : 20 + 10 * static_cast<double>(digits[2] % 5)
                                                      + 30 * static_cast<double>(digits[3]) + static_cast<double>(random() % 5));
    }
    return trials;
}

/// A project, and the view of it.
struct Opened {
    explicit Opened(const QString& path)
    {
        QVERIFY(workspace.openProject(path).has_value());
        view.resize(900, 420);
        view.show();
        view.refreshNow();
    }
    Workspace workspace;
    InsightView view{workspace};
};

} // namespace

class TestInsightView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path;

    QString makeProject(const char* name, const std::vector<std::vector<std::pair<int64_t, double>>>& runs)
    {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        auto writer = ProjectWriter::open(path.toStdString()).value();
        for (const auto& trials : runs) {
            addRun(*writer, conv(), trials);
        }
        return path;
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
        QTest::mousePress(&plot, Qt::LeftButton, {}, {gx, static_cast<int>(plot.scene().valueY(ParallelScene::gflopsAxis, 60))});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {gx, 0});
        const auto speeds = plot.scene().brush(ParallelScene::gflopsAxis);
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
        // By mouse: the name of the first axis dragged to the end.
        const int first = plot.scene().order()[0];
        const int lastPlace = static_cast<int>(plot.scene().order().size()) - 1;
        QTest::mousePress(&plot, Qt::LeftButton, {}, {plot.scene().axisX(0), 8});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {plot.scene().axisX(lastPlace), 8});
        QCOMPARE(plot.scene().order().back(), first);
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
        QVERIFY(view.importance().problem().contains(QStringLiteral("20 configs")));
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
        QVERIFY2(view.importance().importance().has_value(), qPrintable(view.importance().problem()));
        const QString top = QString::fromStdString(view.importance().importance()->knobs.front().name);
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
        QTest::keyClick(&map, Qt::Key_Period);
        while (map.accessibleDescription().contains(QStringLiteral("not tried"))) {
            QTest::keyClick(&map, Qt::Key_Period);
        }
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

    void rooflineNeedsThePeakOnce()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        InsightView view(workspace);
        view.resize(900, 420);
        view.show();
        view.tabs().setCurrentIndex(4);
        view.refreshNow();
        QVERIFY(!view.roofline().peak());
        QVERIFY(view.roofline().status().contains(QStringLiteral("not measured yet")));
        view.roofline().measurePeak();
        view.roofline().finishJobs();
        QVERIFY2(view.roofline().peak().has_value(), qPrintable(view.roofline().status()));
        QVERIFY(view.roofline().peak()->gflops > 1);
        QVERIFY(view.roofline().peak()->gigabytesPerSecond > 0.1);
        QCOMPARE(view.roofline().canvas().series().size(), size_t(2));
        QCOMPARE(view.roofline().canvas().series()[0].points.size(), size_t(200));
        look(view, "insight-roofline");
        InsightView later(workspace); // another start of the program
        later.show();
        later.tabs().setCurrentIndex(4);
        later.refreshNow();
        QVERIFY(later.roofline().peak() == view.roofline().peak());
        // A rubber band over everything selects every success.
        PlotCanvas& canvas = view.roofline().canvas();
        const QRectF r = canvas.plot();
        QTest::mousePress(canvas.viewport(), Qt::LeftButton, Qt::ShiftModifier, r.topLeft().toPoint());
        for (const QPointF& corner : {r.topLeft(), r.topRight(), r.bottomRight(), r.bottomLeft()}) {
            QMouseEvent move(QEvent::MouseMove, corner, canvas.mapToGlobal(corner), Qt::NoButton, Qt::LeftButton,
                             Qt::ShiftModifier);
            QApplication::sendEvent(canvas.viewport(), &move);
        }
        QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, Qt::ShiftModifier, r.bottomLeft().toPoint());
        size_t worked = 0;
        for (const auto& trial : view.trials()->trials) {
            worked += trial.worked() ? 1 : 0;
        }
        QCOMPARE(workspace.selection().trials().size(), worked);
    }

    /// AutoTVM counts a depthwise convolution's padding, which no peak does.
    void rooflineCountsAsThePeakDoes()
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
        auto* button = panel.findChildren<QPushButton*>().last();
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
        const auto points = workspace.project()->points(workspace.runs().back().id).value();
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
        QVERIFY2(view.status().contains(QStringLiteral("cannot be made by this version")), qPrintable(view.status()));
        QVERIFY(!said.isEmpty());
    }

private:
    int m_odd = 0;
};

QTEST_MAIN(TestInsightView)
#include "tst_insightview.moc"
