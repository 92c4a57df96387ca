// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recordedproject.h"
#include "widgets/log/logview.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace knobscope;

class TestLog : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void levelsAndWordsFilter()
    {
        Workspace workspace;
        LogView log(workspace);
        log.show();
        QAbstractItemModelTester tester(&log.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!log.findChild<QTableView*>()->isVisible());
        log.append(LogLevel::Info, QStringLiteral("Tuning resnet-18:2"));
        log.append(LogLevel::Warning, QStringLiteral("The log cannot be written"));
        log.append(LogLevel::Error, QStringLiteral("resnet-18:99 is no task"));
        QCOMPARE(log.filter().rowCount(), 3);
        auto* words = log.findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("RESNET"));
        QCOMPARE(log.filter().rowCount(), 2);
        for (QToolButton* button : log.findChildren<QToolButton*>()) {
            if (button->accessibleName().endsWith(QStringLiteral("Info"))) {
                button->click();
            }
        }
        QCOMPARE(log.filter().rowCount(), 1);
        QVERIFY(log.text().contains(QStringLiteral("Error: resnet-18:99 is no task")));
        words->setText(QStringLiteral("nothing of the kind"));
        QCOMPARE(log.filter().rowCount(), 0);
        QVERIFY(log.text().isEmpty());
    }

    void linesCopy()
    {
        Workspace workspace;
        LogView log(workspace);
        log.show();
        log.append(LogLevel::Info, QStringLiteral("one"));
        log.append(LogLevel::Info, QStringLiteral("two"));
        auto* table = log.findChild<QTableView*>();
        QVERIFY(QTest::qWaitForWindowActive(&log));
        table->setFocus();
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().endsWith(QStringLiteral("two\n")));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("one")));
    }

    void aClickOnALineSelectsWhatItNames()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {12, 20}));
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        LogView log(workspace);
        log.resize(600, 300);
        log.show();
        const auto index = knobscope::testing::trialRow(knobscope::testing::denseTask(), 9).index;
        log.append(LogLevel::Info, QStringLiteral("finished: best 99.0 GFLOPS, config %1, 20 trials").arg(index));
        log.append(LogLevel::Info, QStringLiteral("trial 12 of run 1 failed"));
        log.append(LogLevel::Info, QStringLiteral("trial 999999999999999999999 of run 7, config 5"));
        auto* table = log.findChild<QTableView*>();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(log.filter().index(0, LogModel::Text)).center());
        QCOMPARE(workspace.selection().current(), (TrialRef{2, 9}));
        table->setCurrentIndex(log.filter().index(1, LogModel::Text));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(workspace.selection().current(), (TrialRef{1, 12}));
        QVERIFY(!log.follow(log.model().entry(2)));
        QCOMPARE(workspace.selection().current(), (TrialRef{1, 12}));
    }

    void tenThousandLinesAreKept()
    {
        LogModel model;
        for (int i = 0; i < 10600; ++i) {
            model.append({LogLevel::Info, QTime(1, 2, 3), QString::number(i), 0});
        }
        QVERIFY(model.rowCount() <= 10000);
        QCOMPARE(model.entry(model.rowCount() - 1).text, QStringLiteral("10599"));
    }
};

QTEST_MAIN(TestLog)
#include "tst_logview.moc"
