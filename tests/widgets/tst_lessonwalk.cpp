// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson walked in the window by its written path, with each wrong answer and each wrong state. Kernels take the time that
// the path says, but for the nightly walk of lesson 2, which measures.
#include "core/lesson/lessoncheck.h"
#include "tests/nightly.h"
#include "tests/widgets/lessonplayer.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "tests/widgets/writtenmeasurer.h"
#include "widgets/base/themestyle.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/navigation.h"
#include "widgets/views/lesson/lessonlist.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/workshop/workshopview.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>

#include <array>
#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// Shares of it are those that lesson 2 writes.
constexpr double kWrittenPeak = 978; // GFLOPS
/// Fixed by the machine or by chance; the texts name them, and no condition needs a certain value.
const std::set<std::string> kOfTheMachine{"cores", "vector_floats", "two_vectors", "best_config", "untuned_config"};
/// Grow with what was done on the way there.
const std::set<std::string> kSums{"runs",        "trials",  "task_runs", "task_trials",
                                  "task_errors", "by_hand", "tuners",    "edited_runs"};
/// Of a shorter comparison by day.
constexpr std::string_view kShortened = "lab_seeds";

bool isMeasured(const std::string& name)
{
    const StateName* entry = findStateName(name);
    const bool isTime = entry && (entry->unit == StateUnit::Microseconds || entry->unit == StateUnit::Percent);
    return isTime || name.starts_with("lab.") || name.starts_with("schedule_s") || kOfTheMachine.contains(name);
}

/// A person in front of a window with a lesson open.
struct Student {
    MainWindow window;
    LessonView& view = window.view<LessonView>();
    LessonPlayer player{window};
    int patience = 20'000; ///< milliseconds
    std::shared_ptr<WrittenTimes> times = std::make_shared<WrittenTimes>();
    const Lesson& lesson;

    Student(const std::string& id, bool measures)
        : lesson(*std::ranges::find(view.lessons(), id, &Lesson::id))
    {
        if (!measures) {
            window.session().setMeasurer(
                [written = times](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
                    return std::make_unique<WrittenMeasurer>(written);
                });
        }
        window.resize(1440, 900);
        window.show();
        window.layouts().apply(Layout::Learn);
        view.open(QString::fromStdString(id));
        window.showView(QStringLiteral("lesson"));
    }

    const StepText& text(const LessonStep& step) const { return lesson.text(lessonLanguage()).steps.at(step.key); }
    StepProgress progress(const LessonStep& step) { return view.book().log().progress(lesson.id)[step.key]; }

    /// Waits until `isSo`, with the state as it is. False: it did not happen.
    template<class Condition>
    bool waitFor(const Condition& isSo, int milliseconds = 0) const
    {
        QElapsedTimer clock;
        for (clock.start(); clock.elapsed() < (milliseconds > 0 ? milliseconds : patience); QTest::qWait(20)) {
            view.refreshNow();
            QCoreApplication::processEvents();
            if (isSo()) {
                return true;
            }
        }
        return false;
    }

    /// Values of a written state that the program's state does not have.
    QString different(const LessonState& written) const
    {
        QStringList all;
        for (const auto& [name, value] : written) {
            const auto found = view.lessonState().find(name);
            const int64_t now = found == view.lessonState().end() ? 0 : found->second;
            if ((name == "cores" || name == "vector_floats") && now <= 0) {
                all << QString::fromStdString(name) + QStringLiteral(" is unknown");
            }
            const bool isSum = kSums.contains(name) || name.starts_with("tuner.");
            const bool isFree =
                isMeasured(name) || name == kShortened || (name == "config" && written.contains("untuned_config"));
            if (!isFree && (isSum ? now < value : now != value)) {
                all << QStringLiteral("%1 is %2, not %3").arg(QString::fromStdString(name)).arg(now).arg(value);
            }
        }
        return all.join(QStringLiteral("; "));
    }

    void measureAs(const LessonState& written) const
    {
        for (const auto& [name, value] : written) {
            if (name == "config_speedup" || name == "best_speedup" || name == "schedule_speedup") {
                times->speedup = value;
            }
        }
    }

    LessonAction filledIn(LessonAction action) const
    {
        action.value = fillIn(action.value, view.lessonState());
        return action;
    }

    /// Performs an action of the path. Empty: it led to its state.
    QString perform(PathAction action)
    {
        if (!isNightly() && action.action.view == "lab" && action.action.control == "seeds") {
            action.action.value = "2"; // instead of twelve, which take seconds
        }
        measureAs(action.state);
        if (QString problem = player.perform(filledIn(action.action)); !problem.isEmpty()) {
            return problem;
        }
        QString problem;
        waitFor([&] { return (problem = different(action.state)).isEmpty(); });
        return problem.isEmpty() && !isInSight(view) ? QStringLiteral("the lesson is hidden") : problem;
    }

    QString perform(const std::vector<LessonAction>& actions)
    {
        for (const LessonAction& action : actions) {
            if (QString problem = player.perform(filledIn(action)); !problem.isEmpty()) {
                return problem;
            }
            view.refreshNow();
            waitFor([this] { return view.lessonState().at("running") == 0 || times->speedup == 0; });
        }
        return {};
    }

    /// What the step answers to this.
    QString answer(const LessonStep& step, const StepVerdict& verdict) const
    {
        LessonState state = view.lessonState();
        return QString::fromStdString(lessonRichText(verdictText(verdict, text(step), state)));
    }
};

/// What is missing, or what is wrong with one of the wrong states.
QString tryWrongState(Student& student, const LessonStep& step, const WrongState& wrong)
{
    const auto is = [&wrong](const char* name, int64_t value) {
        const auto found = wrong.example.find(name);
        return found != wrong.example.end() && found->second == value;
    };
    const int64_t before = student.times->speedup;
    student.times->isWrong = is("schedule_timed", 1) && is("schedule_right", 0);
    student.times->speedup = is("running", 1) ? 0 : before; // a run that lasts
    QString problem = student.perform(wrong.path);
    const StepVerdict verdict{StepVerdict::Says::Wrong, wrong.key};
    if (problem.isEmpty() && !student.waitFor([&] { return student.view.reply() == student.answer(step, verdict); }, 5000)) {
        problem = QStringLiteral("says \"%1\", not \"%2\"").arg(student.view.reply(), student.answer(step, verdict));
    }
    if (problem.isEmpty()) {
        problem = student.perform(wrong.back);
    }
    student.times->isWrong = false;
    student.times->speedup = before;
    student.waitFor([&] { return student.view.lessonState().at("running") == 0; });
    return problem.isEmpty() ? problem : QString::fromStdString(wrong.key) + QStringLiteral(": ") + problem;
}

QString chooseAnswer(Student& student, const std::string& key)
{
    return student.player.perform(LessonAction{"choose", {}, {}, key});
}

/// Gives the wrong answers to a question, or to what has to be predicted, one.
QString tryWrongAnswers(Student& student, const LessonStep& step)
{
    for (const LessonChoice& choice : step.choices) {
        if (choice.when && (step.kind == LessonStepKind::Ask || choice.when->text() == "1")) {
            continue;
        }
        if (QString problem = chooseAnswer(student, choice.key); !problem.isEmpty()) {
            return problem;
        }
        const StepVerdict verdict{StepVerdict::Says::Wrong, choice.key};
        if (step.kind == LessonStepKind::Ask
            && !student.waitFor([&] { return student.view.reply() == student.answer(step, verdict); }, 5000)) {
            return QStringLiteral("choice %1 says \"%2\"").arg(QString::fromStdString(choice.key), student.view.reply());
        }
    }
    return {};
}

/// Shows a done step again as it was before its answer was chosen; the program's state stays.
void reopen(Student& student, const LessonStep& step)
{
    LessonBook& book = student.view.book();
    book.add(student.lesson.id, {}, "restart");
    for (const LessonStep& before : student.lesson.steps) {
        if (&before == &step) {
            break;
        }
        book.add(student.lesson.id, before.key, "done", {{"right", true}});
    }
    student.view.open(QString::fromStdString(student.lesson.id));
}

/// Waits until the step is done. Empty: it is, and its card shows the answer to the choice.
QString finish(Student& student, const LessonStep& step)
{
    if (!student.waitFor([&] { return student.progress(step).isDone; })) {
        return QStringLiteral("it is not done; the lesson says \"%1\"").arg(student.view.reply());
    }
    const StepVerdict verdict = checkStep(step, student.view.lessonState(), student.progress(step));
    const auto* reply = student.view.findChild<QLabel*>(QStringLiteral("reply.") + QString::fromStdString(step.key));
    return reply && reply->text() == student.answer(step, verdict)
             ? QString()
             : QStringLiteral("it ends with \"%1\"").arg(reply ? reply->text() : QString());
}

/// Predicts each of the other answers where the step's check holds already.
QString tryOtherPredictions(Student& student, const LessonStep& step)
{
    const std::string chosen = student.progress(step).choice;
    for (const LessonChoice& choice : step.choices) {
        if (step.kind != LessonStepKind::Predict || choice.key == chosen) {
            continue;
        }
        reopen(student, step);
        QString problem = chooseAnswer(student, choice.key);
        problem = problem.isEmpty() ? finish(student, step) : problem;
        if (!problem.isEmpty() || student.progress(step).isRight) {
            return QStringLiteral("choice %1: %2").arg(QString::fromStdString(choice.key), problem);
        }
    }
    return {};
}

/// A text of the lesson that shows the name of a value instead of the value; empty: none.
QString placeholderIn(const Student& student)
{
    QStringList texts;
    for (const QLabel* label : student.view.findChildren<QLabel*>()) {
        texts << label->text();
    }
    for (const QAbstractButton* button : student.view.findChildren<QAbstractButton*>()) {
        texts << button->text();
    }
    const auto names = [](const QString& shown) { return !namesIn(shown.toStdString()).empty(); };
    const auto found = std::ranges::find_if(texts, names);
    return found == texts.end() ? QString() : QStringLiteral("a text is not filled in: ") + *found;
}

/// A part of the lesson that is wider than its pane, or an answer that is cut off; empty: none.
QString tooWide(const Student& student)
{
    for (const QScrollArea* area : student.view.findChildren<QScrollArea*>()) {
        if (area->isVisible() && area->widget()->width() > area->viewport()->width()) {
            return QStringLiteral("the lesson is cut off at the right");
        }
    }
    for (const QPushButton* button : student.view.findChildren<QPushButton*>()) {
        const int lines =
            button->fontMetrics().boundingRect(QRect(0, 0, button->width(), 10'000), Qt::TextWordWrap, button->text()).height();
        if (button->isVisible() && button->height() < lines) {
            return QStringLiteral("an answer is cut off: ") + button->text();
        }
    }
    return {};
}

QString tryWrongStates(Student& student, const LessonStep& step)
{
    for (const WrongState& wrong : step.wrong) {
        QString problem =
            wrong.path.empty() ? QString::fromStdString(wrong.key + " has no path") : tryWrongState(student, step, wrong);
        if (!problem.isEmpty()) {
            return problem;
        }
    }
    return {};
}

/// Steps whose path takes longer than a quick test may: by day they are done without it.
bool isLong(const LessonStep& step)
{
    return std::ranges::any_of(step.path, [](const PathAction& path) {
        return path.action.verb == "press" && path.action.view == "network" && path.action.control == "run";
    });
}

/// Walks a step. Empty: it is done, with the right answer shown.
QString walkStep(Student& student, const LessonStep& step)
{
    QCoreApplication::processEvents(); // the layout
    for (const QString& problem : {placeholderIn(student), tooWide(student)}) {
        if (!problem.isEmpty()) {
            return problem;
        }
    }
    if (QString problem = tryWrongAnswers(student, step); !problem.isEmpty()) {
        return problem;
    }
    if (QString problem = tryWrongStates(student, step); !problem.isEmpty()) {
        return problem;
    }
    if (isLong(step) && !isNightly()) {
        student.view.book().add(student.lesson.id, step.key, "done", {{"right", true}});
        student.view.open(QString::fromStdString(student.lesson.id));
        return {};
    }
    for (const PathAction& action : step.path) {
        if (student.progress(step).isDone) {
            break; // by what was done in wrong states
        }
        if (QString problem = student.perform(action); !problem.isEmpty()) {
            return problem;
        }
    }
    const QString problem = finish(student, step);
    return problem.isEmpty() ? tryOtherPredictions(student, step) : problem;
}

} // namespace

class TestLessonWalk : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    static void walk(const std::string& id)
    {
        Student student(id, false);
        for (const LessonStep& step : student.lesson.steps) {
            const QByteArray where = QByteArray::fromStdString(id + " / " + step.key + ": ");
            QVERIFY2(student.view.step().toStdString() == step.key, (where + student.view.step().toUtf8()).constData());
            const QString problem = walkStep(student, step);
            look(student.window, (id + "-" + step.key).c_str());
            QVERIFY2(problem.isEmpty(), (where + problem.toUtf8()).constData());
        }
        QVERIFY(student.view.step().isEmpty());
    }

private slots:
    void initTestCase()
    {
        useOwnSettings(m_folder.path());
        applyTheme(qgetenv("KNOBSCOPE_LOOK").endsWith("dark")); // pictures in a folder of that name are dark
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
    }

    void lessonsAreWalked_data()
    {
        QTest::addColumn<QString>("id");
        for (const Lesson& lesson : findLessons(lessonRoots()).lessons) {
            QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
        }
    }

    void lessonsAreWalked()
    {
        QFETCH(const QString, id);
        MachinePeak peak;
        peak.gflops = kWrittenPeak;
        peak.gigabytesPerSecond = 10;
        for (int threads = 1; threads <= kMaxPeakThreads; ++threads) {
            keepPeak(threads, peak);
        }
        walk(id.toStdString());
        QSettings().clear();
    }

    /// Lesson 2 with times of this machine, up to the step that asks for nearly all of what it can do.
    void aProductByHandReachesThePeak()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        if (!isNightly()) {
            QSKIP("times sixteen kernels, the slowest of half a second: in the nightly suite");
        }
        Student student("matrix-product", true);
        student.patience = 120'000;
        for (const LessonStep& step : student.lesson.steps) {
            for (const PathAction& action : step.path) {
                const QString problem = student.perform(action);
                QVERIFY2(problem.isEmpty(), qPrintable(problem));
                QVERIFY(
                    student.waitFor([&] { return !student.window.view<WorkshopView>().isTiming(); })); // else Time It stops it
            }
            const bool isDone = student.waitFor([&] { return student.progress(step).isDone; });
            look(student.window, ("measured-" + step.key).c_str());
            QVERIFY2(isDone, qPrintable(student.view.reply()));
            qInfo("%s: %s", step.key.c_str(), qPrintable(student.view.reply()));
            if (step.key == "best") {
                qInfo("%d actions, %d %% of the peak", student.player.performed(),
                      static_cast<int>(student.view.lessonState().at("schedule_share_of_peak")));
                return;
            }
        }
        QFAIL("no step called best");
    }
};

QTEST_MAIN(TestLessonWalk)
#include "tst_lessonwalk.moc"
