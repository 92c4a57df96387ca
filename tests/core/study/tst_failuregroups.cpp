// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/failuregroups.h"

#include "tests/core/store/sampleproject.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::tests;

namespace {

int64_t inner(const Task& task, int64_t config, const char* knob)
{
    return std::get<SplitEntity>(*task.space.at(config)->find(knob)).sizes.back();
}

} // namespace

class TestFailureGroups : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

    /// One run over all configs, failing as `fails` says with an error number and a message.
    template<class Fails>
    FailureReport report(const char* name, const Task& task, Fails fails, std::span<const TrialFilter> filters = {})
    {
        const std::string path = m_dir.filePath(name).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        const int64_t run = addRun(*writer, task, "conv");
        for (int64_t config = 0; config < task.space.rangeLength(); ++config) {
            const auto [errorNo, message] = fails(config);
            writer->addTrial(run, trialOf(task, config + 1, config, 10, errorNo, message));
        }
        writer->flush();
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        return failureReport(project, tunedRuns(project).value().front(), filters).value();
    }
    using Outcome = std::pair<int, std::string>;

private slots:
    void theKnownCauseIsFound()
    {
        const Task task = convolution();
        const auto made = report("cause", task, [&](int64_t config) -> Outcome {
            const int64_t wide = inner(task, config, "tile_ow");
            if (wide >= 28 && config % 50 != 0) {
                return {4, fmt::format("it crashed with signal 11 after {} ms", config)};
            }
            return config % 97 == 0 ? Outcome{7, "it took longer than 10 s and was stopped"} : Outcome{0, ""};
        });
        QCOMPARE(made.trials, int64_t(980));
        QCOMPARE(made.groups.size(), size_t(2));
        const FailureGroup& crash = made.groups[0];
        QCOMPARE(crash.errorNo, 4);
        QCOMPARE(crash.reason.message, std::string("it crashed with signal 11 after # ms"));
        QVERIFY(crash.explanation.has_value());
        QCOMPARE(conditionText(crash.explanation->condition), std::string("tile_ow[1] >= 28"));
        QCOMPARE(crash.explanation->groupShare(), 1.0);
        QVERIFY(crash.explanation->othersShare() < 0.03);
        QCOMPARE(crash.explanation->inGroup, static_cast<int64_t>(crash.trials.size()));
        QCOMPARE(crash.explanation->group + crash.explanation->others, made.trials);
        QVERIFY(!made.groups[1].explanation); // nothing but chance
        QCOMPARE(made.groups[1].example.message, std::string("it took longer than 10 s and was stopped"));
        QCOMPARE(made.failed, static_cast<int64_t>(crash.trials.size() + made.groups[1].trials.size()));
    }

    /// So that the group is said in the window's language. What an earlier version wrote has English words alone.
    void reasonsKeepTheirPattern()
    {
        const Task task = convolution();
        const std::string path = m_dir.filePath("patterns").toStdString();
        (void)Project::open(path, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path).value();
            const int64_t run = addRun(*writer, task, "conv");
            for (int64_t number = 1; number <= 6; ++number) {
                TrialRow row = trialOf(task, number, number, 0, number > 4 ? 7 : 1);
                row.why = number > 4 ? phrase("Running: {}", phrase("it took longer than {:g} s and was stopped", 10.0))
                                     : phrase("{} bytes of shared memory; {} allows {}", 1000 + number, "sm_90", "48 KiB");
                writer->addTrial(run, row);
            }
            QVERIFY(writer->flush());
        }
        const auto groupsOf = [&path] {
            auto project = Project::open(path, Project::Mode::ReadOnly).value();
            return failureReport(project, tunedRuns(project).value().front()).value().groups;
        };
        const auto groups = groupsOf();
        QCOMPARE(groups.size(), size_t(2));
        QVERIFY(groups[0].reason == phrase("{} bytes of shared memory; {} allows {}", "#", "sm_90", "48 KiB"));
        QVERIFY(groups[0].example == phrase("{} bytes of shared memory; {} allows {}", 1001, "sm_90", "48 KiB"));
        QVERIFY(groups[1].reason == phrase("Running: {}", phrase("it took longer than {:g} s and was stopped", 10.0)));
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE trial SET said = '' WHERE number = 3");
        QVERIFY(groupsOf()[0].reason == Sentence("# bytes of shared memory; sm_90 allows 48 KiB"));
    }

    /// The edit that an explanation proposes takes out what failed and nothing else.
    void theProposedConstraintTakesTheFailuresOut()
    {
        const Task task = convolution();
        const auto made = report("edit", task, [&](int64_t config) -> Outcome {
            return inner(task, config, "tile_oc") <= 2 ? Outcome{1, "too narrow"} : Outcome{0, ""};
        });
        const std::vector<SpaceEdit> edits{excludingEdit(made.groups.at(0).explanation.value().condition)};
        QCOMPARE(editText(edits[0]), std::string("where not (tile_oc[1] <= 2)"));
        const ConfigSpace edited = applyEdits(task.space, edits).value();
        QCOMPARE(edited.validCount().low, task.space.rangeLength() - made.failed);
        for (const int64_t number : made.groups[0].trials) {
            QVERIFY(!edited.isValid(number - 1));
        }
    }

    void choicesAreEqualOrNot()
    {
        const Task task = convolution();
        const auto made = report("choice", task, [&](int64_t config) -> Outcome {
            const bool unrolls = std::get<bool>(std::get<OtherEntity>(*task.space.at(config)->find("unroll_kw")).value);
            return unrolls ? Outcome{6, "slow"} : Outcome{0, ""};
        });
        QCOMPARE(conditionText(made.groups.at(0).explanation.value().condition), std::string("unroll_kw == 1"));
        QVERIFY(applyEdits(task.space, std::vector{excludingEdit(made.groups[0].explanation->condition)}).has_value());
    }

    void filtersNarrowWhatIsLookedAt()
    {
        const Task task = convolution();
        TrialFilter only;
        only.kind = TrialFilter::Kind::Knob;
        only.knob = "unroll_kw";
        only.value = true;
        TrialFilter succeeded;
        succeeded.kind = TrialFilter::Kind::Succeeded; // says nothing about why others failed
        const std::vector<TrialFilter> filters{only, succeeded};
        const auto made =
            report("filters", task, [](int64_t config) { return config % 2 ? Outcome{5, "wrong"} : Outcome{0, ""}; }, filters);
        QCOMPARE(made.trials, int64_t(490));
        QVERIFY(made.failed > 0 && made.failed < 490);
    }

    void allOrNoneFailing()
    {
        const Task task = convolution();
        QVERIFY(report("none", task, [](int64_t) { return Outcome{0, ""}; }).groups.empty());
        const auto all = report("all", task, [](int64_t) { return Outcome{2, "no compiler"}; });
        QCOMPARE(all.groups.size(), size_t(1));
        QVERIFY(!all.groups[0].explanation);
    }

    void aFewFailuresProveNothing()
    {
        const Task task = convolution();
        const auto made = report(
            "few", task, [](int64_t config) { return config == 17 || config == 400 ? Outcome{4, "crash"} : Outcome{0, ""}; });
        QCOMPARE(made.groups.at(0).trials.size(), size_t(2));
        QVERIFY(!made.groups[0].explanation);
    }

    void numbersInMessages()
    {
        const auto numbers = [](const char* text) { return messageParts(text).numbers; };
        QVERIFY(numbers("2,048 threads; sm_90 allows 1,024.") == (std::vector<std::string>{"2,048", "90", "1,024"}));
        QVERIFY(numbers("is 1.5e-05, should be 0x7f") == (std::vector<std::string>{"1.5e-05", "0x7f"}));
        QVERIFY(numbers("").empty());
        QVERIFY(numbers("no number").empty());
        std::mt19937 random(5);
        for (int round = 0; round < 5000; ++round) {
            std::string text;
            for (unsigned n = random() % 20; n > 0; --n) {
                text += "0123x.,e-+ a\xc3"[random() % 13];
            }
            const MessageParts parts = messageParts(text);
            std::string again = parts.texts.front();
            for (size_t i = 0; i < parts.numbers.size(); ++i) {
                again += parts.numbers[i] + parts.texts[i + 1];
            }
            QCOMPARE(again, text);
        }
    }
};

QTEST_GUILESS_MAIN(TestFailureGroups)
#include "tst_failuregroups.moc"
