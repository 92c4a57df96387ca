// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table.h"
#include "core/tuning/trialexport.h"

#include "core/record/log.h"
#include "tests/core/store/sampleproject.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace knobscope;
using namespace knobscope::tests;

class TestTrialExport : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_path;

    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }
    static QByteArray contents(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        m_path = file("e.knobscope");
        (void)Project::open(m_path, Project::Mode::Create);
        auto writer = ProjectWriter::open(m_path).value();
        const int64_t run = addRun(*writer, convolution(), "conv");
        addRandomTrials(*writer, run, convolution(), 600, 9);
        writer->addTrial(run, trialOf(convolution(), 601, 5, 1, 4, "a \"quoted\",\nbroken\tmessage"));
        QVERIFY(writer->flush());
    }

    void linesQuoteWhatTheyMust()
    {
        const std::vector<std::string> fields{"plain", "a,b", "say \"x\"", "two\nlines", ""};
        QCOMPARE(csvLine(fields), std::string("plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\n"));
        QCOMPARE(tsvLine(fields), std::string("plain\ta,b\tsay \"x\"\ttwo lines\t\n"));
    }

    /// What a log of the trials says, read back, is what the project holds.
    void logsReadBack()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto runs = tunedRuns(project).value();
        const auto order = orderTrials(project, runs, {}, {TrialColumn::Gflops, {}, true}).value();
        QCOMPARE(exportLog(project, order, runs, file("e.log")).value(), int64_t(601));
        const auto log = readLog(file("e.log")).value();
        const auto rows = trialRows(project, order.keys(0, 1000)).value();
        QCOMPARE(log.records.size(), rows.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            const TuningRecord& record = log.records[i];
            QCOMPARE(record.entity.index.value(), rows[i].index);
            QVERIFY(record.costs == rows[i].costs);
            QCOMPARE(record.errorNo, rows[i].errorNo);
            QCOMPARE(runs[0].task->space.indexOf(record.entity).value(), rows[i].index);
        }
    }

    void tablesHaveAColumnAKnob()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto runs = tunedRuns(project).value();
        const auto order = orderTrials(project, runs, {}, {}).value();
        std::vector<int64_t> told;
        const auto onProgress = [&](int64_t written) { return told.emplace_back(written) > 0; };
        QCOMPARE(exportCsv(project, order, runs, file("e.csv"), onProgress).value(), int64_t(601));
        QCOMPARE(told, (std::vector<int64_t>{256, 512, 601}));
        const QByteArray text = contents(file("e.csv"));
        QVERIFY(text.startsWith("run,trial,config,error_no,error,gflops,seconds,speedup,pace,build_seconds,run_seconds,timestamp,"
                                "message,tile_ic,tile_oc,tile_ow,unroll_kw\n"));
        QVERIFY(text.contains("\"a \"\"quoted\"\",\nbroken\tmessage\",\"[-1, "));
    }

    void refusalsSayWhy()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto runs = tunedRuns(project).value();
        const auto order = orderTrials(project, runs, {}, {}).value();
        QCOMPARE(::mkfifo(file("pipe.log").c_str(), 0600), 0);
        const auto refused = exportLog(project, order, runs, file("pipe.log"));
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("is a pipe without a reader") != std::string::npos,
                 refused.error().message.c_str());
    }

    void whatIsGivenUpOrImpossibleLeavesTheFile()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        auto runs = tunedRuns(project).value();
        const auto order = orderTrials(project, runs, {}, {}).value();
        QFile old(m_dir.filePath("kept.csv"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("mine");
        old.close();
        QVERIFY(!exportCsv(project, order, runs, file("kept.csv"), [](int64_t) { return false; }));
        QCOMPARE(contents(file("kept.csv")), QByteArray("mine"));
        QVERIFY(!QFile::exists(m_dir.filePath("kept.csv.unfinished")));
        const auto nowhere = exportCsv(project, order, runs, file("no/folder.csv"));
        QVERIFY(!nowhere && nowhere.error().message.find("no/folder.csv") != std::string::npos);
        runs[0].task = nullptr;
        const auto unknown = exportLog(project, order, runs, file("unknown.log"));
        QVERIFY(!unknown && unknown.error().message.find("run 1") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTrialExport)
#include "tst_trialexport.moc"
