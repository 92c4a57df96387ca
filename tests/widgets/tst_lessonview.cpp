// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson 1 walked in the real window by its written path, with each wrong answer on the way.
#include "app/workbench/controllist.h"
#include "core/target/host.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/lessonplayer.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "widgets/shell/controlring.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/lesson/lessonview.h"

#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include <map>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// A person with the window in front of them.
struct Student {
    MainWindow window;
    Workspace& workspace = window.workspace();
    LessonView& view = window.view<LessonView>();
    LessonPlayer player{window};

    Student()
    {
        window.resize(1440, 900);
        window.show();
    }

    Result<void> openTask(const std::string& id, const std::string& targetText)
    {
        const Target target = TRY(targetText == "llvm" ? hostTarget() : parseTarget(targetText));
        const auto networks = TRY(loadNetworks());
        const auto task = TRY(findTask(networks, id, target));
        return workspace.openTask(QString::fromStdString(id), task.task, task.args, target);
    }

    Result<void> edit(const std::string& text)
    {
        std::vector<SpaceEdit> edits = workspace.task()->edits;
        edits.push_back(TRY(parseEdit(text)));
        return workspace.setEdits(edits);
    }

    bool replies(const char* text) const { return view.reply().contains(QLatin1String(text)); }
};

} // namespace

class TestLessonView : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    /// What `knobscope-cli lessons` prints.
    static QByteArray lessonsCommand(const QStringList& arguments, int expected)
    {
        QProcess program;
        program.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), QStringList{QStringLiteral("lessons")} + arguments);
        if (!program.waitForFinished() || program.exitCode() != expected) {
            qWarning("%s", program.readAllStandardError().constData());
            return {};
        }
        return program.readAllStandardOutput();
    }

    static void walk(Student& student, const Lesson& lesson)
    {
        for (const LessonStep& step : lesson.steps) {
            QCOMPARE(student.view.step().toStdString(), step.key);
            for (const PathAction& action : step.path) {
                const QString problem = student.player.perform(action.action);
                QVERIFY2(problem.isEmpty(), qPrintable(problem));
            }
            QTRY_VERIFY2(student.view.step().toStdString() != step.key, step.key.c_str());
        }
    }

private slots:
    void initTestCase()
    {
        useOwnSettings(m_folder.path());
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
    }

    void lessonOneIsWalked()
    {
        Student student;
        press(*student.window.centralWidget(), "startLesson"); // the first thing that Welcome offers
        QVERIFY(student.window.layouts().layout() == Layout::Learn);
        QCOMPARE(student.view.lesson(), QStringLiteral("cost-of-a-knob"));
        QTRY_VERIFY(!student.view.visibleRegion().isEmpty());
        look(student.window, "lesson-begin");
        const auto& lessons = student.view.lessons();
        walk(student, *std::ranges::find(lessons, "cost-of-a-knob", &Lesson::id));
        QVERIFY(student.view.step().isEmpty());
        const auto steps = student.view.book().log().progress("cost-of-a-knob");
        QCOMPARE(steps.size(), size_t(7));
        QVERIFY(std::ranges::all_of(steps, [](const auto& step) { return step.second.isDone && step.second.isRight; }));
        look(student.window, "lesson-end");

        // and handed in, as a teacher reads it
        const QString file = m_folder.filePath(QStringLiteral("ada-1.json"));
        QVERIFY(student.view.book().handIn(file, QStringLiteral("Ada")).has_value());
        const QByteArray checked = lessonsCommand({QStringLiteral("check"), file, QStringLiteral("--json")}, 0);
        const auto answer = nlohmann::json::parse(checked.toStdString(), nullptr, false);
        QVERIFY2(answer.is_object() && answer.value("intact", false), checked.constData());
        QCOMPARE(answer["hand_ins"][0]["student"].get<std::string>(), std::string("Ada"));
        const auto& done = answer["hand_ins"][0]["lessons"][0];
        QCOMPARE(done["id"].get<std::string>(), std::string("cost-of-a-knob"));
        QCOMPARE(done["right"].get<int>(), 7);
        QVERIFY(lessonsCommand({QStringLiteral("table"), file}, 0).contains("7/7"));
        QFile edited(file);
        QVERIFY(edited.open(QIODevice::ReadWrite));
        const QByteArray changed = edited.readAll().replace("\"third\"", "\"one\"");
        QVERIFY(edited.resize(0) && edited.seek(0) && edited.write(changed) == changed.size());
        edited.close();
        QVERIFY(lessonsCommand({QStringLiteral("check"), file}, 1).contains("was edited"));
    }

    void wrongAnswersAreAnswered()
    {
        Student student;
        student.window.layouts().apply(Layout::Learn);
        student.view.open(QStringLiteral("cost-of-a-knob"));
        press(student.view, "check");
        QTRY_VERIFY(student.replies("No task is open"));
        QVERIFY(student.openTask("resnet-50:22", "llvm").has_value());
        QTRY_VERIFY(student.replies("This task is for the CPU"));
        QVERIFY(student.openTask("resnet-50:22", "cuda").has_value());
        QTRY_VERIFY(student.replies("This one has 349,440 configs"));
        QElapsedTimer clock;
        clock.start();
        QVERIFY(student.openTask("resnet-50:23", "cuda").has_value());
        QTRY_COMPARE(student.view.step(), QStringLiteral("size"));
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed()))); // a second on a quiet machine
        press(student.view, "choice.sum");
        QTRY_VERIFY(student.replies("The sum is 390"));
        press(student.view, "choice.product");
        QTRY_COMPARE(student.view.step(), QStringLiteral("value"));
        press(student.view, "choice.one");
        QVERIFY(student.edit("tile_f+=[-1,1,96,1]").has_value());
        QTRY_VERIFY(student.replies("Another knob was edited"));
        look(student.window, "lesson-wrong");
        QVERIFY(student.workspace.setEdits({}).has_value());
        QVERIFY(student.edit("auto_unroll_max_step-=0").has_value());
        QTRY_VERIFY(student.replies("256,256 configs: a value was removed"));
        QVERIFY(student.workspace.setEdits({}).has_value());
        QVERIFY(student.edit("auto_unroll_max_step+=1024").has_value());
        QTRY_COMPARE(student.view.step(), QStringLiteral("time"));
        QVERIFY(student.replies("128,128 new configs, not one")); // the prediction was wrong
        QVERIFY(!student.view.book().log().progress("cost-of-a-knob").at("value").isRight);
    }

    void hintsComeOneAtATime()
    {
        Student student;
        student.window.layouts().apply(Layout::Learn);
        student.view.open(QStringLiteral("cost-of-a-knob"));
        for (int shown = 1; shown <= 2; ++shown) {
            press(student.view, "hint");
            QTRY_COMPARE(student.view.book().log().progress("cost-of-a-knob")["open"].hints, shown);
            QCoreApplication::processEvents();
        }
        QTRY_VERIFY(!student.view.control("hint"));
    }

    void theControlIsShown()
    {
        Student student;
        student.window.layouts().apply(Layout::Learn);
        student.view.open(QStringLiteral("cost-of-a-knob"));
        student.window.findChild<QDockWidget*>(QStringLiteral("tasks"))->hide();
        press(student.view, "showControl");
        auto* ring = student.window.findChild<ControlRing*>();
        QTRY_VERIFY(ring && ring->isVisible());
        QCOMPARE(ring->target()->objectName(), QStringLiteral("target"));
        QVERIFY(!student.view.visibleRegion().isEmpty()); // the lesson stays in sight
    }

    void everyControlOfALessonIsThere()
    {
        Student student;
        QVERIFY(student.openTask("resnet-18:2", "llvm").has_value());
        student.window.refreshViews();
        std::map<QString, View*> views(student.window.views().begin(), student.window.views().end());
        QCOMPARE(views.size(), viewIds().size()); // what `lessons validate` knows
        for (const std::string_view id : viewIds()) {
            QVERIFY2(views.contains(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))), std::string(id).c_str());
        }
        for (const Lesson& lesson : student.view.lessons()) {
            for (const LessonStep& step : lesson.steps) {
                const QString id = QString::fromStdString(step.highlight);
                const QString view = id.section(QLatin1Char('.'), 0, 0);
                if (id.isEmpty()) {
                    continue;
                }
                QVERIFY2(views.contains(view), qPrintable(id));
                const bool isControl = id.contains(QLatin1Char('.'));
                QVERIFY2(!isControl || views[view]->control(id.section(QLatin1Char('.'), 1)), qPrintable(id));
                QVERIFY2(showControl(student.window, id),
                         qPrintable(id)); // around the view while the control has nothing to show
            }
        }
    }

    void everyControlOfAStepHasAnIdAndAName()
    {
        Student student;
        student.window.layouts().apply(Layout::Learn);
        for (const Lesson& lesson : student.view.lessons()) {
            student.view.open(QString::fromStdString(lesson.id));
            std::set<QString> ids;
            for (const Control& control : controlsOf(student.view)) {
                QVERIFY2(!control.id.isEmpty() && !control.name.isEmpty(), qPrintable(control.kind + control.name));
                QVERIFY2(ids.insert(control.id).second, qPrintable(control.id));
            }
            QVERIFY(ids.contains(QStringLiteral("lessons")));
        }
    }

    void answersAreKeptInTheProjectAndHandedIn()
    {
        QString path;
        {
            Student student;
            student.window.layouts().apply(Layout::Learn);
            student.view.open(QStringLiteral("cost-of-a-knob"));
            QVERIFY(student.openTask("resnet-50:23", "cuda").has_value());
            QTRY_COMPARE(student.view.step(), QStringLiteral("size"));
            press(student.view, "choice.sum");
            QTRY_VERIFY(student.replies("The sum is 390"));
            path = student.workspace.projectPath();
            QVERIFY(!path.isEmpty());
            student.workspace.writes().finishNow();
        }
        Student again;
        QVERIFY(again.window.openProject(path));
        again.workspace.finishAsking();
        again.view.open(QStringLiteral("cost-of-a-knob"));
        QTRY_COMPARE(again.view.step(), QStringLiteral("size"));
        const QString file = m_folder.filePath(QStringLiteral("ada.json"));
        QVERIFY(again.view.book().handIn(file, QStringLiteral("Ada")).has_value());
        auto handIn = readHandIn(file.toStdString());
        QVERIFY(handIn && handIn->isIntact());
    }
};

QTEST_MAIN(TestLessonView)
#include "tst_lessonview.moc"
