// SPDX-License-Identifier: GPL-3.0-or-later
// What was said about a project, kept in it a line each.
#include "core/store/projectlog.h"

#include "core/store/meta.h"
#include "core/store/projectlocks.h"
#include "core/store/projectwriter.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace knobscope;

namespace {

std::vector<LogLine> linesFrom(int64_t first, int64_t count)
{
    std::vector<LogLine> lines;
    for (int64_t at = first; at < first + count; ++at) {
        lines.push_back(
            {1'700'000'000'000 + at / 3, at, static_cast<int>(at % 3), Sentence(fmt::format("line {}, \"quoted\"", at)), at, 7});
    }
    return lines;
}

} // namespace

class TestProjectLog : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    std::string makeProject(const char* name)
    {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        return path;
    }
    static std::vector<LogLine> kept(const std::string& path)
    {
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        return storedLog(project).value();
    }

private slots:
    void linesComeBackAsTheyWere()
    {
        const std::string path = makeProject("kept.knobscope");
        const FileStatus file = FileStatus::ofPath(path).value();
        QVERIFY(kept(path).empty());
        QVERIFY(storeLog(path, file, linesFrom(0, 6)).value());
        QVERIFY(storeLog(path, file, linesFrom(4, 6)).value()); // two of them once more
        const std::vector<LogLine> lines = kept(path);
        const std::vector<LogLine> said = linesFrom(0, 10);
        QCOMPARE(lines.size(), said.size());
        for (size_t i = 0; i < said.size(); ++i) {
            QCOMPARE(lines[i].at, said[i].at);
            QCOMPARE(lines[i].level, said[i].level);
            QVERIFY(lines[i].text == said[i].text);
            QCOMPARE(lines[i].run, said[i].run);
            QCOMPARE(lines[i].config, said[i].config);
        }
    }

    void sentencesKeepTheirPatterns()
    {
        const std::string path = makeProject("sentences.knobscope");
        const Sentence said = phrase("Config {} is not measured: {}", 7, phrase("{} is out of range", "tile_x"));
        const Sentence long_ = phrase("Config {} is not measured: {}", 7, std::string(20'000, 'x'));
        const Sentence escaped = phrase("It said: {}", std::string(7'000, '\1')); // six bytes each in JSON
        QVERIFY(storeLog(path, FileStatus::ofPath(path).value(),
                         {{1, 1, 0, said, 0, 7}, {2, 2, 0, long_, 0, 7}, {3, 3, 0, escaped, 0, 7}})
                    .value());
        std::vector<LogLine> lines = kept(path);
        QCOMPARE(lines.size(), size_t(3));
        QVERIFY(lines[0].text == said);
        QVERIFY(lines[1].text == Sentence(long_.message.substr(0, lines[1].text.message.size()))); // what is cut is words
        QVERIFY(lines[2].text == Sentence(escaped.message)); // whole, where both would be too much for a value
        // One that was doctored says what its words say.
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        project.database().exec("UPDATE meta SET value = replace(value, '\"said\":[\"Config {}', '\"said\":[\"Delete {}')"
                                " WHERE key LIKE 'log:%'");
        QVERIFY(storedLog(project).value().front().text == Sentence(said.message));
    }

    void theNewestAreKept()
    {
        const std::string path = makeProject("long.knobscope");
        const FileStatus file = FileStatus::ofPath(path).value();
        QVERIFY(storeLog(path, file, linesFrom(0, kMaxLogLines)).value());
        QCOMPARE(static_cast<int64_t>(kept(path).size()), kMaxLogLines);
        QVERIFY(storeLog(path, file, linesFrom(kMaxLogLines, 20)).value());
        QCOMPARE(static_cast<int64_t>(kept(path).size()), kMaxLogLines);
        QCOMPARE(kept(path).front().run, int64_t(20));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QCOMPARE(static_cast<int64_t>(metaValues(project, "log:")->size()), kMaxLogLines); // and no others
    }

    void longLinesAreCut()
    {
        const std::string path = makeProject("cut.knobscope");
        std::string text = "x";
        for (int i = 0; i < 100'000; ++i) {
            text += "\xc3\xa9\n";
        }
        QVERIFY(storeLog(path, FileStatus::ofPath(path).value(), {{1, 1, 0, Sentence(text), 0, -1}}).value());
        const std::vector<LogLine> lines = kept(path);
        QCOMPARE(lines.size(), size_t(1));
        QVERIFY(lines[0].text.message.size() > 1000 && text.starts_with(lines[0].text.message));
    }

    void whatIsNoLineIsLeftOut()
    {
        const std::string path = makeProject("odd.knobscope");
        QVERIFY(storeLog(path, FileStatus::ofPath(path).value(), linesFrom(0, 1)).value());
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        QVERIFY(setMetaValues(project, {{"log:", 7},
                                        {"log:0000000000001:000001", "words"},
                                        {"log:x", {{"at", -1}, {"text", nlohmann::json::array()}}},
                                        {"lab:1", {{"at", 1}}},
                                        {"logs", {{"at", 1}}}}));
        QCOMPARE(storedLog(project)->size(), size_t(1));
        QCOMPARE(metaValues(project, "lab:")->size(), size_t(1));
    }

    void anotherFileIsNotWrittenTo()
    {
        const std::string path = makeProject("first.knobscope");
        const FileStatus file = FileStatus::ofPath(path).value();
        std::filesystem::rename(path, path + ".moved");
        QVERIFY(!storeLog(path, file, linesFrom(0, 1)).value());
        QVERIFY(!std::filesystem::exists(path));
        makeProject("first.knobscope");
        QVERIFY(!storeLog(path, file, linesFrom(0, 1)).value());
        QVERIFY(kept(path).empty());
    }

    void whoTunesIntoItIsLeftAlone()
    {
        const std::string path = makeProject("held.knobscope");
        {
            auto writer = ProjectWriter::open(path).value();
            TaskRow task;
            task.key = "k";
            RunRow run;
            run.task = writer->addTask(task).value();
            run.tuner = "random";
            run.state = "running";
            QCOMPARE(writer->addRun(run).value(), int64_t(1));
            QVERIFY(writer->flush());
            QVERIFY(storeLog(path, FileStatus::ofPath(path).value(), linesFrom(0, 1)).value()); // that is ourselves
        }
        SQLite::Database(path, SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET state = 'running', host_pid = 2147483647, host_start = '1'");
        {
            ProjectLocks elsewhere(path);
            QVERIFY(elsewhere.acquire(1) == ProjectLocks::Answer::Taken);
            QVERIFY(!storeLog(path, FileStatus::ofPath(path).value(), linesFrom(1, 1)).value());
        }
        QVERIFY(storeLog(path, FileStatus::ofPath(path).value(), linesFrom(1, 1)).value()); // it was killed
        QCOMPARE(kept(path).size(), size_t(2));
    }
};

QTEST_MAIN(TestProjectLog)
#include "tst_projectlog.moc"
