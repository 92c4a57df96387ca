// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include "core/store/trialcondition.h"
#include "tests/core/store/sampleproject.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::tests;

class TestNotes : public QObject
{
    Q_OBJECT
private slots:
    void notesAreKeptInOrder()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create);
        QVERIFY(project);
        QVERIFY(projectNotes(*project)->empty());
        QVERIFY(addNote(*project, {}, "first"));
        QVERIFY(addNote(*project, {}, "second, with \"quotes\" and a\nline break"));
        const auto again = Project::open(path, Project::Mode::ReadOnly).map([](Project p) { return projectNotes(p).value(); });
        QVERIFY(again);
        QCOMPARE(again->size(), size_t(2));
        QCOMPARE(again->front().text, std::string("first"));
        QCOMPARE(again->back().text, std::string("second, with \"quotes\" and a\nline break"));
        QVERIFY(again->front().created > 1.6e9);
    }

    void aNetworksNewNameIsThatOfItsTasksAndNotes()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path).value();
            TaskRow task;
            for (const char* label : {"b/full.onnx:1", "full.onnx:12", "full.onnx:3/x86", "full.onnx2:3", "matmul"}) {
                task.key = task.label = label;
                task.task = {{"task", label}};
                QVERIFY(writer->addTask(task));
            }
        }
        auto project = Project::open(path, Project::Mode::ReadWrite);
        for (const NoteSubject& about : {NoteSubject{.task = "full.onnx:3/x86"}, NoteSubject{.network = "full.onnx"},
                                         NoteSubject{.network = "full.onnx2"}, NoteSubject{}}) {
            QVERIFY(addNote(*project, about, "a note"));
        }
        QVERIFY(renameNetworkIn(*project, "full.onnx", "détecteur"));
        std::vector<std::string> labels;
        const std::vector<TaskRow> rows = project->tasks().value();
        for (const TaskRow& row : rows) {
            labels.push_back(row.label);
        }
        QCOMPARE(labels,
                 (std::vector<std::string>{"b/full.onnx:1", "détecteur:12", "détecteur:3/x86", "full.onnx2:3", "matmul"}));
        const auto notes = projectNotes(*project).value();
        QCOMPARE(notes[0].about.task, std::string("détecteur:3/x86"));
        QCOMPARE(notes[1].about.network, std::string("détecteur"));
        QCOMPARE(notes[2].about.network, std::string("full.onnx2"));
        QVERIFY(notes[3].about == NoteSubject());
        QVERIFY(renameNetworkIn(*project, "détecteur", "full.onnx")); // a name that is not ASCII
        QCOMPARE(project->tasks().value()[1].label, std::string("full.onnx:12"));
    }

    void notesAreAboutThings()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path).value();
            const int64_t run = addRun(*writer, multiplication(), "matmul");
            writer->addTrial(run, trialOf(multiplication(), 1, 12, 50));
            writer->flush();
        }
        auto project = Project::open(path, Project::Mode::ReadWrite);
        const NoteSubject subjects[]{{}, {.run = 1}, {.run = 1, .trial = 1}, {.task = "matmul"}, {.network = "resnet-18"}};
        for (const NoteSubject& subject : subjects) {
            QVERIFY(addNote(*project, subject, "a note #good"));
        }
        const auto notes = projectNotes(*project).value();
        QCOMPARE(notes.size(), std::size(subjects));
        for (size_t i = 0; i < notes.size(); ++i) {
            QVERIFY(notes[i].about == subjects[i]);
        }
        QCOMPARE(subjectText(notes[2].about).message, std::string("run 1, trial 1"));

        const auto noTrial = addNote(*project, {.run = 1, .trial = 2}, "no");
        QVERIFY(!noTrial && noTrial.error().message.find("has no trial 2") != std::string::npos);
        QVERIFY(!addNote(*project, {.trial = 1}, "no"));
        QVERIFY(!addNote(*project, {.run = 1, .task = "matmul"}, "no"));
        QVERIFY(!addNote(*project, {.task = "matmul", .network = "resnet-18"}, "no"));

        // A removed note's number may be used again, for something else.
        QVERIFY(removeNote(*project, notes.back().id));
        QVERIFY(!removeNote(*project, notes.back().id));
        const auto again = addNote(*project, {}, "about the project");
        QCOMPARE(*again, notes.back().id);
        QVERIFY(projectNotes(*project)->back().about == NoteSubject());
    }

    void wordsWithANumberSignAreTags()
    {
        using Tags = std::vector<std::string>;
        QCOMPARE(tagsOf("fast #good, see #try-2. (#a_b) #good"), (Tags{"good", "try-2", "a_b"}));
        QCOMPARE(tagsOf("issue #12, C# and x#y, ##, # alone"), Tags());
        QCOMPARE(tagsOf("#\xe5\xbf\xab"), Tags{"\xe5\xbf\xab"});
        QCOMPARE(tagsOf(""), Tags());
    }

    void filtersFindWhatIsTagged()
    {
        const std::vector<NoteRow> notes{{1, {.run = 1, .trial = 3}, 0, "#good"},
                                         {2, {.run = 2}, 0, "all of it #good #late"},
                                         {3, {.task = "dense"}, 0, "#task"}};
        std::vector<RunRow> runs(2);
        runs[0] = {.id = 1, .label = "conv"};
        runs[1] = {.id = 2, .label = "dense"};
        const auto matches = [&](const char* tag, int64_t run, int64_t number) {
            std::vector<TrialFilter> filters{parseTrialFilter(tag).value()};
            findTagged(filters, notes, runs);
            return TrialCondition(filters, run, nullptr).matches({.number = number});
        };
        QVERIFY(matches("#good", 1, 3) && !matches("#good", 1, 4));
        QVERIFY(matches("#good", 2, 4) && matches("#late", 2, 1) && !matches("#late", 1, 3));
        QVERIFY(matches("#task", 2, 9) && !matches("#task", 1, 3));
        QVERIFY(matches("#", 1, 3) && !matches("#", 1, 4)); // any note
        QVERIFY(!matches("#none", 1, 3));
        QVERIFY(!TrialCondition({{parseTrialFilter("#good").value()}}, 1, nullptr).matches({.number = 3})); // not looked up
    }

    void wrongNotesAreRefused()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create);
        QVERIFY(!addNote(*project, {}, " \n"));
        QVERIFY(!addNote(*project, {.run = 42}, "about a run that is not there"));
        auto reading = Project::open(path, Project::Mode::ReadOnly);
        const auto refused = addNote(*reading, {}, "no");
        QVERIFY(!refused && refused.error().message.find(path) != std::string::npos);
        QVERIFY(projectNotes(*project)->empty());
    }
};

QTEST_MAIN(TestNotes)
#include "tst_notes.moc"
