// SPDX-License-Identifier: GPL-3.0-or-later
// The window, as people start it, with a project whose target ends LLVM's code generator.
#include "tests/app/killingproject.h"
#include "tests/sanitizers/sanitizers.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

constexpr int kPatience = knobscope::patience(120000);

/// Whether the process has come so far that SIGTERM makes it quit: by proc_pid_status(5).
bool quitsWhenAsked(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/status").arg(process));
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray status = file.readAll();
    const qsizetype at = status.indexOf("SigCgt:") + 7;
    return (status.mid(at, status.indexOf('\n', at) - at).trimmed().toULongLong(nullptr, 16) >> (SIGTERM - 1) & 1) != 0;
}

/// The program with settings and data of its own.
class Workbench
{
public:
    explicit Workbench(const QTemporaryDir& home)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
            environment.insert(QString::fromLatin1(name), home.path());
        }
        m_process.setProcessEnvironment(environment);
    }
    QProcess& start(const QStringList& arguments, const QString& program = QStringLiteral("knobscope"))
    {
        m_process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/") + program, arguments);
        return m_process;
    }

private:
    QProcess m_process;
};

} // namespace

class TestWorkbenchTargets : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString m_project = m_folder.filePath(QStringLiteral("killing.knobscope"));

private slots:
    void initTestCase() { QVERIFY(writeKillingProject(m_project.toStdString())); }

    void everyViewIsShownAndLivesOn()
    {
        Workbench workbench(m_folder);
        QProcess& program = workbench.start({m_project}, QStringLiteral("knobscope-startreport"));
        QVERIFY(program.waitForFinished(kPatience));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        const auto report = QJsonDocument::fromJson(program.readAllStandardOutput()).object();
        bool isCodeShown = false;
        for (const auto& after : report[QStringLiteral("after_views")].toArray()) {
            isCodeShown = isCodeShown || after[QStringLiteral("view")].toString() == QLatin1String("code");
        }
        QVERIFY(isCodeShown);
    }

    void itStartsWithItAgain()
    {
        for (const QStringList& arguments : {QStringList{m_project}, QStringList{}}) { // given, and of the last time
            Workbench workbench(m_folder);
            QProcess& program = workbench.start(arguments);
            QVERIFY(program.waitForStarted());
            QTRY_VERIFY_WITH_TIMEOUT(quitsWhenAsked(program.processId()), kPatience);
            QVERIFY(!program.waitForFinished(3000));
            program.terminate();
            QVERIFY(program.waitForFinished(kPatience));
            QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkbenchTargets)
#include "tst_workbench_targets.moc"
