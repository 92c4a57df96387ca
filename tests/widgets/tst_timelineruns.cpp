// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a project with several runs, hours apart: whose lanes are shown.
#include "tests/widgets/timelinedesk.h"

#include <QComboBox>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>

#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

constexpr double hour = 3600;

/// Runs 1 and 2 are of two programs, run 3 of the second one again; each two hours after the last. A lane has spans of none.
void writeRuns(const QString& path)
{
    writeProject(path, [](ProjectWriter& writer, int64_t task) {
        writeRun(writer, task);
        writeRun(writer, task, began + 2 * hour, 1000);
        writeRun(writer, task, began + 4 * hour, 1000);
        Span other = stage(began + 4 * hour, 0.1, "other", "someone", "someone", 77, 0, 0);
        other.pid = 77;
        writer.addSpans(0, {other});
    });
}

int64_t at(double secondsSinceBegin)
{
    return static_cast<int64_t>((began + secondsSinceBegin) * 1e9);
}

/// The runs whose spans lie on the lanes that are shown; 0: lanes of none.
std::set<int64_t> runsOfLanes(Shown& shown)
{
    std::set<int64_t> runs;
    for (const TrackRow& track : shown.canvas->lanes().tracks()) {
        runs.insert(track.pid == 77 ? 0 : track.pid == 10 ? 1 : 2);
    }
    return runs;
}

QToolButton* button(Shown& shown, const char* text)
{
    const auto all = shown.view->findChildren<QToolButton*>();
    const auto found = std::find_if(all.begin(), all.end(), [text](const QToolButton* b) {
        return b->text().remove(QLatin1Char('&')) == QLatin1String(text);
    });
    return found == all.end() ? nullptr : *found;
}

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
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test"));
        QLocale::setDefault(QLocale::c());
        QSettings().clear();
        m_project = m_dir.filePath(QStringLiteral("runs.knobscope"));
        writeRuns(m_project);
    }

    void theChosenRunsLanesAreShown()
    {
        Shown shown(m_project);
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 2})); // the newest run's program had run 2, too
        QCOMPARE(shown.canvas->extent().first, at(4 * hour));
        QVERIFY(shown.canvas->scale().from < at(4 * hour) && shown.canvas->scale().to > at(4 * hour + 3.9));
        QVERIFY(shown.canvas->scale().to - shown.canvas->scale().from < 5'000'000'000);
        // A trial that is chosen in any view is shown, whichever run's it is.
        shown.workspace.selection().select({{1, 7}});
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1}));
        QCOMPARE(shown.canvas->extent().first, at(0));
        QVERIFY(!shown.placeOf(7, "run").isNull());
        emit shown.workspace.runWanted(2);
        shown.settle();
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 2}));
        QCOMPARE(shown.canvas->extent().first, at(2 * hour));
    }

    void aSwitchShowsAllRuns()
    {
        Shown shown(m_project);
        auto* one = button(shown, "This Run");
        QVERIFY(one && one->isChecked() && !one->toolTip().isEmpty());
        QTest::mouseClick(one, Qt::LeftButton);
        shown.settle();
        QVERIFY(!one->isChecked());
        QCOMPARE(runsOfLanes(shown), (std::set<int64_t>{0, 1, 2}));
        QCOMPARE(shown.canvas->extent().first, at(0));
        auto* sources = shown.view->findChild<QComboBox*>();
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
        QVERIFY(!button(again, "This Run")->isChecked());
        // Back to the run that was chosen meanwhile; the list of sources says the same.
        QTest::mouseClick(button(again, "This Run"), Qt::LeftButton);
        again.settle();
        QCOMPARE(again.canvas->extent().first, at(2 * hour));
        QCOMPARE(again.view->findChild<QComboBox*>()->currentIndex(), 2);
    }

    void importedTracesAreNotTouched()
    {
        const QString path = m_dir.filePath(QStringLiteral("import.knobscope"));
        writeRuns(path);
        Shown shown(path);
        shown.view->importTrace(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz"));
        QTRY_COMPARE(shown.view->trace(), qint64(1));
        shown.settle();
        QCOMPARE(shown.canvas->lanes().tracks().size(), size_t(1));
        QVERIFY(!button(shown, "This Run")->isEnabled());
        shown.view->showTrace(0);
        shown.settle();
        QVERIFY(button(shown, "This Run")->isEnabled());
    }
};

QTEST_MAIN(TestTimelineRuns)
#include "tst_timelineruns.moc"
