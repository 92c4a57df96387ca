// SPDX-License-Identifier: GPL-3.0-or-later
// What a run would begin with, against what runs then say.
#include "core/store/projectwriter.h"
#include "core/tuning/transfer.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

LoopTask sized(int64_t n, const char* tuner, const std::vector<std::string>& edits = {})
{
    std::vector<SpaceEdit> parsed;
    for (const std::string& edit : edits) {
        parsed.push_back(parseEdit(edit).value());
    }
    LoopTask t = task(tuner, 10);
    t.task = makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value(), parsed).value();
    t.options.transfer = "project";
    return t;
}

/// A finished run of so many trials, the first with 1 GFLOPS, the next with 2, …
void addRun(ProjectWriter& writer, const LoopTask& loop, int64_t trials, const char* label)
{
    TaskRow row;
    row.task = taskToJson(loop.task);
    row.key = row.task.dump();
    row.label = label;
    RunRow run;
    run.task = writer.addTask(row).value();
    run.tuner = "random";
    run.state = "finished";
    const int64_t id = writer.addRun(run).value();
    for (int64_t n = 1; n <= trials; ++n) {
        TrialRow trial;
        trial.number = n;
        trial.index = n;
        trial.entity = entityToJson(loop.task.space.at(n).value());
        trial.gflops = static_cast<double>(n);
        trial.timestamp = static_cast<double>(n);
        writer.addTrial(id, trial);
    }
    writer.flush();
}

} // namespace

class TestTransferPreview : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_path;

private slots:
    void init()
    {
        static int number = 0;
        m_path = m_dir.filePath(QStringLiteral("p%1.knobscope").arg(++number)).toStdString();
        QVERIFY(Project::open(m_path, Project::Mode::Create).has_value());
    }

    void whatIsThereIsCounted()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        auto none = previewTransfer(sized(64, "bayes"), &project, 1);
        QVERIFY(none.has_value());
        QCOMPARE(none->records + none->tasks + none->known, int64_t(0));
        auto writer = ProjectWriter::open(m_path).value();
        addRun(*writer, sized(128, "random"), 30, "other shape");
        addRun(*writer, sized(256, "random"), 20, "another");
        const auto found = previewTransfer(sized(64, "bayes"), &project, 1);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(found->records, int64_t(50));
        QCOMPARE(found->tasks, int64_t(2));
        QCOMPARE(found->known, int64_t(0));
        QVERIFY(found->tunerLearns);
        QVERIFY2(found->sentences.back().message.starts_with("Warm start: 50 records of 2 tasks"),
                 found->sentences.back().message.c_str());
        // random makes nothing of them.
        QVERIFY(!previewTransfer(sized(64, "random"), &project, 1)->tunerLearns);
        // Nothing is taken where nothing is asked for.
        LoopTask off = sized(64, "bayes");
        off.options.transfer = "none";
        QCOMPARE(previewTransfer(off, &project, 1)->records, int64_t(0));
    }

    void configsMeasuredBeforeTheEditsAreKnown()
    {
        auto writer = ProjectWriter::open(m_path).value();
        addRun(*writer, sized(64, "random"), 12, "before");
        auto project = Project::open(m_path, Project::Mode::ReadOnly).value();
        const auto found = previewTransfer(sized(64, "random", {"tile_x+=[-1,24]"}), &project, 1);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(found->known, int64_t(12));
        QVERIFY(!found->sentences.empty());
    }

    void whatCannotBeReadIsSaid()
    {
        LoopTask t = sized(64, "bayes");
        t.options.transfer = "/no/such/file.log";
        const auto missing = previewTransfer(t, nullptr, 1);
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("/no/such/file.log") != std::string::npos);
        QCOMPARE(previewTransfer(sized(64, "bayes"), nullptr, 1)->records, int64_t(0));
        t = sized(64, "magic");
        QVERIFY(!previewTransfer(t, nullptr, 1));
    }
};

QTEST_GUILESS_MAIN(TestTransferPreview)
#include "tst_transferpreview.moc"
