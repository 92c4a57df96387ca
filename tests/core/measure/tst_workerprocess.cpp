// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are no workers, or that stop being one, cost a sentence and never a hang.
#include "core/measure/workerprocess.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestWorkerProcess : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// An executable shell script.
    std::string script(const char* name, const QByteArray& commands)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + commands + "\n") < 0) {
            return {};
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName().toStdString();
    }

private slots:
    void aProgramThatNeverAnswersIsGivenUp()
    {
        QElapsedTimer clock;
        clock.start();
        const auto worker = WorkerProcess::start({script("silent", "exec sleep 60"), {}, 0, 0.2});
        QVERIFY(!worker);
        QCOMPARE(worker.error().code, ErrorCode::Timeout);
        QVERIFY2(worker.error().message.find("did not answer within 0.2 seconds") != std::string::npos,
                 worker.error().message.c_str());
        QVERIFY(clock.elapsed() < 30000);
    }

    void aProgramThatEndsSaysHow()
    {
        const auto worker = WorkerProcess::start({script("ends", "exit 3"), {}, 0, 30});
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("code 3") != std::string::npos, worker.error().message.c_str());
    }

    void itsLastWordsAreKept()
    {
        WorkerProcess::Options options{
            script("speaks", "echo first >&2; echo 'LLVM ERROR: no such thing' >&2; echo more >&2; exit 3")};
        options.keepsWords = true;
        const auto worker = WorkerProcess::start(options);
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("it ended with code 3, saying 'LLVM ERROR: no such thing'") != std::string::npos,
                 worker.error().message.c_str());
    }

    void wordsThatSayWhy()
    {
        QCOMPARE(wordsOf(""), std::string());
        QCOMPARE(wordsOf("a\nb\n\n  \n"), std::string("b"));
        QCOMPARE(wordsOf("a\n\tLLVM ERROR: x\nb\n"), std::string("LLVM ERROR: x"));
        QCOMPARE(wordsOf("red: \033[31m\n"), std::string("red:  [31m"));
        QCOMPARE(wordsOf(std::string(1000, 'x')).size(), size_t{300});
        const std::string cut = wordsOf("x" + std::string(299, 'y') + "\xc3\xa9"); // an é begins at 300
        QCOMPARE(cut.size(), size_t{300});
        QCOMPARE(wordsOf(std::string(299, 'y') + "\xc3\xa9").size(), size_t{299});
    }

    void aProgramThatClosesItsSocketAndLivesOnIsEnded()
    {
        QElapsedTimer clock;
        clock.start();
        const auto worker = WorkerProcess::start({script("closes", "exec 3>&-; exec sleep 60"), {}, 0, 30});
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("SIGKILL") != std::string::npos, worker.error().message.c_str());
        QVERIFY(clock.elapsed() < 30000);
    }
};

QTEST_APPLESS_MAIN(TestWorkerProcess)
#include "tst_workerprocess.moc"
