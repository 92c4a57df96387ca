// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/databasewatch.h"

#include "core/store/notes.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace knobscope;

class TestDatabaseWatch : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void everyUseOnTheThreadIsSeen()
    {
        const std::string path = m_folder.filePath(QStringLiteral("seen.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        const DatabaseWatch watch;
        QVERIFY(watch.uses().empty());
        QVERIFY(project.runs());
        const auto isOfRuns = [](const std::string& use) { return use.find("FROM run") != std::string::npos; };
        QVERIFY(std::ranges::any_of(watch.uses(), isOfRuns));
        const size_t before = watch.uses().size();
        QVERIFY(Project::open(path, Project::Mode::ReadOnly));
        QVERIFY(watch.uses().size() > before);
        QCOMPARE(watch.uses()[before], "open " + path);
    }

    void usesOnOtherThreadsAreNot()
    {
        const std::string path = m_folder.filePath(QStringLiteral("other.knobscope")).toStdString();
        const DatabaseWatch watch;
        std::thread([&] { (void)Project::open(path, Project::Mode::Create).value().runs(); }).join();
        QVERIFY(watch.uses().empty());
    }

    void waitingForALockCanBeStopped()
    {
        const std::string path = m_folder.filePath(QStringLiteral("locked.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        auto holder = Project::open(path, Project::Mode::ReadWrite).value();
        holder.database().exec("BEGIN EXCLUSIVE");
        const std::atomic<bool> stop{true};
        QElapsedTimer timer;
        timer.start();
        {
            const LockWait wait(stop);
            const auto refused = addNote(project, {}, "not now");
            QVERIFY(!refused && isLocked(refused.error()));
        }
        QVERIFY(timer.elapsed() < 3000); // of kDefaultLockTimeout
        holder.database().exec("COMMIT");
        QVERIFY(addNote(project, {}, "now"));
    }
};

QTEST_GUILESS_MAIN(TestDatabaseWatch)
#include "tst_databasewatch.moc"
