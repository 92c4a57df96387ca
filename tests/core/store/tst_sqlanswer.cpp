// SPDX-License-Identifier: GPL-3.0-or-later
// Questions in SQL: the views against the project's own rows, and what a question must not do.
#include "core/store/meta.h"
#include "core/store/notes.h"
#include "core/store/savedquestions.h"
#include "core/store/sqlanswer.h"

#include "tests/core/store/sampleproject.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>

using namespace knobscope;
using namespace knobscope::tests;

class TestSqlAnswer : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::string m_path = m_folder.filePath("p.knobscope").toStdString();

    nlohmann::json rows(const std::string& question) const
    {
        const auto answer = answerSql(m_path, question);
        return answer ? answer->table.toJson() : nlohmann::json(answer.error().message);
    }

private slots:
    void initTestCase()
    {
        QVERIFY(Project::open(m_path, Project::Mode::Create));
        auto writer = ProjectWriter::open(m_path);
        QVERIFY(writer.has_value());
        const Task task = convolution();
        addRandomTrials(**writer, addRun(**writer, task, "conv"), task, 300, 1);
        addRandomTrials(**writer, addRun(**writer, multiplication(), "product"), multiplication(), 40, 2);
        QVERIFY((*writer)->flush());
    }

    void runsAreThoseOfTheProject()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly);
        const auto expected = project->runs().value();
        const nlohmann::json found = rows("SELECT * FROM run ORDER BY id");
        QCOMPARE(found.size(), expected.size());
        for (size_t r = 0; r < expected.size(); ++r) {
            const RunRow& run = expected[r];
            QVERIFY(found[r].at("task") == run.label);
            QVERIFY(found[r].at("trials") == run.trials);
            QVERIFY(found[r].at("failed") == run.errors);
            QVERIFY(found[r].at("best_config") == run.bestIndex);
            QVERIFY(found[r].at("best_gflops") == run.bestGflops);
            QVERIFY(qFuzzyCompare(found[r].at("best_seconds").get<double>(), run.bestSeconds));
            QVERIFY(found[r].at("best_speedup") == run.bestSpeedup);
        }
    }

    void knobsAreThoseOfTheTrials()
    {
        auto project = Project::open(m_path, Project::Mode::ReadOnly);
        const auto trials = project->trials(1).value();
        std::map<std::string, double> best;
        for (const TrialRow& trial : trials) {
            const std::string value = trial.entity.at(1).at(2).dump();
            best[value] = std::max(best[value], trial.gflops);
        }
        const nlohmann::json found =
            rows("SELECT value, max(gflops) AS best FROM trial t JOIN knob_value k ON k.run = t.run AND k.trial = "
                 "t.number WHERE t.run = 1 AND knob = '"
                 + trials[0].entity.at(1).at(0).get<std::string>() + "' GROUP BY value ORDER BY value");
        QCOMPARE(found.size(), best.size());
        for (const auto& row : found) {
            QCOMPARE(row.at("best").get<double>(), best.at(row.at("value").get<std::string>()));
        }
        QVERIFY(rows("SELECT count(*) AS n FROM span")[0].at("n") == 0);
    }

    void onlyViewsAreRead_data()
    {
        QTest::addColumn<QString>("question");
        for (const char* question : {"DELETE FROM trial",
                                     "INSERT INTO run VALUES (1)",
                                     "UPDATE trial SET config = 1",
                                     "DROP TABLE trial",
                                     "CREATE TEMP TABLE t (x)",
                                     "ATTACH 'other' AS other",
                                     "PRAGMA user_version",
                                     "PRAGMA writable_schema = 1",
                                     "VACUUM INTO 'copy'",
                                     "BEGIN",
                                     "SELECT * FROM main.trial",
                                     "SELECT value FROM meta",
                                     "SELECT * FROM sqlite_master",
                                     "SELECT load_extension('x')",
                                     "SELECT * FROM pragma_table_info('trial')",
                                     "SELECT 1; SELECT 2",
                                     "SELEC 1",
                                     "",
                                     "-- nothing",
                                     "SELECT randomblob(99999999)",
                                     "SELECT abs(-9223372036854775808)"}) {
            QTest::newRow(question) << QString(question);
        }
    }
    void onlyViewsAreRead()
    {
        QFETCH(QString, question);
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        const auto answer = answerSql(m_path, question.toStdString());
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(answer.error().message.ends_with("SELECT of run, trial, knob_value, span, network_step, note"),
                 answer.error().message.c_str());
        file.seek(0);
        QCOMPARE(file.readAll(), before);
    }

    void endlessQuestionsAreStopped()
    {
        const std::string endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT ";
        SqlLimits limits;
        limits.time = std::chrono::milliseconds(200);
        const auto begin = std::chrono::steady_clock::now();
        const auto counted = answerSql(m_path, endless + "count(*) FROM c", limits);
        QVERIFY(!counted && counted.error().message == "The question took longer than 0.2 seconds and was stopped; ask for less");
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)); // not the minute of other queries
        limits.time = std::chrono::hours(1);
        limits.rows = 7;
        const auto listed = answerSql(m_path, endless + "x FROM c", limits);
        QVERIFY(listed && listed->isCut && listed->table.rows().size() == 7);
        const std::atomic<bool> stop = true;
        limits.stop = &stop;
        const auto stopped = answerSql(m_path, endless + "count(*) FROM c", limits);
        QVERIFY(!stopped && stopped.error().message == "The question was stopped");
    }

    void valuesOfAllKinds()
    {
        const nlohmann::json row = rows("SELECT 1 AS a, 0.5 AS a, 'x' || char(0) AS b, x'00ff' AS c, NULL AS d")[0];
        QVERIFY((row == nlohmann::json{{"a", 1}, {"a 2", 0.5}, {"b", std::string("x\0", 2)}, {"c", "x'00ff'"}}));
    }

    void notesAreRows()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        QVERIFY(addNote(project, {.task = "resnet-18:2"}, "#good"));
        QVERIFY(addNote(project, {}, "about all"));
        const auto answer = answerSql(path, "SELECT run, task, text FROM note");
        QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
        const nlohmann::json found = answer->table.toJson();
        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(found[0].at("task").get<std::string>(), std::string("resnet-18:2"));
        QCOMPARE(found[0].at("text").get<std::string>(), std::string("#good"));
        QVERIFY(!found[1].contains("task") && !found[1].contains("run"));
    }

    void questionsAreKept()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("q.knobscope")).toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        QVERIFY(savedQuestions(project)->empty());
        QVERIFY(keepQuestion(project, "best of 'all'", "SELECT 1"));
        QVERIFY(keepQuestion(project, "second", "SELECT 2"));
        QVERIFY(keepQuestion(project, "second", "SELECT 22"));
        QCOMPARE(savedQuestions(project).value(),
                 (std::map<std::string, std::string>{{"best of 'all'", "SELECT 1"}, {"second", "SELECT 22"}}));
        QVERIFY(keepQuestion(project, "second", " "));
        QCOMPARE(savedQuestions(project)->size(), size_t(1));
        QVERIFY(!keepQuestion(project, " ", "SELECT 1"));
    }
};

QTEST_GUILESS_MAIN(TestSqlAnswer)
#include "tst_sqlanswer.moc"
