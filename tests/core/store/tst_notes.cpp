// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

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
        QVERIFY(addNote(*project, 0, "first"));
        QVERIFY(addNote(*project, 0, "second, with \"quotes\" and a\nline break"));
        const auto again = Project::open(path, Project::Mode::ReadOnly).map([](Project p) { return projectNotes(p).value(); });
        QVERIFY(again);
        QCOMPARE(again->size(), size_t(2));
        QCOMPARE(again->front().text, std::string("first"));
        QCOMPARE(again->back().text, std::string("second, with \"quotes\" and a\nline break"));
        QVERIFY(again->front().created > 1.6e9);
    }

    void wrongNotesAreRefused()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create);
        QVERIFY(!addNote(*project, 0, " \n"));
        QVERIFY(!addNote(*project, 42, "about a run that is not there"));
        auto reading = Project::open(path, Project::Mode::ReadOnly);
        const auto refused = addNote(*reading, 0, "no");
        QVERIFY(!refused && refused.error().message.find(path) != std::string::npos);
        QVERIFY(projectNotes(*project)->empty());
    }
};

QTEST_MAIN(TestNotes)
#include "tst_notes.moc"
