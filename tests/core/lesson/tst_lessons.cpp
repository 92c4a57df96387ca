// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson that ships is walked by its written path, and each of its wrong answers is given.
#include "core/lesson/lessoncheck.h"
#include "core/lesson/lessonfolders.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

constexpr const char* kRoot = KNOBSCOPE_SOURCE_DIR "/resources/lessons";

/// A person at a step: what is seen, and what was answered.
struct Walk {
    LessonState state;
    StepProgress progress;

    void perform(const PathAction& action)
    {
        for (const auto& [name, value] : action.state) {
            state[name] = value;
        }
        if (action.action.verb == "choose") {
            progress.choice = action.action.value;
            progress.firstChoice = progress.firstChoice.empty() ? progress.choice : progress.firstChoice;
        } else if (action.action.verb == "go") {
            progress.hasGoneOn = true;
        }
    }
};

QString where(const Lesson& lesson, const LessonStep& step)
{
    return QString::fromStdString(lesson.id + " / " + step.key);
}

/// The sentence that each language gives; fails if one is empty or has a name in braces left.
bool speaks(const Lesson& lesson, const LessonStep& step, const StepVerdict& verdict, const LessonState& state)
{
    return std::ranges::all_of(lesson.texts, [&](const auto& text) {
        const std::string sentence = verdictText(verdict, text.second.steps.at(step.key), state);
        return !sentence.empty() && sentence.find('{') == std::string::npos;
    });
}

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT
    FoundLessons m_found = findLessons({kRoot});

private slots:
    void allCanBeRead()
    {
        for (const Sentence& problem : m_found.problems) {
            qWarning("%s", problem.message.c_str());
        }
        QVERIFY(m_found.problems.empty());
        QVERIFY(m_found.lessons.size() >= 2);
        for (const Lesson& lesson : m_found.lessons) {
            QVERIFY2(lesson.texts.contains("en") && lesson.texts.contains("zh_TW"), lesson.id.c_str());
            QCOMPARE(lesson.texts.at("en").order, lesson.texts.at("zh_TW").order);
        }
        QCOMPARE(m_found.lessons[1].id, std::string("cost-of-a-knob"));
    }

    void pathsLeadToTheEnd()
    {
        for (const Lesson& lesson : m_found.lessons) {
            Walk walk;
            for (const LessonStep& step : lesson.steps) {
                walk.progress = {};
                QVERIFY2(!step.path.empty(), qPrintable(where(lesson, step)));
                for (const PathAction& action : step.path) {
                    const StepVerdict before = checkStep(step, walk.state, walk.progress);
                    QVERIFY2(!before.isDone, qPrintable(where(lesson, step)));
                    walk.perform(action);
                }
                const StepVerdict verdict = checkStep(step, walk.state, walk.progress);
                QVERIFY2(verdict.isDone && verdict.isRight, qPrintable(where(lesson, step)));
                QVERIFY2(step.kind == LessonStepKind::See || speaks(lesson, step, verdict, walk.state),
                         qPrintable(where(lesson, step)));
                walk.state["done." + step.key] = 1;
            }
        }
    }

    /// The README tells what lesson 0 checks.
    void theReadmesFiveMinutesAreLessonZero()
    {
        QFile file(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString readme = QString::fromUtf8(file.readAll());
        const QString told = readme.section(QStringLiteral("\n## Five minutes\n"), 1).section(QStringLiteral("\n## "), 0, 0);
        const auto found = std::ranges::find(m_found.lessons, "five-minutes", &Lesson::id);
        QVERIFY(found != m_found.lessons.end());
        QFile english(QString::fromStdString(found->folder) + QStringLiteral("/en.md"));
        QVERIFY(english.open(QIODevice::ReadOnly));
        const QString taught = QString::fromUtf8(english.readAll());
        for (const char* words : {"**resnet-18**", "second task", "the 3x3 convolution", "64x56x56", "980", "**+**", "`tile_ow`",
                                  "`[-1,12]`", "1,078", "Press **Start Tuning** at the top"}) {
            QVERIFY2(told.contains(QLatin1String(words)) && taught.contains(QLatin1String(words)), words);
        }
        QVERIFY(told.contains(QStringLiteral("lesson 0 is these five minutes")));
    }

    /// From the three loops to nine tenths of what the best library reaches: each typed line and each press is an action.
    void theProductByHandTakesFewActions()
    {
        const auto found = std::ranges::find(m_found.lessons, "matrix-product", &Lesson::id);
        QVERIFY(found != m_found.lessons.end());
        size_t actions = 0;
        for (const LessonStep& step : found->steps) {
            actions += step.path.size();
            if (step.key == "best") {
                QVERIFY2(actions <= 25, qPrintable(QString::number(actions)));
                return;
            }
        }
        QFAIL("no step called best");
    }

    void wrongStatesAreAnswered()
    {
        for (const Lesson& lesson : m_found.lessons) {
            Walk walk;
            for (const LessonStep& step : lesson.steps) {
                for (const WrongState& wrong : step.wrong) {
                    LessonState state = walk.state;
                    for (const auto& [name, value] : wrong.example) {
                        state[name] = value;
                    }
                    StepProgress progress;
                    progress.choice = step.choices.empty() ? "" : step.choices.front().key;
                    QVERIFY2(!wrong.path.empty(), qPrintable(where(lesson, step))); // tst_lessonwalk walks it
                    const StepVerdict verdict = checkStep(step, state, progress);
                    QVERIFY2(verdict.says == StepVerdict::Says::Wrong && !verdict.isDone, qPrintable(where(lesson, step)));
                    QCOMPARE(verdict.key, wrong.key);
                    QVERIFY2(speaks(lesson, step, verdict, state), qPrintable(where(lesson, step)));
                }
                std::ranges::for_each(step.path, [&](const PathAction& action) { walk.perform(action); });
            }
        }
    }

    void wrongChoicesAreAnswered()
    {
        for (const Lesson& lesson : m_found.lessons) {
            Walk walk;
            for (const LessonStep& step : lesson.steps) {
                std::ranges::for_each(step.path, [&](const PathAction& action) { walk.perform(action); });
                size_t right = 0;
                for (const LessonChoice& choice : step.choices) {
                    StepProgress progress;
                    progress.choice = progress.firstChoice = choice.key;
                    const StepVerdict verdict = checkStep(step, walk.state, progress);
                    right += verdict.isRight ? 1 : 0;
                    QVERIFY2(verdict.isDone == (verdict.isRight || step.kind == LessonStepKind::Predict),
                             qPrintable(where(lesson, step)));
                    QVERIFY2(speaks(lesson, step, verdict, walk.state), qPrintable(where(lesson, step)));
                    if (!verdict.isRight) {
                        QCOMPARE(verdict.key, choice.key);
                    }
                }
                QVERIFY2(step.choices.empty() || right == 1, qPrintable(where(lesson, step)));
            }
        }
    }

    void hintsAreGiven()
    {
        for (const Lesson& lesson : m_found.lessons) {
            for (const LessonStep& step : lesson.steps) {
                const bool asksToDo = step.kind == LessonStepKind::Do;
                for (const auto& [language, text] : lesson.texts) {
                    QVERIFY2(!asksToDo || !text.steps.at(step.key).hints.empty(), qPrintable(where(lesson, step)));
                    QCOMPARE(text.steps.at(step.key).hints.size(), lesson.texts.at("en").steps.at(step.key).hints.size());
                }
            }
        }
    }

    void aQuestionTakesTheRightAnswerOnly()
    {
        const LessonStep& step = *m_found.lessons[1].step("size");
        StepProgress progress;
        QCOMPARE(checkStep(step, {}, progress).says, StepVerdict::Says::ChooseFirst);
        progress.choice = progress.firstChoice = "sum";
        QVERIFY(!checkStep(step, {}, progress).isDone);
        progress.choice = "product";
        QVERIFY(checkStep(step, {}, progress).isDone);
        QVERIFY(!checkStep(step, {}, progress).isRight); // not at once
    }

    void valuesAreFilledIn()
    {
        const LessonState state{{"space_size", 512512}, {"best_speedup", 235}, {"task_open", 1}};
        QCOMPARE(fillIn("{space_size} configs, {best_speedup}, {task_open}, {runs}, {no such}", state),
                 std::string("512,512 configs, 2.35, yes, 0, {no such}"));
        QVERIFY(holds(Expression::parse("space_size == 512512 and not running").value(), state));
        QVERIFY(!holds(Expression::parse("space_size / runs > 0").value(), state));
        QVERIFY(holds(Expression::parse("knob.tile_x[-1] == 4").value(), {{"knob.tile_x[-1]", 4}}));
    }
};

QTEST_APPLESS_MAIN(TestLessons)
#include "tst_lessons.moc"
