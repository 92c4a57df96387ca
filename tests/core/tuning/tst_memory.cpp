// SPDX-License-Identifier: GPL-3.0-or-later
// A run of days takes no more memory than one of an hour.
#include "core/tuning/loglistener.h"
#include "core/tuning/storelistener.h"

#include "fakemeasurer.h"
#include "tests/sanitizers/sanitizers.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>

using namespace knobscope;

namespace {

/// Results with the raw samples and the stages that a real measurer adds to them.
class TalkativeMeasurer : public FakeMeasurer
{
public:
    using FakeMeasurer::FakeMeasurer;
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done && done->second.error == MeasureError::None) {
            Timing& timing = done->second.timing;
            timing.speedup = 2;
            timing.pace = 1;
            timing.ratio = 1.5;
            timing.candidate.assign(40, done->second.costs.front());
            timing.partner.assign(40, 1e-3);
            for (const char* name : {"build", "load", "time"}) {
                done->second.stages.push_back(StageClock(name).finish());
                done->second.stages.back().process = "runner";
            }
        }
        return done;
    }
};

/// What is allocated at two trials of a run, when all before them is written and let go of.
class Scales : public LoopListener
{
public:
    /// Where `isHeldUp`, nothing is written between the two, as on a disk that stalls.
    Scales(ProjectWriter& writer, int64_t early, int64_t late, bool isHeldUp)
        : m_writer(writer)
        , m_early(early)
        , m_late(late)
        , m_isHeldUp(isHeldUp)
    {
    }
    void trialFinished(const TrialFinished& event) override
    {
        if (event.number == m_early + 1 && m_isHeldUp) {
            m_lock.emplace(m_writer.path(), SQLite::OPEN_READWRITE, 5000);
            m_lock->exec("BEGIN IMMEDIATE");
        }
        if (event.number == m_late - 1) {
            m_lock.reset();
        }
        // What waits for the disk is let go of by the first trial after it was written.
        for (const int64_t trial : {m_early, m_late}) {
            if (event.number == trial - 1 || event.number == trial) {
                isWritten = m_writer.flush() && isWritten;
            }
        }
        if (event.number == m_early || event.number == m_late) {
            (event.number == m_early ? early : late) = ::mallinfo2().uordblks;
        }
    }
    size_t early = 0;
    size_t late = 0;
    bool isWritten = true;

private:
    ProjectWriter& m_writer;
    int64_t m_early;
    int64_t m_late;
    bool m_isHeldUp;
    std::optional<SQLite::Database> m_lock;
};

} // namespace

class TestMemory : public QObject
{
    Q_OBJECT
private slots:
    void aTrialLeavesLittleBehind_data()
    {
        QTest::addColumn<QString>("tuner");
        QTest::addColumn<bool>("isHeldUp");
        QTest::newRow("random") << "random" << false;
        QTest::newRow("ga") << "ga" << false;
        QTest::newRow("nothing written meanwhile") << "random" << true;
    }

    void aTrialLeavesLittleBehind()
    {
        if (underAddressSanitizer || underThreadSanitizer) {
            QSKIP("a sanitizer's allocator does not tell mallinfo2");
        }
        QFETCH(QString, tuner);
        QFETCH(bool, isHeldUp);
        constexpr int64_t early = 1500;
        constexpr int64_t late = 6000;
        constexpr double mostBytes = 300; // a trial: its config's number, its speed and what a tuner notes
        QTemporaryDir folder;
        const std::string project = folder.filePath("p.knobscope").toStdString();
        QVERIFY(Project::open(project, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(project).value();
        auto log = LogAppender::open(folder.filePath("l.log").toStdString()).value();
        StoreListener store(*writer, {});
        LogListener logger(log);
        Scales scales(*writer, early, late, isHeldUp);
        TalkativeMeasurer measurer(1);
        LoopControl control;
        std::vector<LoopListener*> listeners{&store, &logger, &scales};
        LoopTask job{makeTask("dense_pack.x86", nlohmann::json::parse(R"([["TENSOR",[64,64],"float32"],
                                                                        ["TENSOR",[64,64],"float32"],null,"float32"])"),
                              parseTarget("llvm").value())
                         .value(),
                     "dense",
                     {},
                     {},
                     0};
        job.options.tuner = tuner.toStdString();
        job.options.trials = late;
        job.options.prune = "off";
        job.options.confirmTop = 0;
        const auto finished = tune({std::move(job)}, measurer, control, listeners);
        QVERIFY2(finished.has_value(), finished ? "" : finished.error().message.c_str());
        QCOMPARE(finished->front().trials, late);
        QVERIFY(scales.isWritten);
        const double grown = (static_cast<double>(scales.late) - static_cast<double>(scales.early)) / (late - early);
        qInfo("%.0f bytes a trial", grown);
        QVERIFY2(grown < mostBytes, qPrintable(QStringLiteral("%1 bytes a trial").arg(grown)));
    }
};

QTEST_GUILESS_MAIN(TestMemory)
#include "tst_memory.moc"
