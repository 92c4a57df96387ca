// SPDX-License-Identifier: GPL-3.0-or-later
// The program as people have it, from the choice of a task over a sudden end to the run that goes on.
#include "core/store/bestcurve.h"
#include "core/tuning/preparedwork.h"
#include "tests/sanitizers/sanitizers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace knobscope;

namespace {

constexpr int kPatience = patience(120000);

/// The window in a process of its own, with settings and data of its own, and somebody who works with it (see driver.cpp).
class Person
{
public:
    explicit Person(const QTemporaryDir& home)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("QT_PLUGIN_PATH"), QStringLiteral(KNOBSCOPE_DRIVER_DIR));
        environment.insert(QStringLiteral("QT_QPA_GENERIC_PLUGINS"), QStringLiteral("knobscopedriver"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
            environment.insert(QString::fromLatin1(name), home.path());
        }
        m_program.setProcessEnvironment(environment);
        m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    }
    ~Person() { killProgram(); }

    void start(const QStringList& arguments) { m_program.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope"), arguments); }
    /// As `kill -9`.
    void killProgram()
    {
        m_program.kill();
        m_program.waitForFinished(kPatience);
    }
    /// Of a program that ends by itself: its exit status. -1: it is still there after so many milliseconds.
    int waitForEnd(int milliseconds) { return m_program.waitForFinished(milliseconds) ? m_program.exitCode() : -1; }
    /// Waits until it can be done; what the widget says then. Null when it never could.
    QString please(const QJsonArray& step)
    {
        QString said;
        (void)QTest::qWaitFor([&] { return tryStep(step, said); }, kPatience);
        return said;
    }
    bool type(const char* widget, const char* text)
    {
        return !please({QStringLiteral("type"), QString::fromLatin1(widget), QString::fromLatin1(text)}).isNull();
    }
    bool click(const char* widget) { return !please({QStringLiteral("click"), QString::fromLatin1(widget)}).isNull(); }
    QString text(const char* widget) { return please({QStringLiteral("text"), QString::fromLatin1(widget)}); }

private:
    bool tryStep(const QJsonArray& step, QString& said)
    {
        m_program.write(QJsonDocument(step).toJson(QJsonDocument::Compact) + '\n');
        while (!m_program.canReadLine()) {
            if (!m_program.waitForReadyRead(kPatience)) {
                return true;
            }
        }
        const QJsonObject answer = QJsonDocument::fromJson(m_program.readLine()).object();
        const QJsonValue text = answer[QStringLiteral("text")];
        said = text.isString() ? text.toString(QStringLiteral("")) : QString();
        m_problem = answer[QStringLiteral("error")].toString();
        return text.isString();
    }
    QProcess m_program;
    QString m_problem;
};

int64_t trialsIn(const QString& path)
{
    auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
    const auto runs = project ? project->runs() : fail(project);
    return runs && !runs->empty() ? runs->front().trials : 0;
}

} // namespace

class TestWorkbenchDay : public QObject
{
    Q_OBJECT
private slots:
    void aRunSurvivesTheProgram()
    {
        const QTemporaryDir home;
        const QString path = home.filePath(QStringLiteral("day.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create));
        const QRegularExpression grown(QStringLiteral("1,?078 configs"));
        int64_t measured = 0;
        {
            Person person(home);
            person.start({path});
            QVERIFY(person.type("tasks/filter", "resnet-18:2\n"));
            QVERIFY(person.type("space/knobs", "tile_ow+"));
            QVERIFY(person.type("space/newValue", "[-1,12]\n"));
            QTRY_VERIFY_WITH_TIMEOUT(person.text("space/size").contains(grown), kPatience);
            QVERIFY(person.click("startRun"));
            // Points in the chart, as it tells those who do not see it.
            const QRegularExpression points(QStringLiteral("(\\d+) trial"));
            const auto shown = [&] { return points.match(person.text("speed")).captured(1).toInt(); };
            QTRY_VERIFY_WITH_TIMEOUT(shown() >= 20, kPatience);
            measured = shown();
            person.killProgram();
        }
        const auto before = Project::open(path.toStdString(), Project::Mode::ReadOnly)->trials(1).value();
        QVERIFY(static_cast<int64_t>(before.size()) >= measured); // whatever was seen is there
        {
            Person person(home);
            person.start({});
            QTRY_VERIFY_WITH_TIMEOUT(person.text("space/size").contains(grown), kPatience);
            QVERIFY(person.click("run/banner.resume"));
            QTRY_VERIFY_WITH_TIMEOUT(trialsIn(path) >= static_cast<int64_t>(before.size()) + 10, kPatience);
            QVERIFY(person.text("space/size").contains(grown));
            QVERIFY(person.click("run.stop"));
            QTRY_COMPARE_WITH_TIMEOUT(Project::open(path.toStdString(), Project::Mode::ReadOnly)->run(1)->state,
                                      std::string("stopped"), kPatience);
            person.killProgram();
        }
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(project.runs()->size(), size_t(1));
        const auto after = project.trials(1).value();
        QVERIFY(after.size() > before.size());
        std::set<int64_t> configs;
        for (size_t i = 0; i < after.size(); ++i) {
            QCOMPARE(after[i].number, static_cast<int64_t>(i) + 1);
            QVERIFY(configs.insert(after[i].index).second); // none is measured twice
            if (i < before.size()) {
                QCOMPARE(after[i].index, before[i].index);
            }
        }
        const auto task = taskFromJson(project.task(project.run(1)->task)->task).value();
        QCOMPARE(editsToJson(task.edits).dump(), std::string(R"(["tile_ow+=[-1,12]"])"));
        QCOMPARE(preparedWork(project)->edits.at(workloadKey(task)), task.edits);
        QCOMPARE(project.run(1)->bestGflops, bestCurve(project, 1)->back().best);
    }

    /// A view reads a pipe whose writer stops in the middle of a line: no flag makes it stop.
    void aJobThatHangsHoldsUpNoEnd()
    {
        const QTemporaryDir home;
        const QString path = home.filePath(QStringLiteral("hung.knobscope"));
        const QString pipe = home.filePath(QStringLiteral("pipe.log"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create));
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        const int writer = ::open(pipe.toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
        const auto closed = qScopeGuard([&] { ::close(writer); });
        QCOMPARE(::write(writer, "{", 1), ssize_t(1));
        const QJsonObject compare{{QStringLiteral("files"), QJsonArray{pipe}}};
        const QJsonObject session{{QStringLiteral("project"), path},
                                  {QStringLiteral("views"), QJsonObject{{QStringLiteral("compare"), compare}}}};
        QSettings(home.filePath(QStringLiteral("knobscope/knobscope.conf")), QSettings::IniFormat)
            .setValue(QStringLiteral("window/session"), QJsonDocument(session).toJson(QJsonDocument::Compact));
        Person person(home);
        person.start({});
        QVERIFY(person.type("tasks/filter", "resnet-18:2\n"));
        QVERIFY(person.type("space/knobs", "tile_ow+"));
        QVERIFY(person.type("space/newValue", "[-1,12]\n"));
        QVERIFY(!person.please({QStringLiteral("close"), QStringLiteral("tasks/filter")}).isNull());
        QCOMPARE(person.waitForEnd(patience(30000)), EXIT_FAILURE); // it was given up
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(preparedWork(project)->edits.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestWorkbenchDay)
#include "tst_workbench_day.moc"
