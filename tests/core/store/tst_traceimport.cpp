// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of other programs that come into a project, and what is left of those that do not.
#include "core/store/timeline.h"
#include "core/store/traceimport.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

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
};

QTEST_GUILESS_MAIN(TestTraceImport)
#include "tst_traceimport.moc"
