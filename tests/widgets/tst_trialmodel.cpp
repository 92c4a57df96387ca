// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the trials table: they arrive, are read in the background, and keep their places.
#include "widgets/views/trials/trialmodel.h"

#include "tests/core/store/sampleproject.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::tests;

class TestTrialModel : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    int m_files = 0;

    QString project(int64_t trials)
    {
        const QString path = m_dir.filePath(QStringLiteral("m%1.knobscope").arg(++m_files));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        auto writer = ProjectWriter::open(path.toStdString()).value();
        addRandomTrials(*writer, addRun(*writer, convolution(), "resnet-18:2"), convolution(), trials, 5);
        writer->flush();
        return path;
    }

    /// Whether it is read within a few seconds.
    static bool isThere(const TrialModel& model, int row)
    {
        return QTest::qWaitFor([&] { return model.row(row) != nullptr; });
    }

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
    }

    void itKeepsQtsContractWhileRowsArrive()
    {
        const QString path = project(150);
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        TrialModel model(workspace);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setActive(true);
        QTRY_COMPARE(model.rowCount(), 150);
        auto writer = ProjectWriter::open(path.toStdString()).value();
        const auto arrive = [&](int64_t first, int64_t count) {
            addRandomTrials(*writer, 1, convolution(), count, static_cast<unsigned>(first), first);
            writer->flush();
            emit workspace.trialsAdded(1);
        };
        QSignalSpy inserted(&model, &TrialModel::rowsInserted);
        QSignalSpy reset(&model, &TrialModel::modelReset);
        arrive(151, 30);
        QTRY_COMPARE(model.rowCount(), 180);
        QCOMPARE(inserted.count(), 1); // at the end
        model.setSorting({TrialColumn::Gflops, {}, true});
        QTRY_VERIFY(model.isSettled());
        inserted.clear();
        reset.clear();
        QVERIFY(isThere(model, 90));
        const QPersistentModelIndex kept = model.index(90, 2);
        const QVariant config = kept.data(TrialModel::NumberRole);
        QVERIFY(config.isValid());
        for (int64_t first = 181; first < 261; first += 20) {
            arrive(first, 20);
            QTRY_COMPARE(model.rowCount(), static_cast<int>(first + 19));
        }
        QVERIFY(inserted.count() > 4); // between the others
        QCOMPARE(reset.count(), 0);
        QCOMPARE(kept.data(TrialModel::NumberRole), config); // rows that were read stay when others arrive
        for (int row = 1; row < model.rowCount(); ++row) {
            QVERIFY(isThere(model, row - 1) && isThere(model, row));
            QVERIFY(model.row(row)->gflops <= model.row(row - 1)->gflops);
        }
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        workspace.filters().add(failed);
        QTRY_VERIFY(model.isSettled() && model.rowCount() < 150);
        workspace.closeProject();
        QTRY_COMPARE(model.rowCount(), 0);
    }

    /// Painting never waits for the disk.
    void rowsAreReadInTheBackground()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(project(300)).has_value());
        TrialModel model(workspace);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setActive(true);
        QTRY_COMPARE(model.rowCount(), 300);
        QTRY_VERIFY(model.isSettled());
        QSignalSpy changed(&model, &TrialModel::dataChanged);
        QVERIFY(!model.row(200));
        QVERIFY(!model.isSettled());
        QCOMPARE(model.index(200, 1).data().toString(), QStringLiteral("201")); // that is known
        QCOMPARE(model.index(200, 2).data().toString(), QStringLiteral("…"));
        QVERIFY(!model.index(200, 2).data(TrialModel::NumberRole).isValid());
        QVERIFY(!model.filterFor(model.index(200, 3)));
        QTRY_VERIFY(model.isSettled());
        QVERIFY(!changed.isEmpty());
        QVERIFY(changed.front().at(0).toModelIndex().row() <= 200 && changed.front().at(1).toModelIndex().row() >= 200);
        QCOMPARE(model.row(200)->number, int64_t(201));
        QCOMPARE(model.index(200, 2).data(TrialModel::NumberRole).toLongLong(), static_cast<qint64>(model.row(200)->index));
        QVERIFY(model.filterFor(model.index(200, 3)).has_value());
        // What was corrected is read again.
        emit workspace.trialsChanged(1);
        QVERIFY(!model.row(200));
        QVERIFY(isThere(model, 200));
    }
};

QTEST_MAIN(TestTrialModel)
#include "tst_trialmodel.moc"
