// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a program among others: standard streams that are closed, --version and --help.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

class TestWorkbenchStreams : public QObject
{
    Q_OBJECT
private slots:
    void closedStreamsAreOpened()
    {
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
            environment.insert(QString::fromLatin1(name), home.path());
        }
        QProcess window;
        window.setProcessEnvironment(environment);
        window.setChildProcessModifier([] {
            for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
                ::close(stream);
            }
        });
        window.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope"), {QStringLiteral("--fresh")});
        QVERIFY(window.waitForStarted());
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
            const QString link = QStringLiteral("/proc/%1/fd/%2").arg(window.processId()).arg(stream);
            QTRY_COMPARE_WITH_TIMEOUT(QFile::symLinkTarget(link), QStringLiteral("/dev/null"), 60000);
        }
        window.terminate();
        QVERIFY(window.waitForFinished(60000));
    }

    /// Also where there is no display, as for scripts.
    void theHelpNeedsNoDisplay()
    {
        for (const char* option : {"--help", "-h"}) {
            const QByteArray out = printed(option);
            for (const char* name : {"Usage: ", "--screenshot", "--list-controls", "--fresh", "files"}) {
                QVERIFY2(out.contains(name), out.constData());
            }
        }
    }

    void theListOfControlsNeedsNoDisplay()
    {
        const QJsonObject list = QJsonDocument::fromJson(printed("--list-controls")).object();
        QVERIFY(list[QStringLiteral("views")].toArray().size() > 10);
    }

    void theVersionNeedsNoDisplay()
    {
        QCOMPARE(printed("-v"), printed("--version"));
        const QByteArray out = printed("--version");
        for (const char* name : {"knobscope 0.", "Qt 6.", "LLVM", "CUDA"}) {
            QVERIFY2(out.contains(name), out.constData());
        }
    }

private:
    /// Empty where the program did not end well.
    static QByteArray printed(const char* option)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("there-is-none"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QStringLiteral("/nonexistent")); // a language that was chosen
        QProcess window;
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope"), {QLatin1String(option)});
        const bool isWell =
            window.waitForFinished(60000) && window.exitStatus() == QProcess::NormalExit && window.exitCode() == 0;
        return isWell ? window.readAllStandardOutput() : QByteArray();
    }
};

QTEST_GUILESS_MAIN(TestWorkbenchStreams)
#include "tst_workbench_streams.moc"
