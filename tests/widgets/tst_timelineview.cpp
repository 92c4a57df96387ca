// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/timelinedesk.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/plot/colours.h"
#include "widgets/views/timeline/lanepicture.h"
#include "widgets/views/timeline/minimap.h"
#include "widgets/views/timeline/rangepanel.h"
#include "widgets/views/timeline/sourcelookup.h"
#include "widgets/views/timeline/spandetails.h"
#include "widgets/views/timeline/timelineview.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

int64_t width(const TimelineCanvas* canvas)
{
    return canvas->scene().scale.to - canvas->scene().scale.from;
}

/// How far a pixel of the canvas is from the background.
int strength(QWidget& canvas, QPoint at)
{
    const QColor color = canvas.grab().toImage().pixelColor(at);
    const QColor base = canvas.palette().color(QPalette::Base);
    return std::abs(color.red() - base.red()) + std::abs(color.green() - base.green()) + std::abs(color.blue() - base.blue());
}

} // namespace

class TestTimelineView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_project;

private slots:
    void initTestCase()
    {
        useOwnSettings();
        m_project = m_dir.filePath(QStringLiteral("a.knobscope"));
        writeProject(m_project);
    }

    void emptyViewsSayWhatToDo()
    {
        Shown shown((QString()));
        const auto labels = shown.view->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](QLabel* l) { return l->isVisible() && l->text().startsWith(QStringLiteral("No spans yet")); }));
    }

    void keysMoveAndZoom()
    {
        Shown shown(m_project);
        QVERIFY(shown.opened);
        TimelineCanvas* canvas = shown.canvas;
        QTest::keyClick(canvas, Qt::Key_R);
        const int64_t all = width(canvas);
        QVERIFY(canvas->scene().scale.from <= static_cast<int64_t>(began * 1e9) && all >= 3'900'000'000);
        QTest::keyClick(canvas, Qt::Key_W);
        QVERIFY(width(canvas) < all);
        const int64_t from = canvas->scene().scale.from;
        QTest::keyClick(canvas, Qt::Key_D);
        QVERIFY(canvas->scene().scale.from > from);
        QTest::keyClick(canvas, Qt::Key_A);
        QVERIFY(std::abs(canvas->scene().scale.from - from) < 1000);
        QTest::keyClick(canvas, Qt::Key_S);
        QVERIFY(std::abs(width(canvas) - all) < all / 100);
        for (int i = 0; i < 100; ++i) {
            QTest::keyClick(canvas, Qt::Key_W);
        }
        QVERIFY(width(canvas) >= 90);
        QVERIFY(canvas->accessibleDescription().contains(QStringLiteral("lane")));
    }

    void filtersLeaveTheOthersPale()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        const QPoint early = shown.placeOf(5, "run") + QPoint(2, 0);
        const QPoint late = shown.placeOf(35, "run") + QPoint(2, 0);
        const int before = strength(*shown.canvas, late);
        QVERIFY(strength(*shown.canvas, early) > 60);
        TrialFilter firstHalf;
        firstHalf.kind = TrialFilter::Kind::Time;
        firstHalf.from = began;
        firstHalf.to = began + 2; // trials 1 to 20
        shown.workspace.filters().add(firstHalf);
        shown.settle();
        QVERIFY(strength(*shown.canvas, late) < before / 2);
        QVERIFY(strength(*shown.canvas, early) > 60);
        shown.canvas->setRange(shown.canvas->scene().extent);
        shown.settle();
        const QAbstractItemModel* counted = shown.rangeRows();
        QVERIFY(counted->rowCount() > 0);
        for (int row = 0; row < counted->rowCount(); ++row) {
            QCOMPARE(counted->index(row, RangePanel::Count).data(CellTable::kSortRole).toInt(), 20);
        }
        shown.view->hide();
        shown.workspace.filters().clear();
        shown.view->show(); // what changed meanwhile is taken in
        QTRY_VERIFY(std::abs(strength(*shown.canvas, late) - before) < 10);
        shown.settle();
        QCOMPARE(counted->index(0, RangePanel::Count).data(CellTable::kSortRole).toInt(), trials);
    }

    void spansAreChosenByMouseAndKeys()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, shown.placeOf(10, "codegen"));
        shown.settle();
        QVERIFY(shown.canvas->scene().selected.has_value());
        QCOMPARE(shown.canvas->scene().selected->span.name, std::string("codegen"));
        QCOMPARE(shown.workspace.selection().current(), (TrialRef{1, 10}));
        QVERIFY(shown.canvas->accessibleDescription().startsWith(QStringLiteral("codegen, 30.00 ms")));
        QTest::keyClick(shown.canvas, Qt::Key_Period);
        shown.settle();
        QCOMPARE(shown.canvas->scene().selected->span.name, std::string("lower"));
        QCOMPARE(shown.workspace.selection().current(), (TrialRef{1, 11}));
        QTest::keyClick(shown.canvas, Qt::Key_Comma);
        QTest::keyClick(shown.canvas, Qt::Key_Comma);
        shown.settle();
        QCOMPARE(shown.workspace.selection().current().number, qint64(10));
        const int64_t before = width(shown.canvas);
        QTest::keyClick(shown.canvas, Qt::Key_F);
        QVERIFY(width(shown.canvas) < before / 4);
        QTest::keyClick(shown.canvas, Qt::Key_Escape);
        QVERIFY(!shown.workspace.selection().current().isValid());
        QVERIFY(!shown.canvas->scene().selected.has_value());
    }

    void lanesCanBeReachedWithoutAMouse()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        const auto& lanes = shown.canvas->scene().lanes;
        QCOMPARE(lanes.lanes().size(), size_t(5)); // two counters, tuner, builder, runner
        QCOMPARE(lanes.lanes()[2].title, QStringLiteral("tuner"));
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(shown.canvas, Qt::Key_Down);
        }
        QCOMPARE(shown.canvas->scene().current, 3);
        QTest::keyClick(shown.canvas, Qt::Key_Period);
        shown.settle();
        QCOMPARE(shown.canvas->scene().selected->span.name, std::string("build"));
        QCOMPARE(shown.canvas->scene().selected->trial, int64_t(1));
        QTest::keyClick(shown.canvas, Qt::Key_P);
        QVERIFY(lanes.pinnedHeight() > 0 && lanes.lanes()[3].isPinned);
        QTest::keyClick(shown.canvas, Qt::Key_P);
        QCOMPARE(lanes.pinnedHeight(), 0);
    }

    void otherViewsSelectionIsShown()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        const QImage before = shown.canvas->grab().toImage();
        const QPoint other = shown.placeOf(5, "run");
        {
            shown.workspace.selection().select({{1, 20}});
            shown.settle();
            const QImage single = shown.canvas->grab().toImage();
            QCOMPARE(single.pixelColor(other), before.pixelColor(other)); // one selected trial mutes nothing
            QVERIFY(single != before);
        }
        shown.workspace.selection().select({{1, 20}, {1, 21}});
        shown.settle();
        const QImage after = shown.canvas->grab().toImage();
        const QPoint chosen = shown.placeOf(20, "run");
        QVERIFY(after.pixelColor(other) != before.pixelColor(other)); // dimmed
        QCOMPARE(after.pixelColor(chosen + QPoint(3, 4)), spanColor(QStringLiteral("run"), false));
        // Pointing at a span previews its trial everywhere; zoomed in, where spans stand for themselves.
        shown.canvas->show(static_cast<int64_t>((began + 0.35) * 1e9), static_cast<int64_t>((began + 0.65) * 1e9));
        shown.settle();
        QTest::mouseMove(shown.canvas, shown.placeOf(5, "run"));
        QCoreApplication::processEvents();
        QCOMPARE(shown.workspace.selection().hovered(), (TrialRef{1, 5}));
    }

    void rangesAreCounted()
    {
        Shown shown(m_project);
        QAbstractItemModelTester tester(shown.rangeRows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        TimelineCanvas* canvas = shown.canvas;
        const auto x = [&](double seconds) {
            return canvas->scene().gutter
                 + static_cast<int>(canvas->scene().scale.toX(static_cast<int64_t>((began + seconds) * 1e9)));
        };
        // On the ruler, from the pause after trial 10 to the pause after trial 30.
        QTest::mousePress(canvas, Qt::LeftButton, {}, {x(0.997), 5});
        QTest::mouseMove(canvas, {x(2), 5});
        QTest::mouseMove(canvas, {x(2.997), 5});
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, {x(2.997), 5});
        shown.settle();
        const QAbstractItemModel* model = shown.rangeRows();
        std::map<QString, int> counts;
        for (int row = 0; row < model->rowCount(); ++row) {
            counts[model->index(row, RangePanel::Name).data().toString()] =
                model->index(row, RangePanel::Count).data(CellTable::kSortRole).toInt();
        }
        QCOMPARE(counts.size(), size_t(6));
        for (const char* name : {"build", "codegen", "run", "lower"}) {
            QVERIFY2(std::abs(counts[QString::fromLatin1(name)] - 20) <= 1, name);
        }
        QCOMPARE(model->index(0, RangePanel::Name).data().toString(), QStringLiteral("run"));
        QCOMPARE(model->index(0, RangePanel::P95).data().toString(), QStringLiteral("50.00 ms"));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(model->rowCount(), 0);
        QTest::keyClick(canvas, Qt::Key_M); // what is seen
        shown.settle();
        QCOMPARE(model->rowCount(), 6);
    }

    void searchingGoesFromSpanToSpan()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_F, Qt::ControlModifier);
        auto* field = byId<QLineEdit>(*shown.view, "search");
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("LEAR"));
        QTest::keyClick(field, Qt::Key_Return);
        shown.settle();
        QCOMPARE(shown.canvas->scene().selected->trial, int64_t(1));
        QTest::keyClick(field, Qt::Key_Return);
        shown.settle();
        QCOMPARE(shown.canvas->scene().selected->trial, int64_t(2));
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        shown.settle();
        field->setText(QStringLiteral("no such span"));
        QTest::keyClick(field, Qt::Key_Return);
        shown.settle();
        const auto labels = shown.view->findChildren<QLabel*>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [](QLabel* l) { return l->text() == QStringLiteral("No matching span"); }));
    }

    void aLargerFontLeavesTheTimesBesideTheirNames()
    {
        Shown shown(m_project);
        QFont large = shown.canvas->font();
        large.setPointSizeF(large.pointSizeF() * 2);
        shown.canvas->setFont(large);
        QCOMPARE(shown.canvas->scene().scale.width, shown.canvas->width() - shown.canvas->scene().gutter);
    }

    void wheelAndDragMove()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        const int64_t all = width(shown.canvas);
        const QPoint middle = shown.canvas->rect().center();
        QWheelEvent zoom(middle, shown.canvas->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, Qt::ControlModifier,
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(shown.canvas, &zoom);
        QVERIFY(width(shown.canvas) < all);
        const int64_t from = shown.canvas->scene().scale.from;
        QTest::mousePress(shown.canvas, Qt::LeftButton, {}, middle);
        QTest::mouseMove(shown.canvas, middle + QPoint(60, 0));
        QTest::mouseMove(shown.canvas, middle + QPoint(100, 0));
        QTest::mouseRelease(shown.canvas, Qt::LeftButton, {}, middle + QPoint(100, 0));
        QVERIFY(std::abs(static_cast<double>(from - shown.canvas->scene().scale.from)
                         - 100 * shown.canvas->scene().scale.nanosecondsPerPixel())
                < 1e6);
        auto* map = shown.view->findChild<Minimap*>();
        QTest::mouseClick(map, Qt::LeftButton, {}, {map->width() - 40, 10});
        QVERIFY(shown.canvas->scene().scale.from > from);
    }

    /// W26: the result and the knobs of the trial, not the number of its config alone.
    void detailsShowWhatTheTrialMeasured()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, shown.placeOf(10, "run"));
        shown.settle();
        QTRY_VERIFY(shown.says("Result", "10.0 GFLOPS"));
        QVERIFY(shown.says("tile_x", "[-1, 4]") && shown.says("unroll_kw", "True"));
    }

    void detailsDescribeWhatOtherViewsSelected()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        const auto isTitled = [&](const char* text) {
            const auto labels = shown.view->details()->findChildren<QLabel*>();
            return std::ranges::count(labels, QLatin1String(text), &QLabel::text) == 1;
        };
        const char* atRest = "Choose a span to see its function, file and line, its arguments and its trial.";
        shown.workspace.selection().select({{1, 20}});
        shown.settle();
        QVERIFY(isTitled("Trial 20 of run 1"));
        QTRY_VERIFY(shown.says("Result", "20.0 GFLOPS"));
        QVERIFY(shown.says("run", "50.00 ms") && shown.says("build", "40.00 ms") && shown.says("tile_x", "[-1, 4]"));
        shown.workspace.selection().select({{1, 20}, {1, 21}});
        shown.settle();
        QVERIFY(isTitled("2 trial(s) selected"));
        QVERIFY(shown.says("run", "100.0 ms in 2 span(s)") && !shown.says("Result", "20.0 GFLOPS"));
        // A span that is chosen here is described, until another trial is selected elsewhere.
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, shown.placeOf(10, "run"));
        shown.settle();
        QVERIFY(isTitled("run"));
        shown.workspace.selection().select({{1, 20}});
        shown.settle();
        QVERIFY(isTitled("Trial 20 of run 1") && !shown.canvas->scene().selected);
        shown.workspace.selection().clear();
        shown.settle();
        QVERIFY(isTitled(atRest));
    }

    void detailsShowTheSource()
    {
        SpanDetails details;
        SpanDetail span;
        span.span = stage(began, 0.5, "codegen", "builder 1", "builder 1", 11, 1, 3);
        span.span.line = 1; // an old one: the function is shown
        details.show(span, 0);
        const auto says = [&](const QString& text) {
            const auto labels = details.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](QLabel* l) { return !l->isHidden() && l->text().contains(text); });
        };
        QVERIFY(says(QStringLiteral("core/worker/buildkernel.cpp (changed since")));
        span.span.file = "/no/such/place.py";
        details.show(span, 0);
        QVERIFY(says(QStringLiteral("Looked for: /no/such/place.py")));
        QVERIFY(!byId<QPushButton>(details, "chooseSourceFolder")->isHidden());
        // A folder that holds the end of the path is enough.
        QTemporaryDir root;
        QVERIFY(QDir(root.path()).mkpath(QStringLiteral("such")));
        QFile file(root.filePath(QStringLiteral("such/place.py")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("one\ntwo\nthree\n");
        file.close();
        const SourceText found = findSource(QStringLiteral("/no/such/place.py"), 2, {}, {root.path()});
        QCOMPARE(found.path, file.fileName());
        QVERIFY(found.text.startsWith(QStringLiteral("one\ntwo")));
        QVERIFY(findSource(QStringLiteral("../../etc/passwd"), 1, {}, {root.path()}).tried.size() > 0);
    }

    void tracesAreImportedInTheBackground()
    {
        const QString path = m_dir.filePath(QStringLiteral("import.knobscope"));
        writeProject(path);
        Shown shown(path);
        QSignalSpy said(&shown.workspace, &Workspace::message);
        shown.view->importTrace(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz"));
        QTRY_COMPARE(shown.view->trace(), qint64(1));
        shown.settle();
        QCOMPARE(shown.canvas->scene().lanes.tracks().size(), size_t(1));
        QVERIFY(shown.canvas->scene().lanes.lanes()[0].title.contains(QStringLiteral("MainThread")));
        QCOMPARE(said.size(), 1);
        auto* sources = byId<QComboBox>(*shown.view, "sources");
        QCOMPARE(sources->count(), 3);
        QVERIFY(sources->currentText().contains(QStringLiteral("viztracer")));
        shown.view->importTrace(m_project);
        QTRY_COMPARE(said.size(), 2);
        QVERIFY(said[1][1].toString().contains(QStringLiteral("is not JSON")));
        QCOMPARE(shown.view->trace(), qint64(1));
        sources->setFocus();
        QTest::keyClick(sources, Qt::Key_Home);
        shown.view->showTrace(0);
        shown.settle();
        QVERIFY(shown.canvas->scene().lanes.tracks().size() > 1);
    }

    void tenThousandThreadsScroll()
    {
        const QString path = m_dir.filePath(QStringLiteral("threads.knobscope"));
        {
            auto project = Project::open(path.toStdString(), Project::Mode::Create).value();
            TraceImport import(project, "threads.json");
            TraceSummary summary;
            for (uint32_t i = 0; i < 10000; ++i) {
                summary.tracks.push_back({1, i, "many", fmt::format("thread {}", i)});
                import.span({i, i * 1000, 500000, "work", "", "", "", 0, "{}"});
            }
            QVERIFY(import.write(summary).has_value());
        }
        Shown shown(path);
        shown.view->showTrace(1);
        shown.settle();
        QCOMPARE(shown.canvas->scene().lanes.lanes().size(), size_t(10001));
        shown.canvas->setScroll(100000);
        shown.settle();
        QVERIFY(shown.canvas->scene().pictureCoversView());
        QVERIFY(!shown.canvas->grab().isNull());
    }

    void viewsComeBackAsTheyWere()
    {
        Shown first(m_project);
        QTest::keyClick(first.canvas, Qt::Key_R);
        QTest::keyClick(first.canvas, Qt::Key_W);
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(first.canvas, Qt::Key_Down);
        }
        QTest::keyClick(first.canvas, Qt::Key_P);
        const QJsonObject state = first.view->saveState();
        Workspace workspace;
        QVERIFY(workspace.openProject(m_project).has_value());
        TimelineView again(workspace);
        again.resize(1400, 520);
        again.restoreState(state);
        again.show();
        again.refreshNow();
        QCOMPARE(again.canvas()->scene().scale.from, first.canvas->scene().scale.from);
        QVERIFY(again.canvas()->scene().lanes.pinnedHeight() > 0);
    }

    /// Also what was hidden when the colours changed.
    void aThemeSwitchPaintsAllAnew()
    {
        Shown shown(m_project);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        shown.settle();
        auto* map = shown.view->findChild<Minimap*>();
        const QPoint free(map->width() / 2, map->height() - 6); // below the lanes' rows
        const QPoint gap = shown.placeOf(5, "run") + QPoint(11, 0); // between two runs of a lane
        const auto isPaintedIn = [&](const QPalette& colours) {
            const QColor base = colours.color(QPalette::Base);
            return map->grab().toImage().pixelColor(free) == base && shown.canvas->grab().toImage().pixelColor(gap) == base
                && strength(*shown.canvas, shown.placeOf(5, "run") + QPoint(2, 0)) > 60;
        };
        const QPalette before = QApplication::palette();
        QApplication::setPalette(darkPalette());
        QTRY_VERIFY(isPaintedIn(darkPalette()));
        shown.view->hide();
        QApplication::setPalette(lightPalette());
        shown.view->show();
        QTRY_VERIFY(isPaintedIn(lightPalette()));
        QApplication::setPalette(before);
    }

    void stagesHaveColoursOfTheirOwn()
    {
        for (const bool dark : {false, true}) {
            std::set<QRgb> colors;
            for (const char* name :
                 {"propose", "build", "lower", "codegen", "run", "load", "warm up", "check", "time", "learn", "write"}) {
                const QColor color = spanColor(QString::fromLatin1(name), dark);
                colors.insert(color.rgb());
                QVERIFY2(contrastOf(textOn(color), color) >= 4.5, name);
            }
            QCOMPARE(colors.size(), size_t(11));
        }
    }

    void timesAreWrittenShortly()
    {
        QCOMPARE(preciseDuration(0.0123), QStringLiteral("12.30 ms"));
        QCOMPARE(preciseDuration(5e-9), QStringLiteral("5 ns"));
        QCOMPARE(preciseDuration(125), QStringLiteral("2:05"));
        QCOMPARE(offsetText(2'450'000'000, 10'000'000), QStringLiteral("2.45 s"));
        QCOMPARE(offsetText(3'723'000'000'000, 60'000'000'000), QStringLiteral("1:02:03"));
        for (const int64_t span : std::vector<int64_t>{1'000, 1'000'000, 777'777'777, 1'000'000'000'000}) {
            const auto ticks = timeTicks({1'000'000, 1'000'000 + span, 1000}, 1'000'000, 90);
            QVERIFY(ticks.size() >= 3 && ticks.size() <= 12);
            QVERIFY(ticks[0].label != ticks[1].label);
        }
        const auto quarters = timeTicks({0, 2'400'000'000, 1000}, 0, 90);
        QCOMPARE(quarters[1].label, QStringLiteral("250 ms"));
        QCOMPARE(quarters[5].label, QStringLiteral("1.25 s"));
    }
};

QTEST_MAIN(TestTimelineView)
#include "tst_timelineview.moc"
