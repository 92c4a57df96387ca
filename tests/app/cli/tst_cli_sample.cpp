// SPDX-License-Identifier: GPL-3.0-or-later
// The script that records the sample project (`./dev sample`).
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

class TestCliSample : public QObject
{
    Q_OBJECT
private slots:
    /// Nobody's machine goes at three times its best pace.
    void anUnsteadyMachineIsRefused()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("sqlite3")).isEmpty()) {
            QSKIP("the script asks the project with sqlite3");
        }
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("KNOBSCOPE_SAMPLE_TRIALS"), QStringLiteral("4"));
        environment.insert(QStringLiteral("KNOBSCOPE_SAMPLE_PACE"), QStringLiteral("3"));
        environment.insert(QStringLiteral("KNOBSCOPE_SAMPLE_TRIES"), QStringLiteral("2"));
        QProcess script;
        script.setProcessEnvironment(environment);
        script.start(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/record.sh"),
                     {QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), folder.path()});
        QVERIFY(script.waitForFinished(120000));
        const QByteArray said = script.readAllStandardError();
        QCOMPARE(script.exitCode(), 1);
        QCOMPARE(said.count("; once more"), 2);
        QVERIFY2(said.contains("the machine is not steady: run 1 went at"), said.constData());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCliSample)
#include "tst_cli_sample.moc"
