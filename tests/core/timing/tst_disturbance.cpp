// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that measure at the same time know of each other.
#include "core/timing/disturbance.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

using namespace knobscope;

namespace {

/// Another process that measures on a device until it is killed.
class OtherProgram
{
public:
    explicit OtherProgram(const char* device)
    {
        int ready[2];
        if (::pipe(ready) != 0) {
            return;
        }
        m_pid = ::fork();
        if (m_pid == 0) {
            const MeasuringNotice notice(device);
            (void)!::write(ready[1], "!", 1);
            for (;;) {
                ::pause();
            }
        }
        char told = 0;
        (void)!::read(ready[0], &told, 1);
        ::close(ready[0]);
        ::close(ready[1]);
    }
    ~OtherProgram() { kill(); }
    void kill()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
        m_pid = -1;
    }
    std::string name() const { return ", process " + std::to_string(m_pid) + ")"; }

private:
    pid_t m_pid = -1;
};

} // namespace

class TestDisturbance : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder.emplace();
        qputenv("XDG_RUNTIME_DIR", m_folder->path().toLocal8Bit());
    }

    void anotherProgramIsToldOfUntilItEnds()
    {
        QVERIFY(findOtherMeasurer("cpu").empty());
        OtherProgram other("cpu");
        const Sentence told = findOtherMeasurer("cpu");
        QVERIFY2(told.message.starts_with("Another program is measuring on this machine ("), told.message.c_str());
        QVERIFY2(told.message.find(other.name()) != std::string::npos, told.message.c_str());
        QCOMPARE(findOtherMeasurer({}).message, told.message);
        QCOMPARE(loadWarning({}).message, told.message);
        QVERIFY(findOtherMeasurer("cuda:0").empty());
        other.kill(); // its file stays, and says nothing
        QVERIFY(findOtherMeasurer("cpu").empty());
    }

    void ownNoticesAreNoOthers()
    {
        const QDir folder(QString::fromStdString(noticeFolder()));
        {
            const MeasuringNotice one("cpu");
            const MeasuringNotice two("cpu");
            QVERIFY(findOtherMeasurer("cpu").empty());
            QCOMPARE(folder.entryList(QDir::Files).size(), 1);
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
    }

    void whatAKilledProgramLeftIsRemoved()
    {
        OtherProgram other("cpu");
        other.kill();
        const QDir folder(QString::fromStdString(noticeFolder()));
        const QStringList left = folder.entryList(QDir::Files);
        QCOMPARE(left.size(), 1);
        QVERIFY(findOtherMeasurer("cpu").empty());
        QVERIFY(folder.exists(left.front())); // it may be one that is about to be locked
        QFile file(folder.filePath(left.front()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
        file.close();
        QVERIFY(findOtherMeasurer("cpu").empty());
        QVERIFY(!folder.exists(left.front()));
    }

    void withoutARuntimeFolderItIsTheStateFolder()
    {
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        const auto restored = qScopeGuard([&] { qputenv("XDG_STATE_HOME", before); });
        qputenv("XDG_RUNTIME_DIR", "/proc/nowhere");
        qputenv("XDG_STATE_HOME", m_folder->filePath("state").toLocal8Bit());
        OtherProgram other("cpu");
        QVERIFY(findOtherMeasurer("cpu").message.find(other.name()) != std::string::npos);
        qputenv("XDG_STATE_HOME", "/proc/nowhere"); // nobody is told
        const MeasuringNotice notice("cpu");
        QVERIFY(findOtherMeasurer("cpu").empty());
    }

private:
    std::optional<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestDisturbance)
#include "tst_disturbance.moc"
