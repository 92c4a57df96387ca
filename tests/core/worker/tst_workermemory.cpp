// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/workermemory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestWorkerMemory : public QObject
{
    Q_OBJECT
private:
    static constexpr int64_t kMachine = int64_t{64} << 30;
    QTemporaryDir m_folder;

    void write(const QString& file, const QByteArray& text)
    {
        QVERIFY(QDir(m_folder.path()).mkpath(QFileInfo(m_folder.filePath(file)).path()));
        QFile out(m_folder.filePath(file));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }

private slots:
    void withoutGroupsItIsTheMachines()
    {
        QCOMPARE(usableMemory(kMachine, "/nowhere", "0::/a/b\n"), kMachine);
        QCOMPARE(usableMemory(kMachine, "/nowhere", ""), kMachine);
    }

    void theLeastLimitAroundCounts()
    {
        write("a/memory.max", "8589934592\n");
        write("a/b/memory.max", "max\n");
        write("a/b/c/memory.max", "17179869184\n");
        const std::string root = m_folder.path().toStdString();
        QCOMPARE(usableMemory(kMachine, root, "0::/a/b/c\n"), int64_t{8} << 30);
        QCOMPARE(usableMemory(int64_t{4} << 30, root, "0::/a/b/c\n"), int64_t{4} << 30);
    }

    void theRootsOwnLimitCountsInAContainer()
    {
        write("root/memory.max", "1073741824\n");
        QCOMPARE(usableMemory(kMachine, m_folder.filePath("root").toStdString(), "0::/\n"), int64_t{1} << 30);
    }

    void groupsOfTheFirstVersionCount()
    {
        write("memory/box/memory.limit_in_bytes", "2147483648\n");
        QCOMPARE(usableMemory(kMachine, m_folder.path().toStdString(), "5:cpu:/box\n4:memory:/box\n"), int64_t{2} << 30);
    }

    void thePersonsLimitGoesFirst()
    {
        qputenv("KNOBSCOPE_WORKER_MEMORY", "100");
        QCOMPARE(workerMemoryLimit(), int64_t{100} << 20);
        qputenv("KNOBSCOPE_WORKER_MEMORY", "nonsense");
        QCOMPARE(workerMemoryLimit(), usableMemory() / 4 * 3);
        qunsetenv("KNOBSCOPE_WORKER_MEMORY");
        QVERIFY(workerMemoryLimit() > 0);
    }
};

QTEST_APPLESS_MAIN(TestWorkerMemory)
#include "tst_workermemory.moc"
