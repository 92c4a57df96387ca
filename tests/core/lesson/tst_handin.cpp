// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/handinreport.h"
#include "core/lesson/lessonfolders.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

constexpr const char* kRoot = KNOBSCOPE_SOURCE_DIR "/resources/lessons";
constexpr const char* kLesson = "cost-of-a-knob";

/// A log of lesson 1: its first step is done, the question was answered wrongly at first.
LessonLog someLog()
{
    LessonLog log;
    const auto add = [&log](const char* step, const char* event, nlohmann::json more, int64_t second) {
        more.update({{"lesson", kLesson}, {"step", step}, {"event", event}});
        log.add(std::move(more), 1'700'000'000'000 + second * 1000);
    };
    add("open", "begin", {}, 0);
    add("open", "hint", {}, 10);
    add("open", "done", {{"right", true}, {"state", {{"task_gpu", 1}, {"template_size", 384384}}}}, 60);
    add("size", "begin", {}, 60);
    add("size", "choose", {{"choice", "sum"}}, 70);
    add("size", "choose", {{"choice", "product"}}, 90);
    add("size", "done", {{"right", false}, {"choice", "product"}, {"state", nlohmann::json::object()}}, 90);
    return log;
}

} // namespace

class TestHandIn : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    std::vector<Lesson> m_lessons = findLessons({kRoot}).lessons;

    std::string path() const { return m_folder.filePath(QStringLiteral("a.json")).toStdString(); }
    void write(const LessonLog& log) const
    {
        QVERIFY(writeHandIn(path(), log, {"Ada", "1.0", {{"cpu", "Test CPU"}}, nlohmann::json::array()}).has_value());
    }
    void replaceInFile(const char* from, const char* to) const
    {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        QVERIFY(text.contains(from));
        text.replace(from, to);
        QVERIFY(file.resize(0) && file.seek(0));
        file.write(text);
    }

private slots:
    void whatWasDoneComesBack()
    {
        write(someLog());
        auto handIn = readHandIn(path()).value();
        QVERIFY(handIn.isIntact());
        const auto lessons = handedInLessons(handIn, m_lessons);
        QVERIFY(handIn.isIntact());
        QCOMPARE(lessons.size(), size_t(1));
        QCOMPARE(lessons[0].done(), size_t(2));
        QCOMPARE(lessons[0].right(), size_t(1));
        QCOMPARE(lessons[0].minutes(), 1.5);
        const auto json = handInToJson(handIn, lessons);
        QCOMPARE(json["student"].get<std::string>(), std::string("Ada"));
        QCOMPARE(json["lessons"][0]["steps"][0]["hints"].get<int>(), 1);
        QCOMPARE(json["lessons"][0]["steps"][1]["first_choice"].get<std::string>(), std::string("sum"));
        const Table table = handInTable({handIn}, {lessons});
        QCOMPARE(table.rows().size(), size_t(1));
        QVERIFY(table.toText().find("1/7") != std::string::npos);
    }

    void editsAreNoticed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("an answer") << QByteArray("\"sum\"") << QByteArray("\"product\"");
        QTest::newRow("a verdict") << QByteArray("\"right\":false") << QByteArray("\"right\":true");
        QTest::newRow("a measured value") << QByteArray("384384") << QByteArray("384385");
        QTest::newRow("the name") << QByteArray("Ada") << QByteArray("Eve");
        QTest::newRow("a time") << QByteArray("1700000010000") << QByteArray("1700000001000");
        QTest::newRow("a hint less") << QByteArray("\"event\":\"hint\"") << QByteArray("\"event\":\"begin\"");
    }

    void editsAreNoticed()
    {
        QFETCH(const QByteArray, from);
        QFETCH(const QByteArray, to);
        write(someLog());
        replaceInFile(from.constData(), to.constData());
        const auto handIn = readHandIn(path()).value();
        QVERIFY(!handIn.isIntact());
        QVERIFY(handIn.faults.front().message.find("was edited") != std::string::npos);
    }

    void aFileCutOffIsNoticed()
    {
        write(someLog());
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QList<QByteArray> lines = file.readAll().split('\n');
        lines.remove(lines.size() - 3); // the last entry
        lines[lines.size() - 3].chop(1);
        QVERIFY(file.resize(0) && file.seek(0));
        file.write(lines.join('\n'));
        file.close();
        const auto handIn = readHandIn(path()).value();
        QVERIFY(!handIn.isIntact());
        QVERIFY(handIn.faults.front().message.find("cut off") != std::string::npos);
    }

    void recordedValuesAreCheckedAgain()
    {
        LessonLog log;
        log.add({{"lesson", kLesson}, {"step", "open"}, {"event", "begin"}});
        log.add({{"lesson", kLesson}, {"step", "open"}, {"event", "done"}, {"right", true}, {"state", {{"template_size", 7}}}});
        write(log);
        auto handIn = readHandIn(path()).value();
        QVERIFY(handIn.isIntact());
        const auto lessons = handedInLessons(handIn, m_lessons);
        QVERIFY(!handIn.isIntact());
        QCOMPARE(lessons[0].right(), size_t(0));
    }

    void strangeFilesAreRefused()
    {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(R"({"format": "knobscope-hand-in", "entries": [1, null, {"hash": 3}]})");
        file.close();
        auto handIn = readHandIn(path()).value();
        QVERIFY(!handIn.isIntact());
        QVERIFY(handedInLessons(handIn, m_lessons).empty());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("{}");
        file.close();
        QVERIFY(!readHandIn(path()));
        QVERIFY(!readHandIn("/nonexistent"));
    }

    void aLogThatWasEditedIsKeptUpToThere()
    {
        nlohmann::json entries = someLog().toJson();
        entries[4]["choice"] = "product";
        QCOMPARE(LessonLog::fromJson(entries).entries().size(), size_t(4));
        QCOMPARE(LessonLog::fromJson(nlohmann::json(3)).entries().size(), size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestHandIn)
#include "tst_handin.moc"
