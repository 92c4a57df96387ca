// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectlog.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/base/foreigntext.h"
#include "widgets/base/translation.h"
#include "widgets/views/log/logview.h"

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
    QTemporaryDir m_folder;

    QString project(const char* name, const std::vector<int64_t>& trialsOfRuns = {12, 20})
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        return knobscope::testing::writeProject(path, trialsOfRuns) ? path : QString();
    }
    static QStringList kept(const QString& path)
    {
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        const auto lines = storedLog(project).value();
        QStringList texts;
        for (const LogLine& line : lines) {
            texts << QString::fromStdString(line.text.message);
        }
        return texts;
    }
    static QStringList shown(LogView& log)
    {
        QStringList texts;
        for (int row = 0; row < log.model().rowCount(); ++row) {
            texts << log.model().entry(row).text;
        }
        return texts;
    }

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }

    void levelsAndWordsFilter()
    {
        Workspace workspace;
        LogView log(workspace);
        log.show();
        QAbstractItemModelTester tester(&log.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!byId<QTableView>(log, "lines")->isVisible());
        log.append(MessageLevel::Info, QStringLiteral("Tuning resnet-18:2"));
        log.append(MessageLevel::Warning, QStringLiteral("The log cannot be written"));
        log.append(MessageLevel::Error, QStringLiteral("resnet-18:99 is no task"));
        QCOMPARE(log.filter().rowCount(), 3);
        auto* words = byId<QLineEdit>(log, "filter");
        QTest::keyClicks(words, QStringLiteral("RESNET"));
        QCOMPARE(log.filter().rowCount(), 2);
        byId<QToolButton>(log, "info")->click();
        QCOMPARE(log.filter().rowCount(), 1);
        QVERIFY(log.text().contains(QStringLiteral("Error: resnet-18:99 is no task")));
        LogView restored(workspace); // after a restart
        restored.restoreState(log.saveState());
        restored.append(MessageLevel::Info, QStringLiteral("Tuning resnet-18:2"));
        restored.append(MessageLevel::Error, QStringLiteral("resnet-18:99 is no task"));
        restored.append(MessageLevel::Error, QStringLiteral("The disk is full"));
        QCOMPARE(restored.filter().rowCount(), 1);
        words->setText(QStringLiteral("nothing of the kind"));
        QCOMPARE(log.filter().rowCount(), 0);
        QVERIFY(log.text().isEmpty());
    }

    void linesCopy()
    {
        Workspace workspace;
        LogView log(workspace);
        log.show();
        log.append(MessageLevel::Info, QStringLiteral("one"));
        log.append(MessageLevel::Info, QStringLiteral("two"));
        auto* table = byId<QTableView>(log, "lines");
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
        log.append(MessageLevel::Info, QStringLiteral("finished: best 99.0 GFLOPS, config %1, 20 trials").arg(index));
        log.append(MessageLevel::Info, QStringLiteral("trial 12 of run 1 failed"));
        log.append(MessageLevel::Info, QStringLiteral("trial 999999999999999999999 of run 7, config 5"));
        auto* table = byId<QTableView>(log, "lines");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(log.filter().index(0, LogModel::Text)).center());
        QVERIFY(!workspace.selection().current().isValid()); // it is looked for in a thread of its own
        QTRY_COMPARE(workspace.selection().current(), (TrialRef{2, 9}));
        table->setCurrentIndex(log.filter().index(1, LogModel::Text));
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(workspace.selection().current(), (TrialRef{1, 12}));
        QVERIFY(!log.follow(log.model().entry(2)));
        log.append(MessageLevel::Info, QStringLiteral("trial 13 of run 1 failed")); // there are 12
        QVERIFY(log.follow(log.model().entry(3)));
        log.finishFollowing();
        QCOMPARE(workspace.selection().current(), (TrialRef{1, 12}));
        log.append(MessageLevel::Info, QString::fromUtf8("執行結束"), index); // in words of another language
        QVERIFY(log.follow(log.model().entry(4)));
        log.finishFollowing();
        QCOMPARE(workspace.selection().current(), (TrialRef{2, 9}));
    }

    void numbersAreFoundByTheirWord()
    {
        QCOMPARE(namedNumber("trial", QStringLiteral("Trial 12 of run 3")), qint64(12));
        QCOMPARE(namedNumber("config", QStringLiteral("config 682, 20 trials")), qint64(682));
        QCOMPARE(namedNumber("config", QStringLiteral("config 1,234; 20 trials")), qint64(-1)); // 1 is another one
        QCOMPARE(namedNumber("config", QString::fromUtf8("config 12\u202f345")), qint64(-1));
        QCOMPARE(namedNumber("run", QStringLiteral("rerun 3")), qint64(-1));
    }

    void linesAreKeptInTheProject()
    {
        const QString path = project("kept.knobscope");
        const auto index = knobscope::testing::trialRow(knobscope::testing::denseTask(), 9).index;
        {
            Workspace workspace;
            QVERIFY(workspace.openProject(path));
            LogView log(workspace);
            log.append(MessageLevel::Info, QStringLiteral("opened"), -1, LogEntry::Keeping::Not);
            log.append(MessageLevel::Info, QString::fromUtf8("最佳"), index);
            QTRY_COMPARE(kept(path).size(), 1); // a program that is killed has lost the last second
            log.append(MessageLevel::Error, QStringLiteral("it broke"));
        }
        QCOMPARE(kept(path), (QStringList{QString::fromUtf8("最佳"), QStringLiteral("it broke")}));
        Workspace workspace;
        LogView log(workspace);
        log.show();
        QAbstractItemModelTester tester(&log.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(workspace.openProject(path));
        log.append(MessageLevel::Info, QStringLiteral("now"));
        QTRY_COMPARE(shown(log), (QStringList{QString::fromUtf8("最佳"), QStringLiteral("it broke"), QStringLiteral("now")}));
        QCOMPARE(log.filter().rowCount(), 3);
        QCOMPARE(log.model().entry(1).level, MessageLevel::Error);
        QVERIFY(log.model().entry(1).time <= log.model().entry(2).time);
        QVERIFY(log.follow(log.model().entry(0)));
        QTRY_COMPARE(workspace.selection().current(), (TrialRef{2, 9}));
        QTRY_COMPARE(kept(path).size(), 3); // none twice
    }

    /// The core's sentences, not the window's own words.
    void keptSentencesAreSaidInTheLanguageOfTheDay()
    {
        const QString path = project("languages.knobscope");
        const Sentence said = phrase("Building: {}", phrase("it took longer than {:g} s and was stopped", 10.0));
        {
            Workspace workspace;
            QVERIFY(workspace.openProject(path));
            LogView log(workspace);
            log.append(MessageLevel::Info, QStringLiteral("The window's own words"));
            log.append(MessageLevel::Warning, said, 7);
            QCOMPARE(shown(log).back(), QString::fromStdString(said.message));
        }
        QCOMPARE(kept(path).back(), QString::fromStdString(said.message)); // in English for whoever reads the file
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        Workspace workspace;
        LogView log(workspace);
        QVERIFY(workspace.openProject(path));
        QTRY_COMPARE(shown(log),
                     (QStringList{QStringLiteral("The window's own words"), QStringLiteral("建置：超過 10 秒，已停止")}));
        QCOMPARE(log.model().entry(1).config, qint64(7));
        // As it moves to another file, it takes its pattern along.
        const QString elsewhere = m_folder.filePath(QStringLiteral("elsewhere.knobscope"));
        bool isSaved = false;
        workspace.saveProjectAs(elsewhere, [&](const Result<void>& saved) { isSaved = saved.has_value(); });
        QTRY_VERIFY(isSaved);
        QTRY_COMPARE(kept(elsewhere).size(), 2);
        QCOMPARE(kept(elsewhere).back(), QString::fromStdString(said.message));
    }

    void linesOfAnotherDayHaveADate()
    {
        const QString path = project("old.knobscope");
        const auto file = FileStatus::ofPath(path.toStdString()).value();
        QVERIFY(storeLog(path.toStdString(), file, {{1'600'000'000'000, 1, 1, Sentence("long ago"), 1, 5}}).value());
        Workspace workspace;
        LogView log(workspace);
        QVERIFY(workspace.openProject(path));
        QTRY_COMPARE(log.model().rowCount(), 1);
        log.append(MessageLevel::Info, QStringLiteral("now"));
        QVERIFY2(log.text().contains(QStringLiteral("2020")), qPrintable(log.text()));
        QVERIFY(log.text().section(QLatin1Char('\n'), 1, 1).indexOf(QLatin1Char(':')) == 2);
    }

    void eachProjectHasItsOwn()
    {
        const QString first = project("first.knobscope");
        const QString second = project("second.knobscope");
        Workspace workspace;
        LogView log(workspace);
        log.append(MessageLevel::Info, QStringLiteral("of none"));
        QVERIFY(workspace.openProject(first));
        log.append(MessageLevel::Info, QStringLiteral("of the first, trial 3 of run 1"));
        QVERIFY(workspace.openProject(second));
        log.append(MessageLevel::Info, QStringLiteral("of the second"));
        QCOMPARE(shown(log), (QStringList{QStringLiteral("of none"), QStringLiteral("of the second")}));
        QVERIFY(workspace.openProject(first));
        QTRY_COMPARE(shown(log), (QStringList{QStringLiteral("of the first, trial 3 of run 1"), QStringLiteral("of none")}));
        QVERIFY(log.follow(log.model().entry(0)));
        QTRY_COMPARE(kept(second), QStringList{QStringLiteral("of the second")});
        QTRY_COMPARE(kept(first), QStringList{QStringLiteral("of the first, trial 3 of run 1")});
    }

    void theLogGoesWithTheProject()
    {
        Workspace workspace;
        LogView log(workspace);
        log.append(MessageLevel::Info, QStringLiteral("before"));
        QVERIFY(workspace.ensureProject()); // what led to it is of it
        log.append(MessageLevel::Info, QStringLiteral("unnamed"));
        const QString named = m_folder.filePath(QStringLiteral("named.knobscope"));
        bool isSaved = false;
        workspace.saveProjectAs(named, [&](const Result<void>& saved) { isSaved = saved.has_value(); });
        log.append(MessageLevel::Info, QStringLiteral("meanwhile"));
        QTRY_VERIFY(isSaved);
        const QStringList all{QStringLiteral("before"), QStringLiteral("unnamed"), QStringLiteral("meanwhile")};
        QCOMPARE(shown(log), all);
        QTRY_COMPARE(kept(named), all);
        QVERIFY(QFile::remove(named));
        QTRY_VERIFY_WITH_TIMEOUT(workspace.projectPath() != named, 10000);
        QTRY_COMPARE(kept(workspace.projectPath()), all);
        QVERIFY(!QFile::exists(named));
    }

    void tenThousandLinesAreKept()
    {
        LogModel model;
        for (int i = 0; i < 10600; ++i) {
            model.append({MessageLevel::Info, QDateTime::currentDateTime(), QString::number(i), 0});
        }
        QVERIFY(model.rowCount() <= 10000);
        QCOMPARE(model.entry(model.rowCount() - 1).text, QStringLiteral("10599"));
        // Those of a project fill what is left, the newest of them.
        const int room = 10000 - model.rowCount();
        QVERIFY(room > 0);
        std::vector<LogEntry> before(10000);
        before.back().text = QStringLiteral("the last before");
        model.putFirst(std::move(before));
        QCOMPARE(model.rowCount(), 10000);
        QCOMPARE(model.entry(room - 1).text, QStringLiteral("the last before"));
        QCOMPARE(model.entry(model.rowCount() - 1).text, QStringLiteral("10599"));
    }
};

QTEST_MAIN(TestLog)
#include "tst_logview.moc"
