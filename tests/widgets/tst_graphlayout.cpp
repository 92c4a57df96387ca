// SPDX-License-Identifier: GPL-3.0-or-later
// The process that arranges a graph ends with the program that asked for it, whatever ended that.
#include "widgets/views/network/graphlayout.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>

using namespace knobscope;

namespace {

/// A program that has a graph arranged by `arranger`, and waits for it.
int askArranger(int& argc, char** argv, const char* arranger)
{
    QCoreApplication application(argc, argv);
    GraphLayout layout;
    layout.setProgram(QString::fromLocal8Bit(arranger));
    layout.request({{QSizeF(72, 36), QSizeF(72, 36)}, {{0, 1}}, {}});
    return QCoreApplication::exec();
}

} // namespace

class TestGraphLayout : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QProcess m_asking;
    qint64 m_arranger = 0; ///< its process number

    /// The limit in /proc/PID/limits of that name, "unlimited" where there is none.
    QByteArray limitOf(const QByteArray& name) const
    {
        QFile limits(QStringLiteral("/proc/%1/limits").arg(m_arranger));
        if (!limits.open(QIODevice::ReadOnly)) {
            return {};
        }
        for (const QByteArray& line : limits.readAll().split('\n')) {
            if (line.startsWith(name)) {
                return line.mid(name.size()).simplified().split(' ').value(0);
            }
        }
        return {};
    }

    bool isArrangerThere() const { return ::kill(static_cast<pid_t>(m_arranger), 0) == 0; }

private slots:
    void init()
    {
        const QString arranger = m_folder.filePath(QStringLiteral("arranger"));
        const QString number = m_folder.filePath(QStringLiteral("number"));
        QFile::remove(number);
        QFile script(arranger);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\necho $$ >'" + number.toLocal8Bit() + ".new'; mv '" + number.toLocal8Bit() + ".new' '"
                     + number.toLocal8Bit() + "'; exec sleep 60\n"); // as dot, it does not look whether anybody reads
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_asking.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_asking.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--arrange"), arranger});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(number), 30000);
        QFile file(number);
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_arranger = file.readAll().trimmed().toLongLong();
        QVERIFY(m_arranger > 0 && isArrangerThere());
    }

    void cleanup()
    {
        m_asking.kill();
        m_asking.waitForFinished();
        if (m_arranger > 0) {
            ::kill(static_cast<pid_t>(m_arranger), SIGKILL);
        }
    }

    void itEndsWithAProgramThatIsKilled()
    {
        m_asking.kill();
        QVERIFY(m_asking.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(!isArrangerThere(), 10000);
    }

    void itsProcessorTimeIsLimited() { QCOMPARE(limitOf("Max cpu time"), QByteArray("40")); }
};

int main(int argc, char** argv)
{
    if (argc == 3 && std::strcmp(argv[1], "--arrange") == 0) {
        return askArranger(argc, argv, argv[2]);
    }
    QCoreApplication application(argc, argv);
    TestGraphLayout test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_graphlayout.moc"
