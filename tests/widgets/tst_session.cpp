// SPDX-License-Identifier: GPL-3.0-or-later
// What comes back after a restart, and what a dropped file is.
#include "core/target/host.h"
#include "tests/widgets/patientwork.h"
#include "widgets/project/view.h"
#include "widgets/shell/fileactions.h"
#include "widgets/shell/sessionstate.h"

#include "core/store/projectwriter.h"

#include <QJsonObject>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

class Remembering : public View
{
public:
    explicit Remembering(Workspace& workspace)
        : View(workspace)
    {
        state().bind(QStringLiteral("zoom"), [this] { return zoom; }, [this](const QJsonValue& value) { zoom = value.toInt(); });
    }
    int zoom = 0;
};

QString projectWithTrials(const QString& path)
{
    (void)Project::open(path.toStdString(), Project::Mode::Create);
    auto writer = ProjectWriter::open(path.toStdString()).value();
    const Task task = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, hostTarget().value()).value();
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "matmul";
    row.flops = task.autotvmFlops;
    RunRow run;
    run.task = writer->addTask(row).value();
    run.tuner = "random";
    run.state = "finished";
    run.budget = 3;
    const int64_t id = writer->addRun(run).value();
    for (int64_t n = 1; n <= 3; ++n) {
        TrialRow trial;
        trial.number = n;
        trial.index = n * 5;
        trial.costs = {1e-3};
        trial.gflops = static_cast<double>(n);
        writer->addTrial(id, trial);
    }
    return path;
}

QStringList problemsOfRestoring(const QJsonObject& state, Workspace& workspace, const NamedViews& views)
{
    QStringList problems;
    restoreSession(
        state, workspace, [&views](const QJsonObject& kept) { restoreViews(kept, views); },
        [&problems](const QStringList& told) { problems = told; });
    workspace.opening().finishNow();
    return problems;
}

} // namespace

class TestSession : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

    QString write(const char* name, const QByteArray& text) const
    {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        QFile file(path);
        (void)file.open(QIODevice::WriteOnly);
        file.write(text);
        return path;
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void everythingComesBack()
    {
        const QString path = projectWithTrials(m_dir.filePath(QStringLiteral("s.knobscope")));
        QJsonObject state;
        {
            Workspace workspace;
            Remembering view(workspace);
            QVERIFY(workspace.openProject(path).has_value());
            workspace.selection().select({{1, 2}});
            QVERIFY(workspace.task() != nullptr); // a chosen trial opens its task
            QCOMPARE(workspace.config(), qint64(10));
            workspace.filters().add({TrialFilter::Kind::Knob, "tile_y", nlohmann::json::array({-1, 4}), 0, 0, 0, true});
            view.zoom = 7;
            state = sessionState(workspace, {{QStringLiteral("v"), &view}});
        }
        Workspace workspace;
        Remembering view(workspace);
        QCOMPARE(problemsOfRestoring(state, workspace, {{QStringLiteral("v"), &view}}), QStringList());
        QCOMPARE(workspace.projectPath(), path);
        QCOMPARE(workspace.taskLabel(), QStringLiteral("matmul"));
        QCOMPARE(workspace.config(), qint64(10));
        QVERIFY(workspace.selection().contains({1, 2}));
        QCOMPARE(workspace.filters().all().size(), size_t(1));
        QVERIFY(workspace.filters().all().front().isExcluded);
        QCOMPARE(view.zoom, 7);
    }

    void whatIsGoneIsSaid()
    {
        Workspace workspace;
        const QStringList problems =
            problemsOfRestoring({{QStringLiteral("project"), QStringLiteral("/nowhere/x.knobscope")},
                                 {QStringLiteral("task"), QJsonObject{{QStringLiteral("task"), QStringLiteral("{broken")}}}},
                                workspace, {});
        QCOMPARE(problems.size(), 2);
        QVERIFY(problems[0].contains(QStringLiteral("/nowhere/x.knobscope")));
        QVERIFY(problemsOfRestoring({}, workspace, {}).isEmpty());
    }

    void editsKeepTheCurrentConfig()
    {
        Workspace workspace;
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, hostTarget().value())
                    .has_value());
        const auto entity = workspace.task()->space.at(8).value();
        workspace.setConfig(8);
        QSignalSpy edited(&workspace, &Workspace::editsChanged);
        QVERIFY(workspace.setEdits({parseEdit("tile_y-=[-1,1]").value()}).has_value());
        QCOMPARE(edited.count(), 1);
        QVERIFY(entityToJson(workspace.task()->space.at(workspace.config()).value()) == entityToJson(entity));
        QVERIFY(!workspace.setEdits({parseEdit("tile_q+=3").value()}));
        QCOMPARE(workspace.task()->edits.size(), size_t(1));
    }

    void savingElsewhereMovesTheProject()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(projectWithTrials(m_dir.filePath(QStringLiteral("a.knobscope")))).has_value());
        const QString copy = m_dir.filePath(QStringLiteral("b.knobscope"));
        QStringList saved;
        const auto save = [&](const QString& path) {
            workspace.saveProjectAs(path, [&saved](const Result<void>& result) {
                saved << (result ? QStringLiteral("saved") : QString::fromStdString(result.error().message));
            });
        };
        save(copy);
        // Meanwhile nothing writes to what is copied, and nothing else is opened.
        QVERIFY(saved.isEmpty() && !workspace.checkCanMeasure());
        QVERIFY(!workspace.openProject(copy));
        QTRY_COMPARE(saved, QStringList{QStringLiteral("saved")});
        QCOMPARE(workspace.projectPath(), copy);
        QCOMPARE(workspace.runs().front().trials, int64_t(3));
        QVERIFY(workspace.checkCanMeasure().has_value());
        save(QStringLiteral("/nowhere/c.knobscope"));
        QTRY_COMPARE(saved.size(), 2);
        QVERIFY2(saved.back().contains(QStringLiteral("/nowhere")), qPrintable(saved.back()));
        QCOMPARE(workspace.projectPath(), copy);
    }

    void anUnnamedProjectSavedAsItselfStays()
    {
        Workspace workspace;
        const QString path = workspace.ensureProject().value();
        workspace.saveProjectAs(path, [](const Result<void>& saved) { QVERIFY(saved); });
        QTRY_VERIFY(!workspace.isUntitled());
        QVERIFY(QFile::exists(path));
        workspace.closeProject();
        removeProject(path);
    }

    void anUnnamedProjectSavedElsewhereLeavesNothing()
    {
        Workspace workspace;
        const QFileInfo file(workspace.ensureProject().value());
        (void)projectWithTrials(file.filePath());
        const QString copy = m_dir.filePath(QStringLiteral("named.knobscope"));
        workspace.saveProjectAs(copy, [](const Result<void>& saved) { QVERIFY(saved); });
        QTRY_COMPARE(workspace.projectPath(), copy);
        QTRY_COMPARE(file.dir().entryList({file.fileName() + QLatin1Char('*')}), QStringList());
    }

    void whatAnotherProgramWritesIsSeen()
    {
        const QString path = projectWithTrials(m_dir.filePath(QStringLiteral("shared.knobscope")));
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        QSignalSpy added(&workspace, &Workspace::trialsAdded);
        workspace.checkFile();
        workspace.checkFile();
        QCOMPARE(added.count(), 0);
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TrialRow trial;
            trial.number = 4;
            trial.costs = {1e-3};
            trial.gflops = 9;
            writer->addTrial(1, trial);
        }
        QTRY_COMPARE_WITH_TIMEOUT(added.count(), 1, 10000);
        QCOMPARE(added.front().front().toLongLong(), qint64(1));
        QCOMPARE(workspace.runs().front().trials, int64_t(4));
    }

    void nothingElseIsMeasuredMeanwhile()
    {
        Workspace workspace;
        QVERIFY(workspace.openTask(QStringLiteral("m"), "tutorial/matmul", {64, 64, 64, "float32"}, hostTarget().value())
                    .has_value());
        knobscope::testing::PatientWork peak;
        workspace.registerMeasurement(peak, QStringLiteral("The peak"));
        const auto started = workspace.startRun({}, {});
        QVERIFY(!started && QString::fromStdString(started.error().message).contains(QStringLiteral("The peak")));
        QVERIFY(!workspace.resumeRun(1));
        QVERIFY(!workspace.session().isRunning());
        peak.stop();
        QTRY_VERIFY(workspace.checkCanMeasure().has_value());
        QVERIFY(!workspace.blockingJob());
    }

    void filesAreKnownByTheirFirstBytes()
    {
        QVERIFY(fileKind(projectWithTrials(m_dir.filePath(QStringLiteral("renamed.txt")))) == FileKind::Project);
        QVERIFY(fileKind(QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v02.log")) == FileKind::Log);
        QVERIFY(fileKind(QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v01.log")) == FileKind::Log);
        QVERIFY(fileKind(write("t.json", R"({"traceEvents": [{"ph": "X", "ts": 1}]})")) == FileKind::Trace);
        QVERIFY(fileKind(write("t2.json", R"([{"name": "a", "ph": "X", "ts": 1, "dur": 2}])")) == FileKind::Trace);
        for (const char* name : {"kernel-tuner-whole.json", "convolution-A100-T4.json", "optuna-trials.json", "optuna-trials.csv",
                                 "matmul_kernel.autotune.json", "helion.csv"}) {
            QVERIFY2(fileKind(QStringLiteral(KNOBSCOPE_FIXTURES "/others/") + QLatin1String(name)) == FileKind::Results, name);
        }
        const auto shipped = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/recorded/others/");
        QVERIFY(fileKind(shipped + QStringLiteral("convolution-A100.json.gz")) == FileKind::Results);
        QVERIFY(fileKind(shipped + QStringLiteral("pnpoly-RTX-2080-Ti.json.gz")) == FileKind::Results);
        QVERIFY(fileKind(QStringLiteral(KNOBSCOPE_FIXTURES "/traces/viztracer.json.gz")) == FileKind::Trace);
        QVERIFY(fileKind(write("notes.md", "# hello")) == FileKind::Other);
        QVERIFY(fileKind(write("empty", "")) == FileKind::Other);
        QVERIFY(fileKind(QStringLiteral("/nowhere")) == FileKind::Other);
        QVERIFY(unsupportedFileMessage(write("notes.md", "# hello"))
                    .startsWith(QStringLiteral("notes.md is not a file Knobscope can open")));
        QVERIFY(unsupportedFileMessage(m_dir.path() + QLatin1Char('/')).startsWith(QFileInfo(m_dir.path()).fileName()));
        QCOMPARE(unsupportedFileMessage(QStringLiteral("/nowhere")), QStringLiteral("There is no file /nowhere"));
    }
};

QTEST_MAIN(TestSession)
#include "tst_session.moc"
