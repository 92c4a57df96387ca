// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of other programs that come into a project, and what is left of those that do not.
#include "core/store/timeline.h"
#include "core/store/traceimport.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace knobscope;

class TestTraceImport : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }

private slots:
    void importsLeaveNothingWhenGivenUp()
    {
        auto project = Project::open(file("import"), Project::Mode::Create).value();
        TraceImport import(project, "cancelled.json");
        TraceSummary summary;
        summary.tracks.push_back({1, 1, "p", "t"});
        for (int64_t i = 0; i < 20000; ++i) {
            import.span({0, i * 10, 5, "n", "", "", "", 0, "{}"});
        }
        const auto given = import.write(summary, [](double fraction) { return fraction < 0.5; });
        QVERIFY(!given && given.error().message.find("cancelled") != std::string::npos);
        for (const char* table : {"span", "span_level", "track", "trace"}) {
            QCOMPARE(project.database().execAndGet(std::string("SELECT count(*) FROM ") + table).getInt(), 0);
        }
    }

    /// A full disk after parts of it are committed.
    void importsLeaveNothingWhereTheyCannotBeWritten()
    {
        auto project = Project::open(file("full"), Project::Mode::Create).value();
        SQLite::Database& database = project.database();
        const int pages = database.execAndGet("PRAGMA page_count").getInt();
        TraceImport import(project, "large.json");
        TraceSummary summary;
        summary.tracks.push_back({1, 1, "p", "t"});
        for (int64_t i = 0; i < 120'000; ++i) {
            import.span({0, i * 10, 5, "n", "", "", "", 0, "{}"});
        }
        int64_t atOnce = 0;
        const auto written = import.write(summary, [&](double fraction) {
            if (fraction > 0.5 && atOnce == 0) { // the first 50'000 are committed
                atOnce = database.execAndGet("PRAGMA page_count").getInt();
                database.exec("PRAGMA max_page_count = " + std::to_string(atOnce));
            }
            return true;
        });
        QVERIFY(atOnce > pages);
        QVERIFY(!written && written.error().message.find("cannot be written") != std::string::npos);
        for (const char* table : {"span", "span_level", "track", "trace"}) {
            QCOMPARE(database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt(), 0);
        }
    }

    void moreSpansThanTheLimitAreRefused()
    {
        const std::string trace = file("long.json");
        {
            std::ofstream out(trace);
            out << "[";
            for (int i = 0; i < 20'000; ++i) {
                out << (i > 0 ? ",\n" : "") << fmt::format(R"({{"ph":"X","pid":1,"tid":1,"ts":{},"dur":1,"name":"n"}})", 2 * i);
            }
            out << "]";
        }
        const std::string path = file("small.knobscope");
        TraceLimits limits;
        limits.sortBytes = 1 << 20;
        const auto refused = importTrace(trace, path, {}, limits);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("more than 1 MiB") != std::string::npos
                     && refused.error().message.find("Perfetto") != std::string::npos,
                 refused.error().message.c_str());
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QVERIFY(timelineTraces(project)->empty());
        limits.sortBytes = 4 << 20;
        QCOMPARE(importTrace(trace, path, {}, limits)->spans, int64_t(20'000));
    }

    void filesAreImportedNextToRuns()
    {
        const std::string path = file("both.knobscope");
        double last = 0;
        const auto done = importTrace(KNOBSCOPE_FIXTURES "/traces/chrome.json", path, [&](double fraction) {
            last = fraction;
            return true;
        });
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
        QVERIFY(last > 0);
        QCOMPARE(done->spans, int64_t(3));
        QCOMPARE(done->samples, int64_t(4));
        QVERIFY(!importTrace(KNOBSCOPE_FIXTURES "/traces/README.md", path).has_value());
        const auto again = importTrace(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz", path).value();
        QCOMPARE(again.trace, int64_t(2));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QVERIFY(timelineTracks(project, 0).value().empty());
        QCOMPARE(timelineTraces(project).value().size(), size_t(2));
        QCOMPARE(timelineCounters(project, 1).value().size(), size_t(2));
        const auto tracks = timelineTracks(project, 2).value();
        const auto inner = spanAt(project, tracks[0], 1, 55'000, 0).value();
        QCOMPARE(inner->span.function, std::string("inner"));
        QCOMPARE(inner->span.line, 12);
        // What another program is importing is not there yet.
        Project::open(path, Project::Mode::Create).value().database().exec("UPDATE trace SET state = 'importing' WHERE id = 2");
        QVERIFY(timelineTracks(project, 2).value().empty());
        QVERIFY(!timelineTracks(project, 1).value().empty());
    }

    void flowsStandOnTheirSpans()
    {
        const std::string path = file("flows.knobscope");
        const auto imported = importTrace(KNOBSCOPE_FIXTURES "/traces/async-flow.json", path);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->flows, int64_t(1));
        auto project = Project::open(path, Project::Mode::ReadWrite).value(); // its shape is known
        const auto flows = traceFlows(project, imported->trace, std::nullopt, 10).value();
        QCOMPARE(flows.size(), size_t(1));
        QCOMPARE(flows[0].fromTime, int64_t(31'000));
        const auto tracks = timelineTracks(project, imported->trace).value();
        const auto nameAt = [&](int64_t track, int depth, int64_t time) {
            const auto row = std::ranges::find(tracks, track, &TrackRow::id);
            const auto span = row == tracks.end() ? std::nullopt : spanAt(project, *row, depth, time, 0).value();
            return span ? span->span.name : std::string();
        };
        QCOMPARE(nameAt(flows[0].fromTrack, flows[0].fromDepth, flows[0].fromTime), std::string("launch"));
        QCOMPARE(nameAt(flows[0].toTrack, flows[0].toDepth, flows[0].toTime), std::string("kernel"));
        for (const TrackRow& track : tracks) {
            if (const auto span = spanAt(project, track, 0, 35'000, 0).value(); span && span->span.name == "kernel") {
                QCOMPARE(traceFlows(project, imported->trace, span, 10).value().size(), size_t(1));
            } else if (span) {
                QVERIFY(traceFlows(project, imported->trace, span, 10).value().empty());
            }
        }
        QVERIFY(removeTrace(project, imported->trace));
        QVERIFY(traceFlows(project, imported->trace, std::nullopt, 10).value().empty());
    }

    void flowsEndOnTheInnermostSpanOrTheNext()
    {
        const std::vector<TraceFlow> flows{{0, 15, 1, 5, true}, {0, 30, 1, 40, false}, {0, 99, 1, 0, true}, {2, 1, 0, 1, false}};
        FlowEnds ends(flows);
        ends.span(0, 0, 50, 0);
        ends.span(0, 10, 10, 1);
        ends.span(0, 20, 5, 1);
        ends.span(1, 6, 4, 0);
        ends.span(1, 20, 30, 0);
        ends.finish();
        QCOMPARE(std::pair(ends.from(0).depth, ends.from(0).time), std::pair(int64_t{1}, int64_t{15}));
        QCOMPARE(std::pair(ends.to(0).depth, ends.to(0).time), std::pair(int64_t{0}, int64_t{6}));
        QCOMPARE(ends.from(1).depth, int64_t(0)); // between two inner ones
        QCOMPARE(ends.to(1).depth, int64_t(0));
        QCOMPARE(ends.from(2).depth, int64_t(-1));
        QCOMPARE(ends.to(2).time, int64_t(6));
        QCOMPARE(ends.from(3).depth, int64_t(-1)); // its track has no span
    }
};

QTEST_GUILESS_MAIN(TestTraceImport)
#include "tst_traceimport.moc"
