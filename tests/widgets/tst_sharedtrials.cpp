// SPDX-License-Identifier: GPL-3.0-or-later
// Views of whole runs have the trials in memory once.
#include "tests/widgets/insightdesk.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/proposals/proposalsview.h"
#include "widgets/views/speed/speedview.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// All views of whole runs on a project of one task.
struct Views {
    explicit Views(const QString& path)
    {
        QVERIFY(workspace.openProject(path).has_value());
        for (View* view : all) {
            view->resize(900, 420);
            view->show();
        }
        speed.showRuns({1, 2});
        proposals.setRun(2);
        refresh();
    }
    void refresh()
    {
        for (View* view : all) {
            QTest::qWait(0);
            view->refreshNow();
        }
    }
    /// The trials of run 2 in each view.
    std::vector<SharedTrials> trials()
    {
        return {speed.runs().all().at(2).curve().points, insight.trials()->trials.parts().at(1).trials,
                proposals.history()->trials.trials.parts().at(0).trials,
                compare.runs().runAt(compare.runs().rowOfRun(2))->trials};
    }
    bool areShared(size_t count)
    {
        const auto held = trials();
        return std::ranges::all_of(held,
                                   [&](const SharedTrials& one) { return one.isShared(held.front()) && one.size() == count; });
    }

    Workspace workspace;
    SpeedView speed{workspace};
    InsightView insight{workspace};
    CompareView compare{workspace};
    ProposalsView proposals{workspace};
    std::vector<View*> all{&speed, &insight, &compare, &proposals};
};

} // namespace

class TestSharedTrials : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path = m_dir.filePath(QStringLiteral("a.knobscope"));

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-tests"));
        QLocale::setDefault(QLocale::c());
    }
    void init()
    {
        QFile::remove(m_path);
        const Task task = conv();
        writeInsightProject(m_path, {randomTrials(task, 20, 1), randomTrials(task, 50, 2)});
    }

    void viewsHaveTheSame()
    {
        Views views(m_path);
        QVERIFY(views.areShared(50));
    }

    /// As while another program tunes.
    void newTrialsAreSharedToo()
    {
        Views views(m_path);
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        TrialRow trial = views.workspace.connection()->trials(2, 49, 1).value().front();
        for (size_t count = 51; count < 60; ++count) {
            trial.number = static_cast<int64_t>(count);
            writer->addTrial(2, trial);
            QVERIFY(writer->flush());
            views.workspace.checkFile();
            views.workspace.finishAsking();
            QTest::qWait(60);
            views.refresh();
            QVERIFY2(views.areShared(count), qPrintable(QString::number(count)));
        }
    }

    void correctedTrialsReplaceThem()
    {
        Views views(m_path);
        const auto before = views.trials();
        {
            SQLite::Database database(m_path.toStdString(), SQLite::OPEN_READWRITE, 5000);
            database.exec("UPDATE trial SET gflops = 2 WHERE run = 2 AND number = 3");
        }
        emit views.workspace.trialsChanged(2);
        QTest::qWait(0);
        views.refresh();
        QVERIFY(views.areShared(50));
        QVERIFY(!views.trials().front().isShared(before.front()));
        QCOMPARE(views.trials().front()[2].gflops, 2.0);
    }
};

QTEST_MAIN(TestSharedTrials)
#include "tst_sharedtrials.moc"
