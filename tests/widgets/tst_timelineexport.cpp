// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the timeline: traces as files, ranges as filters; and its panel in a narrow dock.
#include "core/store/trialcondition.h"
#include "core/trace/chrometrace.h"
#include "core/trace/gzstream.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/timelinedesk.h"
#include "tests/widgets/viewharness.h"

#include <QDir>
#include <QFile>
#include <QProgressBar>
#include <QScopeGuard>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <istream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// The complete events of a trace file, plain or compressed.
std::vector<nlohmann::json> eventsOf(const QString& path)
{
    GzInput input(path.toStdString());
    std::istream stream(&input);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const nlohmann::json trace = nlohmann::json::parse(text);
    std::vector<nlohmann::json> events;
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") == "X") {
            events.push_back(event);
        }
    }
    return events;
}

} // namespace

class TestTimelineExport : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_project = m_dir.filePath(QStringLiteral("t.knobscope"));

    std::pair<int64_t, int64_t> nanoseconds(double from, double to) const
    {
        return {static_cast<int64_t>((began + from) * 1e9), static_cast<int64_t>((began + to) * 1e9)};
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        writeProject(m_project);
    }

    void aRangeBecomesAFilterOfAllViews()
    {
        Shown shown(m_project);
        QPushButton* filter = byId<QPushButton>(*shown.view, "filterToRange");
        QVERIFY(filter && !filter->isEnabled());
        shown.canvas->setRange(nanoseconds(1.0, 2.0)); // trials 11 to 20 end in it
        shown.settle();
        QVERIFY(filter->isEnabled());
        QTest::mouseClick(filter, Qt::LeftButton);
        const auto filters = shown.workspace.filters().all();
        QCOMPARE(filters.size(), size_t(1));
        QVERIFY(filters[0].kind == TrialFilter::Kind::Time);
        const TrialCondition condition(filters, 1, nullptr);
        int kept = 0;
        const std::vector<TrialPoint> points = shown.workspace.connection()->points(1).value();
        for (const TrialPoint& point : points) {
            kept += condition.matches(point) ? 1 : 0;
        }
        QCOMPARE(kept, 10);
        QVERIFY(Filters::text(filters[0]).contains(QLatin1Char('.'))); // a second apart: with milliseconds
    }

    void tracesAreExportedWholeAndInPart()
    {
        Shown shown(m_project);
        const QString whole = m_dir.filePath(QStringLiteral("whole.json.gz"));
        shown.view->exportTrace(whole);
        QTRY_VERIFY(shown.view->isIdle());
        QCOMPARE(eventsOf(whole).size(), size_t(trials * 6));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.read(2), QByteArray("\x1f\x8b"));
        shown.canvas->setRange(nanoseconds(1.0, 1.1)); // all of trial 11
        shown.settle();
        const QString part = m_dir.filePath(QStringLiteral("part.json"));
        shown.view->exportTrace(part, true);
        QTRY_VERIFY(shown.view->isIdle());
        const auto events = eventsOf(part);
        QCOMPARE(events.size(), size_t(6));
        for (const auto& event : events) {
            QCOMPARE(event.at("args").at("trial").get<int>(), 11);
        }
    }

    void failedExportsAreSaidAndLeaveNothing()
    {
        Shown shown(m_project);
        QString said;
        connect(&shown.workspace, &Workspace::message, this,
                [&](MessageLevel level, const QString& text) { said = level == MessageLevel::Error ? text : said; });
        shown.view->exportTrace(m_dir.filePath(QStringLiteral("no/such/folder/t.json")));
        QTRY_VERIFY(said.contains(QStringLiteral("t.json")));
        shown.canvas->setRange(nanoseconds(-20, -10)); // before everything
        const QString empty = m_dir.filePath(QStringLiteral("empty.json"));
        shown.view->exportTrace(empty, true);
        QTRY_VERIFY(said.contains(QStringLiteral("no spans")));
        QVERIFY(!QFile::exists(empty) && !QFile::exists(empty + QStringLiteral(".new")));
    }

    /// A full pipe that nobody empties yet holds the export up.
    void anExportShowsHowFarItIsAndCanBeStopped()
    {
        Shown shown(m_project);
        QString said;
        connect(&shown.workspace, &Workspace::message, this, [&](MessageLevel, const QString& text) { said = text; });
        const QString pipe = m_dir.filePath(QStringLiteral("pipe.json"));
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const int reader = open(QFile::encodeName(pipe).constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        const auto closed = qScopeGuard([&] { close(reader); });
        const int room = fcntl(reader, F_SETPIPE_SZ, 4096);
        const std::string full(static_cast<size_t>(std::max(room, 0)), 'x');
        QCOMPARE(write(reader, full.data(), full.size()), static_cast<ssize_t>(full.size()));
        shown.view->exportTrace(pipe);
        auto* progress = byId<QProgressBar>(*shown.view, "traceProgress");
        QVERIFY(progress && progress->isVisible());
        QVERIFY2(progress->format().contains(QStringLiteral("pipe.json")), qPrintable(progress->format()));
        const BackgroundJob* goesOn = shown.workspace.blockingJob();
        QVERIFY(goesOn && goesOn->sentence.contains(QStringLiteral("being exported"))); // closing asks
        shown.view->exportTrace(m_dir.filePath(QStringLiteral("second.json")));
        QVERIFY(said.contains(QStringLiteral("being exported")));
        said.clear();
        shown.view->importTrace(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz")); // nor does an import begin
        QVERIFY(said.contains(QStringLiteral("being exported")));
        QVERIFY(progress->format().contains(QStringLiteral("pipe.json")));
        QPushButton* stop = byId<QPushButton>(*shown.view, "stopTrace");
        QVERIFY(stop && stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(progress->isVisible()); // until it has stopped
        const auto isIdleOnceEmptied = [&] {
            std::array<char, 4096> bytes{};
            while (read(reader, bytes.data(), bytes.size()) > 0) {
            }
            return shown.view->isIdle();
        };
        QTRY_VERIFY(isIdleOnceEmptied());
        QTRY_VERIFY(!progress->isVisible());
        QVERIFY(!shown.workspace.blockingJob());
        QVERIFY2(said.contains(QStringLiteral("was stopped")), qPrintable(said));
        QVERIFY(!QFile::exists(m_dir.filePath(QStringLiteral("second.json"))));
    }

    void aStoppedExportLeavesTheFileAsItWas()
    {
        const QString path = m_dir.filePath(QStringLiteral("kept.json.gz"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("kept") == 4);
        file.close();
        std::atomic<bool> isCancelled{false};
        int given = 0;
        const auto written = writeChromeTraceFile(
            path.toStdString(),
            [&]() -> Result<std::optional<Span>> {
                isCancelled = ++given > 3;
                if (isCancelled) {
                    return std::nullopt;
                }
                return stage(began, 0.1, "build", "builder", "builder", 1, 1, given);
            },
            &isCancelled);
        QVERIFY(!written && written.error().code == ErrorCode::Timeout);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("kept"));
        const QStringList left = QDir(m_dir.path()).entryList({QStringLiteral("kept*")}, QDir::Files);
        QCOMPARE(left, QStringList(QStringLiteral("kept.json.gz")));
    }

    /// In a narrow dock the lanes have all the room until something is chosen; then the panel is below them.
    void aNarrowDockGivesTheLanesItsRoom()
    {
        Shown shown(m_project);
        auto* panel = byId<QTabWidget>(*shown.view, "details");
        auto* splitter = shown.view->findChild<QSplitter*>();
        QVERIFY(panel->isVisible());
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
        shown.window.resize(700, 400);
        shown.settle();
        QVERIFY(!panel->isVisible());
        QVERIFY(shown.canvas->width() > 650 && shown.canvas->height() > 230);
        shown.window.resize(700, 460);
        shown.settle();
        QCOMPARE(shown.canvas->scene().maxScroll(), 0);
        shown.canvas->setRange(nanoseconds(1.0, 2.0));
        shown.settle();
        QVERIFY(panel->isVisible());
        QCOMPARE(splitter->orientation(), Qt::Vertical);
        QCOMPARE(shown.canvas->scene().maxScroll(), 0); // below all lanes
        QVERIFY(shown.canvas->width() > 650);
        shown.canvas->setRange(std::nullopt);
        shown.settle();
        QVERIFY(!panel->isVisible());
        shown.window.resize(1400, 400);
        shown.settle();
        QVERIFY(panel->isVisible());
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
    }
};

QTEST_MAIN(TestTimelineExport)
#include "tst_timelineexport.moc"
