// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a project with several runs, hours apart: whose lanes are shown, how they lie side by side, and what is found.
#include "tests/widgets/controls.h"
#include "tests/widgets/timelinedesk.h"
#include "tests/widgets/viewharness.h"
#include "widgets/views/timeline/lanepicture.h"
#include "widgets/views/timeline/minimap.h"
#include "widgets/views/timeline/rangepanel.h"
#include "widgets/views/timeline/spannames.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTranslator>
#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

constexpr double kHour = 3600;

/// Runs 1 and 2 are of two programs, run 3 of the second one again; each two hours after the last. A lane has spans of none.
void writeRuns(const QString& path)
{
    writeProject(path, [](ProjectWriter& writer, int64_t task) {
        writeRun(writer, task);
        writeRun(writer, task, began + 2 * kHour, 1000);
        writeRun(writer, task, began + 4 * kHour, 1000);
        Span other = stage(began + 4 * kHour, 0.1, "other", "someone", "someone", 77, 0, 0);
        other.pid = 77;
        writer.addSpans(0, {other});
    });
}

int64_t at(double secondsSinceBegin)
{
    return static_cast<int64_t>((began + secondsSinceBegin) * 1e9);
}

/// What stands beside the lanes and above them.
bool says(const Shown& shown, const QString& text)
{
    const auto labels = shown.view->findChildren<QLabel*>();
    return std::ranges::any_of(labels, [&](const QLabel* l) { return l->isVisible() && l->text().contains(text); });
}

/// The runs whose spans lie on the lanes that are shown; 0: lanes of none.
std::set<int64_t> runsOfLanes(Shown& shown)
{
    std::set<int64_t> runs;
    for (const TrackRow& track : shown.canvas->scene().lanes.tracks()) {
        runs.insert(track.pid == 77 ? 0 : track.pid == 10 ? 1 : 2);
    }
    return runs;
}

/// A language of other letters for what runs record, while it lives.
class OtherLetters : public QTranslator
{
public:
    OtherLetters() { QCoreApplication::installTranslator(this); }
    ~OtherLetters() override { QCoreApplication::removeTranslator(this); }
    static QString of(QString text)
    {
        std::ranges::transform(text, text.begin(), [](QChar c) { return c.isLower() ? QChar(0x4e00 + c.unicode()) : c; });
        return text;
    }
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char* /*comment*/, int /*n*/) const override
    {
        return QLatin1String(context) == QLatin1String("Spans") ? of(QLatin1String(text)) : QString();
    }
};

} // namespace

class TestTimelineRuns : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_project;

private slots:
    void initTestCase()
    {
        useOwnSettings();
        m_project = m_dir.filePath(QStringLiteral("runs.knobscope"));
        writeRuns(m_project);
    }

    void theChosenRunsLanesAreShown()
    {
        Shown shown(m_project);
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 2})); // the newest run's program had run 2, too
        QCOMPARE(shown.canvas->scene().extent.first, at(4 * kHour));
        QVERIFY(shown.canvas->scene().scale.from < at(4 * kHour) && shown.canvas->scene().scale.to > at(4 * kHour + 3.9));
        QVERIFY(shown.canvas->scene().scale.length() < 5'000'000'000);
        // A trial that is chosen in any view is shown, whichever run's it is.
        shown.workspace.selection().select({{1, 7}});
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1}));
        QCOMPARE(shown.canvas->scene().extent.first, at(0));
        QVERIFY(!shown.placeOf(7, "run").isNull());
        emit shown.workspace.runWanted(2);
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 2}));
        QCOMPARE(shown.canvas->scene().extent.first, at(2 * kHour));
    }

    void aSwitchShowsAllRuns()
    {
        Shown shown(m_project);
        auto* one = byId<QToolButton>(*shown.view, "oneRun");
        QVERIFY(one && one->isChecked() && !one->toolTip().isEmpty());
        QTest::mouseClick(one, Qt::LeftButton);
        shown.settle();
        QVERIFY(!one->isChecked());
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1, 2}));
        QCOMPARE(shown.canvas->scene().extent.first, at(0));
        auto* sources = byId<QComboBox>(*shown.view, "sources");
        QCOMPARE(sources->currentIndex(), 0);
        // It stays so when another run is chosen, and after a restart.
        shown.workspace.selection().select({{2, 7}});
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1, 2}));
        const QJsonObject state = shown.view->saveState();
        Shown again(m_project);
        again.view->restoreState(state);
        again.settle();
        QCOMPARE(runsOfLanes(again), (std::set<int64_t>{0, 1, 2}));
        QVERIFY(!byId<QToolButton>(*again.view, "oneRun")->isChecked());
        // Back to the run that was chosen meanwhile; the list of sources says the same.
        QTest::mouseClick(byId<QToolButton>(*again.view, "oneRun"), Qt::LeftButton);
        again.settle();
        QCOMPARE(again.canvas->scene().extent.first, at(2 * kHour));
        QCOMPARE(byId<QComboBox>(*again.view, "sources")->currentIndex(), 2);
    }

    /// Another project begins anew; the same one, saved elsewhere, does not.
    void savingElsewhereMovesNothing()
    {
        const QString first = m_dir.filePath(QStringLiteral("first.knobscope"));
        writeRuns(first);
        Shown shown(first);
        shown.workspace.selection().select({{1, 7}});
        shown.settle();
        QTest::keyClick(shown.canvas, Qt::Key_W);
        const TimeScale seen = shown.canvas->scene().scale;
        const QJsonObject state = shown.view->saveState();
        const QString second = m_dir.filePath(QStringLiteral("second.knobscope"));
        shown.workspace.saveProjectAs(second, [](const Result<void>& saved) { QVERIFY(saved); });
        QTRY_COMPARE(shown.workspace.projectPath(), second);
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1}));
        QCOMPARE(shown.canvas->scene().scale.from, seen.from);
        QVERIFY(shown.workspace.openProject(m_project).has_value());
        shown.settle();
        QCOMPARE(shown.canvas->scene().extent.first, at(4 * kHour));
        // What was seen of a project that is gone is no part of another one.
        Shown none{QString()};
        none.view->restoreState(state);
        QVERIFY(none.workspace.openProject(first).has_value());
        none.settle();
        QVERIFY(none.canvas->scene().scale.to >= at(4 * kHour + 3.9));
    }

    void pausesAreNarrow()
    {
        Shown shown(m_project);
        QTest::mouseClick(byId<QToolButton>(*shown.view, "oneRun"), Qt::LeftButton);
        shown.settle();
        TimelineCanvas* canvas = shown.canvas;
        const auto x = [&](double seconds) { return canvas->scene().gutter + canvas->scene().scale.toX(at(seconds)); };
        const double run = x(3.9) - x(0);
        const int width = canvas->width() - canvas->scene().gutter;
        QVERIFY2(run > width / 4, qPrintable(QString::number(run)));
        QVERIFY(std::abs(x(2 * kHour + 3.9) - x(2 * kHour) - run) < 1 && std::abs(x(4 * kHour + 3.9) - x(4 * kHour) - run) < 1);
        QVERIFY(x(2 * kHour) - x(3.95) < width / 20 && x(2 * kHour) - x(3.95) > 3);
        // Spans are painted where they are pointed at, before and behind pauses.
        const QImage picture = canvas->grab().toImage();
        for (const int64_t of : {1, 2, 3}) {
            const QPoint place = shown.placeOf(20, "run", of);
            QCOMPARE(picture.pixelColor(place), spanColor(QStringLiteral("run"), false));
            QTest::mouseClick(canvas, Qt::LeftButton, {}, place);
            shown.settle();
            QCOMPARE(shown.workspace.selection().current(), (TrialRef{of, 20}));
        }
        // A range across a pause is as long as it was.
        const auto drag = [&](QWidget* on, QPoint from, QPoint to) {
            QTest::mousePress(on, Qt::LeftButton, {}, from);
            QTest::mouseMove(on, (from + to) / 2);
            QTest::mouseMove(on, to);
            QTest::mouseRelease(on, Qt::LeftButton, {}, to);
            shown.settle();
        };
        drag(canvas, QPoint(static_cast<int>(x(1.997)), 5), QPoint(static_cast<int>(x(2 * kHour + 1.997)), 5));
        QVERIFY(canvas->scene().range
                && std::abs(canvas->scene().range->second - canvas->scene().range->first - at(2 * kHour) + at(0)) < 50'000'000);
        const QAbstractItemModel* counted = shown.rangeRows();
        QVERIFY(std::abs(counted->index(0, RangePanel::Count).data(CellTable::kSortRole).toInt() - 40) <= 1);
        // The overview and keys go over pauses as over anything else.
        QTest::keyClick(canvas, Qt::Key_W);
        const int64_t length = canvas->scene().scale.length();
        auto* map = shown.view->findChild<Minimap*>();
        drag(map, {map->width() - 40, 10}, {map->width() - 45, 10});
        QVERIFY(canvas->scene().scale.to > at(4 * kHour + 3)
                && std::abs(canvas->scene().scale.length() - length) < length / 1000);
        QTest::keyClick(canvas, Qt::Key_Home);
        QVERIFY(std::abs(canvas->scene().scale.from - at(0)) < 1000);
        QTest::keyClick(canvas, Qt::Key_D);
        QTest::keyClick(canvas, Qt::Key_A);
        QVERIFY(std::abs(canvas->scene().scale.from - at(0)) < 1000);
        look(shown.window, "timeline-pauses");
        // Off, all is as it was, and stays so.
        QTest::mouseClick(byId<QToolButton>(*shown.view, "squeeze"), Qt::LeftButton);
        QTest::keyClick(canvas, Qt::Key_R);
        shown.settle();
        QVERIFY(x(3.9) - x(0) < 2 && canvas->scene().pictureCoversView());
        Shown again(m_project);
        again.view->restoreState(shown.view->saveState());
        again.settle();
        QVERIFY(!again.canvas->scene().scale.map && !byId<QToolButton>(*again.view, "squeeze")->isChecked());
    }

    void searchesCountTheirMatches()
    {
        Shown shown(m_project);
        QTest::mouseClick(byId<QToolButton>(*shown.view, "oneRun"), Qt::LeftButton);
        shown.settle();
        QTest::keyClick(shown.canvas, Qt::Key_F, Qt::ControlModifier);
        auto* field = byId<QLineEdit>(*shown.view, "search");
        QTest::keyClicks(field, QStringLiteral("LEAR"));
        const auto hasCounted = [&](const char* text) {
            shown.settle();
            const auto labels = shown.view->findChildren<QLabel*>();
            return std::ranges::any_of(labels,
                                       [&](const QLabel* l) { return l->isVisible() && l->text() == QLatin1String(text); });
        };
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY(hasCounted("120 of 120"));
        QTest::keyClick(field, Qt::Key_F3);
        QVERIFY(hasCounted("1 of 120"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QVERIFY(hasCounted("120 of 120"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(hasCounted("1 of 120"));
        shown.canvas->setFocus();
        QTest::keyClick(shown.canvas, Qt::Key_F3);
        QVERIFY(hasCounted("2 of 120"));
        QCOMPARE(shown.workspace.selection().current(), (TrialRef{1, 2}));
        // A span that was clicked is where the search goes on from; a pause is no obstacle.
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, shown.placeOf(trials, "run"));
        shown.settle();
        QTest::keyClick(shown.canvas, Qt::Key_F3);
        QVERIFY(hasCounted("40 of 120"));
        QTest::keyClick(shown.canvas, Qt::Key_F3);
        QVERIFY(hasCounted("41 of 120"));
        QCOMPARE(shown.workspace.selection().current(), (TrialRef{2, 1}));
        QVERIFY(!shown.placeOf(1, "learn", 2).isNull());
        // What was found is said until something else is chosen or searched for.
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, shown.placeOf(trials, "run"));
        shown.settle();
        QVERIFY(!says(shown, QStringLiteral(" of 120")));
        QTest::keyClick(field, Qt::Key_F3);
        QVERIFY(hasCounted("40 of 120"));
        QTest::keyClicks(field, QStringLiteral("N"));
        QVERIFY(!says(shown, QStringLiteral(" of 120")));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(field->text().isEmpty() && shown.view->focusWidget() == shown.canvas);
    }

    /// It leaves nothing of the one before, and the way to the others.
    void aRunWithoutSpansIsEmpty()
    {
        const QString path = m_dir.filePath(QStringLiteral("waiting.knobscope"));
        writeProject(path, [](ProjectWriter& writer, int64_t task) {
            writeRun(writer, task);
            RunRow waiting;
            waiting.task = task;
            waiting.tuner = "ga";
            waiting.state = "waiting";
            waiting.started = began + kHour;
            QVERIFY(writer.addRun(waiting).has_value());
        });
        Shown shown(path);
        auto* sources = byId<QComboBox>(*shown.view, "sources");
        const auto lanes = [&] { return shown.canvas->scene().lanes.lanes().size(); };
        QVERIFY(sources->isVisible() && lanes() == 0);
        const auto seen = [&] { return shown.canvas->grab(shown.canvas->scene().laneArea().adjusted(2, 2, -2, -2)).toImage(); };
        const QImage nothing = seen();
        QTest::keyClick(sources, Qt::Key_Up);
        shown.settle();
        QVERIFY(lanes() > 0 && seen() != nothing);
        QTest::keyClick(sources, Qt::Key_Down);
        shown.settle();
        QVERIFY(sources->isVisible() && lanes() == 0);
        QCOMPARE(seen(), nothing);
    }

    /// Of a project that another program damages meanwhile.
    void questionsThatFailSaySo()
    {
        const QString path = m_dir.filePath(QStringLiteral("damaged.knobscope"));
        writeProject(path);
        Shown shown(path);
        QTest::keyClick(shown.canvas, Qt::Key_R);
        auto* field = byId<QLineEdit>(*shown.view, "search");
        field->setText(QStringLiteral("learn"));
        QTest::keyClick(field, Qt::Key_Return);
        shown.settle();
        const QPoint run = shown.placeOf(5, "run");
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, run);
        shown.settle();
        QTest::keyClick(shown.canvas, Qt::Key_M);
        shown.settle();
        QVERIFY(shown.rangeRows()->rowCount() > 0);
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec("DROP TABLE span; DROP TABLE span_level");
        const QString reason = QStringLiteral("no such table: span");
        // Each is taken back by what comes next.
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(says(shown, QStringLiteral("Searching…")));
        QTRY_VERIFY(says(shown, reason));
        QVERIFY(!says(shown, QStringLiteral("Searching…")));
        field->clear();
        QVERIFY(!says(shown, reason));
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, run);
        QTRY_VERIFY(says(shown, reason));
        const auto* counted = shown.view->findChild<RangePanel*>()->findChild<QLabel*>();
        byId<QTabWidget>(*shown.view, "details")->setCurrentIndex(0);
        shown.canvas->setRange(Interval(at(1), at(2)));
        QCOMPARE(counted->text(), QStringLiteral("Counting…"));
        QTRY_VERIFY2(counted->text().contains(reason), qPrintable(counted->text()));
        QVERIFY(counted->isVisible());
        QCOMPARE(shown.rangeRows()->rowCount(), 0);
    }

    /// Else it would be stretched.
    void theOverviewIsPaintedForItsSize()
    {
        Shown shown(m_project);
        shown.window.resize(700, 520);
        shown.settle();
        auto* overview = shown.view->findChild<Minimap*>();
        const auto narrowest = [&] { // of the tuner's moments
            const QImage image = overview->grab().toImage();
            int least = image.width();
            int length = 0;
            for (int x = shown.canvas->scene().gutter; x < image.width(); ++x) {
                const bool isSpan = image.pixelColor(x, 2) == spanColor(QStringLiteral("propose"), false);
                least = !isSpan && length > 0 ? std::min(least, length) : least;
                length = isSpan ? length + 1 : 0;
            }
            return least;
        };
        constexpr int most = 2; // pixels
        QVERIFY(narrowest() <= most);
        shown.window.resize(2100, 520);
        QTRY_VERIFY(overview->width() > 1500 && narrowest() <= most);
    }

    void recordedNamesAreInTheWindowsLanguage()
    {
        const OtherLetters language;
        Shown shown(m_project);
        QStringList titles;
        for (const Lane& lane : shown.canvas->scene().lanes.lanes()) {
            titles << lane.title;
        }
        for (const char* name : {"CPU load", "tuner", "builder 1", "runner"}) {
            QVERIFY2(titles.contains(OtherLetters::of(QLatin1String(name))), qPrintable(titles.join(QLatin1Char('|'))));
        }
        QVERIFY(titles.contains(QStringLiteral("someone"))); // no name of this program
        const QPoint place = shown.placeOf(7, "codegen", 3);
        QTest::mouseClick(shown.canvas, Qt::LeftButton, {}, place);
        shown.settle();
        QTest::mouseMove(shown.canvas, place);
        const QString codegen = OtherLetters::of(QStringLiteral("codegen"));
        QCOMPARE(shown.canvas->scene().pointerLines().value(0), codegen);
        QVERIFY(says(shown, codegen));
        QVERIFY(shown.canvas->accessibleDescription().startsWith(codegen));
        QTest::keyClick(shown.canvas, Qt::Key_M);
        shown.settle();
        const QModelIndexList counted =
            shown.rangeRows()->match(shown.rangeRows()->index(0, RangePanel::Name), Qt::DisplayRole, codegen);
        QCOMPARE(counted.size(), 1);
    }

    void recordedNamesAreFoundInEitherLanguage()
    {
        const OtherLetters language;
        Shown shown(m_project);
        auto* field = byId<QLineEdit>(*shown.view, "search");
        for (const QString& text : {OtherLetters::of(QStringLiteral("codegen")), QStringLiteral("codegen")}) {
            shown.workspace.selection().clear();
            field->setText(text);
            QTest::keyClick(field, Qt::Key_Return);
            shown.settle();
            QVERIFY(shown.canvas->scene().selected);
            QCOMPARE(shown.canvas->scene().selected->span.name, std::string("codegen"));
        }
    }

    void namesOfImportedTracesStay()
    {
        const OtherLetters language;
        TrackRow track;
        track.trace = 1;
        track.process = "builder 1";
        track.thread = "tuner";
        LaneLayout lanes;
        lanes.setContent({track}, {});
        QCOMPARE(lanes.lanes().front().title, QStringLiteral("builder 1 · tuner"));
        QCOMPARE(shownName("build", 1), QStringLiteral("build"));
    }

    void importedTracesAreNotTouched()
    {
        const QString path = m_dir.filePath(QStringLiteral("import.knobscope"));
        writeRuns(path);
        Shown shown(path);
        shown.view->importTrace(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz"));
        QTRY_COMPARE(shown.view->trace(), qint64(1));
        shown.settle();
        QCOMPARE(shown.canvas->scene().lanes.tracks().size(), size_t(1));
        QVERIFY(!byId<QToolButton>(*shown.view, "oneRun")->isEnabled());
        shown.view->showTrace(0);
        shown.settle();
        QVERIFY(byId<QToolButton>(*shown.view, "oneRun")->isEnabled());
    }
};

QTEST_MAIN(TestTimelineRuns)
#include "tst_timelineruns.moc"
