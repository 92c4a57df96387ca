// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/failures/failuresview.h"

#include "tests/core/store/sampleproject.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::tests;

class TestFailures : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path;

    static int64_t inner(const Task& task, int64_t config)
    {
        return std::get<SplitEntity>(*task.space.at(config)->find("tile_ow")).sizes.back();
    }

    static void settle(FailuresView& view)
    {
        view.resize(900, 400);
        QSignalSpy settled(&view.model(), &QAbstractItemModel::modelReset);
        view.show();
        QTRY_VERIFY(settled.count() > 0);
    }

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
        m_path = m_dir.filePath(QStringLiteral("f.knobscope"));
        (void)Project::open(m_path.toStdString(), Project::Mode::Create);
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        const Task task = convolution();
        const int64_t run = addRun(*writer, task, "resnet-18:2");
        for (int64_t config = 0; config < task.space.rangeLength(); ++config) {
            const bool crashes = inner(task, config) >= 28;
            const bool isLate = !crashes && config % 41 == 0;
            writer->addTrial(run, trialOf(task, config + 1, config, 10,
                                          crashes  ? 4
                                          : isLate ? 7
                                                   : 0,
                                          crashes  ? fmt::format("it crashed after {} ms", config)
                                          : isLate ? "it took longer than 10 s and was stopped"
                                                   : ""));
        }
        addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), 40, 3);
        QVERIFY(writer->flush());
    }

    void groupsAreExplained()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        FailuresView view(workspace);
        QAbstractItemModelTester tester(&view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        settle(view);
        QCOMPARE(view.run(), 2); // the last
        workspace.selection().select({{1, 3}});
        QTRY_COMPARE(view.model().report().run, int64_t(1));
        QCOMPARE(view.model().rowCount(), 2);
        QCOMPARE(view.model().index(0, FailureModel::Stage).data().toString(), QStringLiteral("Kernel crashed"));
        QCOMPARE(view.model().index(0, FailureModel::Reason).data().toString(), QStringLiteral("it crashed after # ms"));
        view.table().selectRow(0);
        QCOMPARE(view.explanation(),
                 QStringLiteral("100 % of these trials have tile_ow inner ≥ 28, compared with 0 % of the others."));
        view.table().selectRow(1);
        QVERIFY(view.explanation().startsWith(QStringLiteral("No single knob")));
        QVERIFY(!view.constrainButton().isEnabled());
    }

    void clicksChooseTheTrials()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        workspace.selection().select({{1, 3}});
        FailuresView view(workspace);
        settle(view);
        QCOMPARE(view.run(), 1);
        const QRect row = view.table().visualRect(view.model().index(0, FailureModel::Stage));
        QTest::mouseClick(view.table().viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(workspace.selection().trials().size(), view.model().group(0)->trials.size());
        QCOMPARE(workspace.selection().current().number, static_cast<qint64>(view.model().group(0)->exampleTrial));
        QTest::mouseClick(&view.showButton(), Qt::LeftButton);
        QCOMPARE(workspace.filters().all().size(), size_t(2)); // of this run, failed
        QTRY_COMPARE(view.model().rowCount(), 2);
        const qint64 late = view.model().group(1)->trials.front();
        workspace.selection().select({{1, late}}); // as another view would
        QCOMPARE(view.table().currentIndex().row(), 1);
    }

    void theSpaceIsConstrained()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        workspace.selection().select({{1, 3}});
        FailuresView view(workspace);
        settle(view);
        QVERIFY(view.constrainButton().isEnabled());
        QTest::mouseClick(&view.constrainButton(), Qt::LeftButton);
        QVERIFY(workspace.task() != nullptr);
        QCOMPARE(workspace.task()->edits.size(), size_t(1));
        QCOMPARE(editText(workspace.task()->edits.front()), std::string("where not (tile_ow[1] >= 28)"));
        QVERIFY2(view.message().contains(QStringLiteral("980")), qPrintable(view.message()));
        QVERIFY(!view.constrainButton().isEnabled()); // it is there
    }

    /// An edit of another task says nothing of this one.
    void theEditCountsInItsOwnTaskAlone()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        workspace.selection().select({{1, 3}});
        FailuresView view(workspace);
        settle(view);
        QTest::mouseClick(&view.constrainButton(), Qt::LeftButton);
        const auto edits = workspace.task()->edits;
        QCOMPARE(edits.size(), size_t(1));
        const Task own = convolution();
        nlohmann::json args = own.args;
        args[1][1][0] = 128;
        QVERIFY(workspace.openTask(QStringLiteral("other"), own.name, args, own.target, edits).has_value());
        QVERIFY(view.constrainButton().isEnabled());
        QTest::mouseClick(&view.constrainButton(), Qt::LeftButton);
        QVERIFY(workspace.task()->args == own.args);
        QVERIFY(workspace.task()->edits == edits); // once
    }

    void liveFailuresAppear()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        FailuresView view(workspace);
        settle(view);
        const int64_t before = view.model().report().failed;
        auto writer = ProjectWriter::open(m_path.toStdString()).value();
        for (int64_t number = 41; number < 51; ++number) {
            writer->addTrial(2, trialOf(multiplication(), number, number, 1, 5, "the answer is wrong"));
        }
        QVERIFY(writer->flush());
        emit workspace.trialsAdded(2);
        emit workspace.trialsAdded(2);
        QTRY_COMPARE(view.model().report().failed, before + 10);
        QVERIFY(view.model().rowOf({view.run(), 45}) >= 0);
        QCOMPARE(view.model().rowOf({view.run(), 4711}), -1);
    }

    /// Its actions are in the palette, hidden or not.
    void groupsGoWithTheirProject()
    {
        const QString other = m_dir.filePath(QStringLiteral("other.knobscope"));
        (void)Project::open(other.toStdString(), Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(other.toStdString()).value();
            addRandomTrials(*writer, addRun(*writer, multiplication(), "matmul"), multiplication(), 40, 3);
            QVERIFY(writer->flush());
        }
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        workspace.selection().select({{1, 3}});
        FailuresView view(workspace);
        settle(view);
        QVERIFY(view.model().rowCount() > 0);
        view.hide();
        QVERIFY(workspace.openProject(other).has_value());
        QCOMPARE(view.model().rowCount(), 0);
        view.show();
        QTRY_VERIFY(view.model().rowCount() > 0);
    }

    void withoutFailuresItSaysSo()
    {
        Workspace workspace;
        FailuresView view(workspace);
        settle(view);
        QCOMPARE(view.model().rowCount(), 0);
        QCOMPARE(view.run(), 0);
    }
};

QTEST_MAIN(TestFailures)
#include "tst_failures.moc"
