// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/escapehtml.h"
#include "core/store/notes.h"
#include "core/study/comparison.h"
#include "core/tuning/preparedwork.h"
#include "tests/core/report/reportproject.h"
#include "tests/sanitizers/sanitizers.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;
using namespace knobscope::tests;

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const ReportPart* partOf(const Report& report, const std::string& name)
{
    const auto part = std::ranges::find(report.parts, name, &ReportPart::name);
    return part == report.parts.end() ? nullptr : &*part;
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    CodeWorker m_compiler;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    Result<Report> make(ReportRequest request) { return makeReport(request, m_compiler); }

    /// A project of its own for each test.
    std::string project(const char* name, int seeds = 3, int64_t trials = 60, const std::string& label = "resnet-18:2")
    {
        const std::string path = file(name);
        makeReportProject(path, seeds, trials, label);
        return path;
    }

private slots:
    void theReportHasEverything()
    {
        const std::string path = project("whole.knobscope");
        const auto report = make({.project = path});
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->runs, size_t(6));
        for (const char* text : {"AMD EPYC", "<svg", "resnet-18:2", "conv2d_NCHWc.x86", "it crashed with signal 11", "tile_oc",
                                 "How to read this"}) {
            QVERIFY2(contains(report->html, text), text);
        }
        for (const char* name : {"runs.csv", "runs.tex", "task-1-trials.svg", "task-1-seconds.svg", "task-1-reach.csv",
                                 "task-1-schedule.txt", "task-1-failures.csv", "machine.tex"}) {
            QVERIFY2(partOf(*report, name), name);
        }
        QVERIFY(contains(partOf(*report, "task-1-schedule.txt")->text, "split("));
        QVERIFY(contains(partOf(*report, "task-1-trials.svg")->text, "fill-opacity"));
    }

    void schedulesByHandHaveTheirStaircases()
    {
        const std::string path = project("stairs.knobscope", 1);
        PreparedWork work;
        work.schedules = {{"mine", "matmul(n=64, m=64, k=64)\nvectorize(x)", {{"", 0.5, 1}, {"vectorize(x)", 0.125, 4}}},
                          {"never timed", "matmul(n=8, m=8, k=8)", {}}};
        QVERIFY(storePreparedWork(path, work));
        const auto report = make({.project = path});
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        for (const char* text : {"user/mine", "the loops as defined", "4 times, 125 ms", "<rect", "vectorize(x)"}) {
            QVERIFY2(contains(report->html, text), text);
        }
        QVERIFY(!contains(report->html, "never timed"));
        QVERIFY(partOf(*report, "schedule-1.svg") && partOf(*report, "schedule-1.sched")
                && partOf(*report, "schedule-1-times.tex"));
    }

    void thePageNeedsNothingFromElsewhere()
    {
        const auto report = make({.project = project("alone.knobscope")});
        const QString html = QString::fromStdString(report->html);
        QVERIFY(!html.contains(QStringLiteral("<script")));
        // The namespace of SVG is a name, not an address that is opened; links go to the page itself.
        QString rest = html;
        rest.remove(QStringLiteral("http://www.w3.org/2000/svg"));
        static const QRegularExpression elsewhere(QStringLiteral("https?:|<link|<img|<iframe|src=|url\\(|@import|href=\"[^#]"));
        QVERIFY2(!rest.contains(elsewhere), qPrintable(elsewhere.match(rest).captured()));
        QVERIFY(html.contains(QStringLiteral("screen and (prefers-color-scheme:dark"))
                && html.contains(QStringLiteral("@media print")));
    }

    /// Every statement is one of compare's, with few runs and with enough.
    void nothingIsClaimedThatCompareDoesNotClaim_data()
    {
        QTest::addColumn<int>("seeds");
        QTest::addColumn<bool>("isClaimed");
        QTest::addRow("two runs each") << 2 << false;
        QTest::addRow("seven runs each") << 7 << true;
    }
    void nothingIsClaimedThatCompareDoesNotClaim()
    {
        QFETCH(const int, seeds);
        QFETCH(const bool, isClaimed);
        const std::string path = project(seeds == 2 ? "few.knobscope" : "many.knobscope", seeds);
        const auto report = make({.project = path});
        const auto comparison = compareRuns(runsOfProject(path)->runs);
        const auto sentences = verdictSentences(comparison.tasks.front());
        QVERIFY(!sentences.empty());
        for (const Sentence& sentence : sentences) {
            QVERIFY2(contains(report->html, "<li>" + escapeHtml(sentence.message) + "</li>"), sentence.message.c_str());
        }
        QCOMPARE(contains(report->html, "is faster here"), isClaimed);
    }

    void unfinishedRunsAreShownButNotCompared()
    {
        const std::string path = project("stopped.knobscope", 7);
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE run SET state = 'stopped', budget = 1000 WHERE tuner = 'ga'");
        const auto report = make({.project = path});
        QVERIFY(!contains(report->html, "is faster here"));
        QVERIFY(contains(report->html, escapeHtml(unfinishedRunsSentence(7).message)));
        QVERIFY(contains(partOf(*report, "task-1-trials.svg")->text, "stroke-dasharray"));
    }

    void chosenRunsOnly()
    {
        const std::string path = project("chosen.knobscope");
        const auto report = make({.project = path, .runs = {2, 4}});
        QCOMPARE(report->runs, size_t(2));
        QCOMPARE(std::ranges::count(partOf(*report, "runs.csv")->text, '\n'), 3);
    }

    void hostileNamesAreTexts()
    {
        const std::string hostile = "</title><script>alert(1)</script><img src=x onerror=y> \\input{secret} %";
        const std::string path = project("hostile.knobscope", 2, 20, hostile);
        {
            auto writing = Project::open(path, Project::Mode::ReadWrite);
            QVERIFY(addNote(*writing, {.run = 1}, hostile + " #good"));
            QVERIFY(addNote(*writing, {}, "<style>*{display:none}</style>"));
        }
        const auto report = make({.project = path});
        QVERIFY(!contains(report->html, "<script"));
        QVERIFY(!contains(report->html, "<img"));
        QVERIFY(!contains(report->html, "<style>*"));
        QVERIFY(contains(report->html, "&lt;script&gt;alert(1)"));
        QVERIFY(contains(report->html, "<td>#good</td>"));
        const std::string& latex = partOf(*report, "runs.tex")->text;
        QVERIFY2(!contains(latex, "\\input"), latex.c_str());
        QVERIFY(!contains(partOf(*report, "task-1-trials.svg")->text, "<script"));
    }

    void layersOfNetworks()
    {
        const auto report = make({.project = project("network.knobscope"), .networks = {"resnet-18"}});
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        // The test's target is "llvm": the first layers of ResNet-18 there are those of its runs.
        const ReportPart* layers = partOf(*report, "network-1-layers.csv");
        QVERIFY(layers);
        QVERIFY2(contains(layers->text, "resnet-18:2,"), layers->text.c_str());
        QVERIFY(contains(report->html, "The project has no checked run of the whole network"));
    }

    void whatCannotBeReportedIsSaid()
    {
        const std::string path = project("said.knobscope");
        const auto sentence = [&](ReportRequest request) {
            const auto report = make(std::move(request));
            return report ? std::string("made") : report.error().message;
        };
        QVERIFY(contains(sentence({.project = path, .runs = {1, 99}}), "has no run 99"));
        QVERIFY(contains(sentence({.project = file("none.knobscope")}), "does not exist"));
        QVERIFY(contains(sentence({.project = path, .networks = {"resnet-19"}}), "resnet-19"));
        (void)Project::open(file("empty.knobscope"), Project::Mode::Create);
        QVERIFY(contains(sentence({.project = file("empty.knobscope")}), "has no run, so there is nothing to report"));
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1000");
        QVERIFY(contains(sentence({.project = path}), "newer Knobscope"));
    }

    void aReportIsStopped()
    {
        const std::atomic<bool> stop = true;
        const auto report = makeReport({.project = project("stop.knobscope")}, m_compiler, {}, &stop);
        QVERIFY(!report && report.error().code == ErrorCode::Timeout);
    }

    void filesAreWritten()
    {
        const auto report = make({.project = project("files.knobscope", 2, 20)});
        QVERIFY(writeReport(*report, file("r.html"), file("parts/inner")));
        QFile page(m_dir.filePath(QStringLiteral("r.html")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QCOMPARE(page.readAll().toStdString(), report->html);
        QVERIFY(QFile::exists(m_dir.filePath(QStringLiteral("parts/inner/task-1-trials.svg"))));

        const auto refused = writeReport(*report, file("nowhere/r.html"), file("unused"));
        QVERIFY(!refused && contains(refused.error().message, "nowhere/r.html cannot be written"));
        QVERIFY(!QFile::exists(m_dir.filePath(QStringLiteral("unused"))));
        const auto noFolder = writeReport(*report, file("r.html"), file("r.html"));
        QVERIFY(!noFolder && contains(noFolder.error().message, "cannot be created"));
        const auto overwritten = writeReport(*report, file("files.knobscope"));
        QVERIFY(!overwritten && contains(overwritten.error().message, "is a project, which would be overwritten"));
    }

    /// Ten runs of a thousand trials in 3 s; measured: 0.15 s.
    void tenRunsAreQuick()
    {
        const std::string path = project("large.knobscope", 5, 1000);
        QElapsedTimer timer;
        timer.start();
        const auto report = make({.project = path});
        const qint64 taken = timer.elapsed();
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        qInfo("%lld ms, %zu bytes", taken, report->html.size());
        QVERIFY(taken < patience(3000));
        QVERIFY(report->html.size() < 2'000'000);
    }
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
