// SPDX-License-Identifier: GPL-3.0-or-later
// Projects that a stranger made: what is not a project's own is refused, and nothing that they hold ends or hangs the program.
#include "core/store/matchingtrials.h"
#include "core/store/projectwriter.h"

#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <chrono>
#include <filesystem>

using namespace knobscope;

namespace {

constexpr const char* endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 0";

} // namespace

class TestStrangersProject : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }

    /// A project, with SQL that its maker ran on it.
    std::string crafted(const std::string& sql) const
    {
        const std::string path = file("crafted.knobscope");
        std::filesystem::remove(path);
        (void)Project::open(path, Project::Mode::Create);
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
        return path;
    }

    /// Why it is refused, for reading and for writing; empty when one of the two opens it.
    std::string refusal(const std::string& path) const
    {
        const auto reading = Project::open(path, Project::Mode::ReadOnly);
        const auto writing = Project::open(path, Project::Mode::ReadWrite);
        return reading || writing ? std::string() : reading.error().message;
    }

private slots:
    void foreignSchemasAreRefused_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, const std::string& sql, const char* word) {
            QTest::newRow(name) << QString::fromStdString(sql) << QString::fromUtf8(word);
        };
        row("endless view", fmt::format("CREATE VIEW v AS {}", endless), "the view v");
        row("view for a table", fmt::format("DROP TABLE note; CREATE VIEW note AS {}", endless), "the view note");
        row("trigger", "CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM trial; END", "the trigger t");
        row("virtual table", "CREATE VIRTUAL TABLE f USING fts5(a)", "the table f");
        row("table more", "CREATE TABLE evil (a)", "the table evil");
        row("column more", "ALTER TABLE run ADD COLUMN evil TEXT", "the table run in a form");
        row("generated column", "ALTER TABLE run ADD COLUMN evil AS (hex(zeroblob(1000000)))", "the table run in a form");
        row("check",
            "DROP TABLE note; CREATE TABLE note (id INTEGER PRIMARY KEY, run INTEGER, created REAL NOT NULL, text TEXT NOT NULL "
            "CHECK (length(text) > 0))",
            "the table note in a form");
        row("index more", "CREATE INDEX evil ON run (hex(zeroblob(task * 100000)))", "the index evil");
        row("table less", "DROP TABLE note", "lacks the table note");
        row("index less", "DROP INDEX trial_columns", "lacks the index trial_columns");
    }

    void foreignSchemasAreRefused()
    {
        QFETCH(QString, sql);
        QFETCH(QString, word);
        const std::string sentence = refusal(crafted(sql.toStdString()));
        QVERIFY2(sentence.find(word.toStdString()) != std::string::npos, sentence.c_str());
    }

    void ownProjectsOpen()
    {
        QVERIFY(refusal(crafted("")).empty());
        QVERIFY(refusal(crafted("ANALYZE")).empty());
    }

    void aSilentQueryIsEnded()
    {
        auto project = Project::open(crafted(""), Project::Mode::ReadWrite).value();
        const QueryGuard impatient(project.database().getHandle(), std::chrono::milliseconds(200));
        try {
            project.database().execAndGet(endless);
            QFAIL("it came to an end");
        } catch (const SQLite::Exception& e) {
            QCOMPARE(e.getErrorCode(), SQLITE_INTERRUPT);
        }
    }

    /// Rows keep coming, so it is at work however long it takes.
    void aQueryThatGivesRowsGoesOn()
    {
        auto project = Project::open(crafted(""), Project::Mode::ReadWrite).value();
        constexpr auto patience = std::chrono::milliseconds(300);
        const QueryGuard impatient(project.database().getHandle(), patience);
        SQLite::Statement q(project.database(), "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
                                                " SELECT n FROM r WHERE n % 1000 = 0");
        const auto start = std::chrono::steady_clock::now();
        int64_t last = 0;
        while (std::chrono::steady_clock::now() - start < 3 * patience && q.executeStep()) {
            last = q.getColumn(0).getInt64();
        }
        QVERIFY(last >= 1000);
        QVERIFY(std::chrono::steady_clock::now() - start >= 3 * patience);
    }

    /// Text is more than any number to SQLite, and read as one it may be anything.
    void trialsWithNegativeNumbersAreRefused()
    {
        const std::string path = crafted(
            "INSERT INTO task (id, key, task, label, space_text, space_length, flops) VALUES (1, 'k', '{}', '', '', 1, 0);"
            "INSERT INTO run (id, task, tuner, parameters, options, seed, state, started, budget, host_pid, host_start)"
            "  VALUES (1, 1, '', '{}', '{}', '0', 'finished', 1, 1, 0, '');"
            "INSERT INTO trial (run, number, config, entity, costs, error_no, message, all_cost, timestamp, gflops, "
            "build_seconds,"
            "                   run_seconds)"
            "  VALUES (1, '-2 of them', 0, '', '[]', 0, '', 0, 1, 0, 0, 0)");
        auto project = Project::open(path, Project::Mode::ReadOnly);
        QVERIFY2(project.has_value(), project ? "" : project.error().message.c_str());
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        MatchingTrials matching({failed}, {});
        const auto read = matching.update(*project);
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("a trial with the number -2") != std::string::npos, read.error().message.c_str());
    }

    void limitsAreSet()
    {
        auto project = Project::open(crafted(""), Project::Mode::ReadWrite).value();
        sqlite3* connection = project.database().getHandle();
        for (const int option : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA}) {
            int value = -1;
            sqlite3_db_config(connection, option, -1, &value);
            QCOMPARE(value, 0);
        }
        int isDefensive = 0;
        sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, -1, &isDefensive);
        QCOMPARE(isDefensive, 1);
        QVERIFY(sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, -1) <= 100);
    }

    void longTextsAreRefused()
    {
        const std::string path = crafted("INSERT INTO task VALUES (1, 'k', '{}', cast(zeroblob(30000000) AS TEXT), '', 1, 1)");
        const auto tasks = Project::open(path, Project::Mode::ReadOnly).value().tasks();
        QVERIFY(!tasks && tasks.error().message.find("longer than the limit") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestStrangersProject)
#include "tst_strangersproject.moc"
