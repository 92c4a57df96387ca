// SPDX-License-Identifier: GPL-3.0-or-later
// Files of strangers: none ends the program, takes its memory, hangs it, or has it write anywhere.
#include "core/trace/gzstream.h"
#include "tests/app/cli/commandline.h"
#include "tests/nightly.h"
#include "tests/sanitizers/sanitizers.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <ostream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

using knobscope::casesOf;
QString repeated(const char* piece, int times)
{
    return QString::fromLatin1(piece).repeated(times);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("missing");
}

/// The most memory that a child of this program had at once.
long mostMegabytes()
{
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss / 1024;
}

/// A sanitizer keeps what was given back for a while, and a shadow of everything.
long granted(long megabytes)
{
    return knobscope::underAddressSanitizer || knobscope::underThreadSanitizer ? 5 * megabytes : megabytes;
}

bool isRefusal(const Outcome& outcome, const char* words)
{
    const bool said = outcome.code > 0 && outcome.err.find(words) != std::string::npos;
    return said || (qWarning("%d: %s", outcome.code, outcome.err.substr(0, 400).c_str()), false);
}

} // namespace

class TestCliHostile : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)); }

    QString write(const char* name, const QByteArray& content) const
    {
        QFile out(file(name));
        return out.open(QIODevice::WriteOnly) && out.write(content) == content.size() ? out.fileName() : QString();
    }

    /// A fixture, unpacked.
    QString unpacked(const QString& name) const
    {
        knobscope::GzInput input((QStringLiteral(KNOBSCOPE_FIXTURES "/hostile/") + name + QStringLiteral(".gz")).toStdString());
        std::istream in(&input);
        const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        return write(name.toLatin1().constData(), QByteArray::fromStdString(text));
    }

    /// What a stranger does to a project; `text` is bound to the ?.
    static void change(const QString& path, const char* sql, const std::string& text = {})
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        SQLite::Statement change(database, sql);
        if (!text.empty()) {
            change.bind(1, text);
        }
        change.exec();
    }

    /// The sample project with SQL that a stranger ran on it.
    QString project(const char* sql, const std::string& text = {}) const
    {
        const QString path = file("crafted.knobscope");
        QFile::remove(path);
        QFile::copy(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope"), path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        change(path, sql, text);
        return path;
    }

    /// A project whose last run of random search, and no other, can go on for a trial, and names this log and this source.
    QString resumable(const QString& log, const QString& transfer = {}) const
    {
        const QString path =
            project("UPDATE run SET state = 'stopped', options = json_set(options, '$.run.log', ?, '$.run.confirm_top', 0), "
                    "budget = (SELECT count(*) + 1 FROM trial WHERE run = id) "
                    "WHERE id = (SELECT max(id) FROM run WHERE tuner = 'random')",
                    log.isEmpty() ? std::string(" ") : log.toStdString());
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        database.exec("UPDATE run SET state = 'finished' WHERE id <> (SELECT max(id) FROM run WHERE tuner = 'random')");
        if (log.isEmpty()) {
            database.exec("UPDATE run SET options = json_remove(options, '$.run.log')");
        }
        SQLite::Statement change(
            database, "UPDATE run SET options = json_set(options, '$.run.transfer', ?, '$.run.from_scratch', json('false'))");
        change.bind(1, transfer.toStdString());
        change.exec();
        return path;
    }

    /// Compressed: one of the members that a gzip file may be put together of.
    QByteArray packed(const std::string& text) const
    {
        const QString path = file("member.gz");
        knobscope::GzOutput output(path.toStdString());
        std::ostream(&output) << text;
        output.close();
        return contentOf(path);
    }

    /// A compressed trace of one piece repeated between a beginning and an end. Hundreds of them are compressed but once.
    QString trace(const std::string& begin, const std::string& piece, int times, const std::string& end) const
    {
        constexpr int together = 500;
        std::string pieces;
        for (int i = 0; i < together; ++i) {
            pieces += piece;
        }
        const QByteArray member = packed(pieces);
        QByteArray all = packed(begin);
        for (int i = 0; i < times / together; ++i) {
            all += member;
        }
        pieces.resize(piece.size() * static_cast<size_t>(times % together));
        return write("t.json.gz", all + packed(pieces + end));
    }

private slots:
    void crashingInputsAreAnswered_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        for (const char* log : {"log-edit-plus.log", "log-filter-and.log", "log-filter-quad.log"}) {
            QTest::newRow(log) << QStringList{QStringLiteral("records"), QStringLiteral("read"),
                                              unpacked(QString::fromLatin1(log))}
                               << QString();
        }
        const auto row = [](const char* name, const QStringList& arguments, const char* words) {
            QTest::newRow(name) << arguments << QString::fromLatin1(words);
        };
        row("deep task", {"config", repeated("[", 60000) + repeated("]", 60000), "0"}, "nested more than 64 levels deep");
        row("deep edit", {"space", "resnet-18:1", "--edit", "tile_ic=" + repeated("[", 60000)},
            "nested more than 64 levels deep");
        row("long condition", {"space", "resnet-18:1", "--edit", "where " + repeated("1+", 60000) + "1>0"}, "at most 1000");
        row("long filter", {"space", "resnet-18:1", "--edit", "tile_ic.filter=" + repeated("tail==1 and ", 8000) + "tail==1"},
            "at most 1000");
        row("deep parameter",
            {"tune", "resnet-18:1", "--trials", "1", "--tuner", "ga", "--param", "pop_size=" + repeated("[", 60000)},
            "pop_size of tuner ga must be an integer");
    }

    void crashingInputsAreAnswered()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        QElapsedTimer timer;
        timer.start();
        const Outcome outcome = cli(arguments);
        QVERIFY(words.isEmpty() ? outcome.code == 0 && outcome.err.empty() : isRefusal(outcome, qPrintable(words)));
        QVERIFY(timer.elapsed() < 20000);
        QVERIFY2(mostMegabytes() < granted(500), std::to_string(mostMegabytes()).c_str());
    }

    void aProjectDoesNotChooseItsLog()
    {
        QTemporaryDir elsewhere;
        const QString shell = elsewhere.filePath(QStringLiteral("profile.log"));
        QVERIFY(isRefusal(cli({"resume", resumable(shell)}),
                          "not a log in the project's folder; if you trust it, repeat it with --log"));
        QVERIFY(!QFile::exists(shell));
        for (const QString& beside : {file(".profile"), file("Makefile"), file("../up.log"), file(".config/x.log")}) {
            QVERIFY(isRefusal(cli({"resume", resumable(beside)}), "not a log in the project's folder"));
            QVERIFY(!QFile::exists(beside));
        }
        QVERIFY(QFile::link(shell, file("linked.log")));
        QVERIFY(isRefusal(cli({"resume", resumable(file("linked.log"))}), "not a log in the project's folder"));
        const QString notes = write("notes.log", "export PATH=$PATH:~/bin\n");
        QVERIFY(isRefusal(cli({"resume", resumable(notes)}), "is not an AutoTVM log"));
        QCOMPARE(contentOf(notes), QByteArray("export PATH=$PATH:~/bin\n"));
    }

    void aProjectIsNoLog()
    {
        const QString other = file("other.knobscope");
        QVERIFY(QFile::copy(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope"), other));
        QFile::setPermissions(other, QFile::ReadOwner | QFile::WriteOwner);
        const QByteArray before = contentOf(other);
        const QString path = resumable({});
        QVERIFY(isRefusal(cli({"resume", path, "--log", other}), "is a project or another database"));
        QVERIFY(isRefusal(cli({"resume", path, "--log", path}), "is a project or another database"));
        QCOMPARE(contentOf(other), before);
    }

    void aProjectDoesNotChooseWhatItLearnsFrom()
    {
        QVERIFY(isRefusal(cli({"resume", resumable({}, "/dev/zero")}),
                          "not in the project's folder; if you trust it, repeat it with"));
        QVERIFY(isRefusal(cli({"resume", resumable({}, "/dev/zero"), "--transfer", "/dev/zero"}), "not a file to learn from"));
    }

    void aNamedLogIsSaid()
    {
        const QString log = file("mine.log");
        const Outcome outcome = cli({"resume", resumable("/nowhere/else.log"), "--log", log});
        if (outcome.err.find("LLVM") != std::string::npos) {
            QSKIP("no kernels without LLVM");
        }
        QVERIFY2(outcome.err.find("Records are appended to " + log.toStdString()) != std::string::npos, outcome.err.c_str());
        QCOMPARE(contentOf(log).count('\n'), qsizetype{1}); // the trial that was asked for
    }

    void noRecordsReplaceNoFile()
    {
        const QString kept = write("kept.log", "precious\n");
        const QString garbage = write("garbage.log", "this is\nno log\n");
        QVERIFY(isRefusal(cli({"records", "convert", garbage, "-o", kept}), "contains no records"));
        QCOMPARE(contentOf(kept), QByteArray("precious\n"));
        const QString path = project("DELETE FROM span");
        QVERIFY(isRefusal(cli({"trace", "export", path, "-o", kept}), "was not replaced"));
        QVERIFY(isRefusal(cli({"trace", "export", path, "-o", file("none.json")}), "There are no spans to export"));
        QVERIFY(!QFile::exists(file("none.json")));
        QCOMPARE(contentOf(kept), QByteArray("precious\n"));
    }

    /// As of `records read <(zcat log.gz)`.
    void aPipeIsReadOnce()
    {
        const QString pipe = file("pipe");
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        std::thread writer([&] {
            QFile out(pipe);
            if (out.open(QIODevice::WriteOnly)) {
                out.write(contentOf(QStringLiteral(KNOBSCOPE_FIXTURES "/records/sample_v02.log")));
            }
        });
        const Outcome outcome = cli({"records", "read", "--json", pipe});
        writer.join();
        QCOMPARE(outcome.document()["records"].size(), size_t(13));
    }

    /// Reading or writing a pipe waits for its other end, which nobody has.
    void pipesInTheirPlaceDoNotHangTheProgram()
    {
        for (const char* name : {"pipe.knobscope", "pipe.onnx", "q.knobscope-wal", "q.knobscope-journal"}) {
            QCOMPARE(::mkfifo(file(name).toLocal8Bit().constData(), 0600), 0);
        }
        const QString pipe = file("pipe.knobscope");
        const char* const noProject = "pipe.knobscope is a device or a pipe, not a project file";
        QVERIFY(isRefusal(cli({"runs", pipe}), noProject));
        QVERIFY(isRefusal(cli({"resume", pipe}), noProject));
        QVERIFY(
            isRefusal(cli({"tune", R"(["tutorial/matmul",64,64,64,"float32"])", "--trials", "2", "--project", pipe}), noProject));
        QVERIFY(QFile::copy(project("UPDATE run SET seed = seed"), file("q.knobscope")));
        QVERIFY(isRefusal(cli({"runs", file("q.knobscope")}), "q.knobscope-wal is a device or a pipe"));
        QVERIFY(QFile::remove(file("q.knobscope-wal")));
        QVERIFY(isRefusal(cli({"runs", file("q.knobscope")}), "q.knobscope-journal is a device or a pipe"));
        QVERIFY(isRefusal(cli({"network", "import", file("pipe.onnx")}), "pipe.onnx is not a file"));
        QVERIFY(isRefusal(
            cli({"network", "export", KNOBSCOPE_FIXTURES "/onnx/node/test_relu/model.onnx", "--onnx", file("pipe.onnx")}),
            "pipe.onnx is a pipe without a reader; start the reader first"));
    }

    void noExportReplacesAProject()
    {
        const QString path = project("UPDATE run SET seed = seed");
        const char* const said = "is a project, which would be overwritten; name another file";
        QVERIFY(isRefusal(cli({"records", "export", path, "-o", path}), said));
        QVERIFY(isRefusal(cli({"trials", path, "1", "--to-log", path}), said));
        QVERIFY(isRefusal(cli({"trace", "export", path, "-o", path}), said));
        QVERIFY(isRefusal(cli({"records", "convert", KNOBSCOPE_FIXTURES "/records/sample_v02.log", "-o", path}), said));
        QVERIFY(isRefusal(cli({"network", "export", "squeezenet-1.1", "--onnx", path}), said));
        QCOMPARE(cli({"runs", path}).code, 0);
        const QString named = file("another.db"); // no suffix makes it one
        QVERIFY(QFile::copy(path, named));
        QVERIFY(isRefusal(cli({"records", "export", named, "-o", named}), said));
        QVERIFY(isRefusal(cli({"trials", named, "1", "--to-log", named}), said));
        QVERIFY(isRefusal(cli({"trace", "export", path, "-o", named}), said));
        QVERIFY(isRefusal(cli({"records", "convert", KNOBSCOPE_FIXTURES "/records/sample_v02.log", "-o", named}), said));
        QCOMPARE(cli({"runs", named}).code, 0);
    }

    /// Pages of zeros in the middle: a trace of what is left would look like a whole one.
    void noTraceComesOfADamagedProject()
    {
        const QString path = project("UPDATE run SET seed = seed");
        QFile damaged(path);
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        constexpr qint64 page = 4096;
        for (qint64 at = 20 * page; at + page < damaged.size() && damaged.seek(at); at += 7 * page) {
            damaged.write(QByteArray(page, '\0'));
        }
        damaged.close();
        QVERIFY(isRefusal(cli({"trace", "export", path, "-o", file("damaged.json")}), "is damaged"));
        QVERIFY(!QFile::exists(file("damaged.json")));
    }

    void linesThatAreNoRecordsFail()
    {
        const QString garbage = write("lines.log", "this is\nno log\n");
        QVERIFY(isRefusal(cli({"records", "read", garbage}), "lines.log:2: this is not a tuning record"));
        QVERIFY(isRefusal(cli({"records", "convert", garbage, "-o", file("new.log")}), "contains no records"));
        QVERIFY(!QFile::exists(file("new.log")));
        QVERIFY(isRefusal(cli({"records", "best", garbage}), "lines.log contains no records. Is it an AutoTVM log? Line 1: "));
        QVERIFY(isRefusal(cli({"records", "best", garbage, "-o", file("new.log")}), "lines.log contains no records"));
        QVERIFY(isRefusal(cli({"records", "query", garbage, "resnet-18:2"}), "lines.log contains no records"));
        QCOMPARE(cli({"records", "read", write("empty.log", "")}).code, 0);
        const Outcome many = cli({"records", "read", write("many.log", QByteArray("no\n").repeated(500))});
        QVERIFY(isRefusal(many, "many.log: 480 more lines cannot be read"));
        QCOMPARE(std::count(many.err.begin(), many.err.end(), '\n'), 22);
        QVERIFY(isRefusal(cli({"runs", file("empty.log")}), "is an empty file"));
    }

    /// Exit code 2 is for command lines that are wrong.
    void whatIsInAFileIsNoWrongUsage()
    {
        QCOMPARE(cli({"lab", project("UPDATE run SET seed = seed")}).code, 1);
        QCOMPARE(cli({"runs", write("text.knobscope", "no project")}).code, 1);
        QCOMPARE(cli({"records", "best", write("text.log", "no log")}).code, 1);
        QCOMPARE(cli({"runs", file("nowhere.knobscope")}).code, 2);
    }

    /// A library's name for a mistake helps nobody.
    void messagesAreSentences()
    {
        const Outcome outcome = cli({"lab", write("cut.json", "{\"cache\":")});
        QVERIFY(isRefusal(outcome, "cut.json is not JSON, or is incomplete"));
        QVERIFY2(outcome.err.find("json.exception") == std::string::npos, outcome.err.c_str());
    }

    void whatSteersATerminalIsShown()
    {
        const std::string evil = "a\x1b[2J\x1b]0;x\x07\xc2\x9b"
                                 "b\xe2\x80\xae\nc\xff";
        const QString path = project("UPDATE task SET label = ?", evil);
        for (const QStringList& arguments :
             {QStringList{"runs", path}, {"--json", "runs", path}, {"best", path}, {"compare", path}}) {
            const Outcome outcome = cli(arguments);
            const std::string all = outcome.out + outcome.err;
            QVERIFY2(all.find("\\u001b[2J") != std::string::npos, all.c_str());
            for (const char* raw : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\xff"}) {
                QVERIFY2(all.find(raw) == std::string::npos, all.c_str());
            }
        }
        const std::string table = cli({"runs", path}).out;
        QVERIFY(table.find("\\u000ac\\ufffd") != std::string::npos); // a label makes no line of its own
    }

    /// Names in the temporary folder that others can foresee: links there lead nowhere.
    void anExperimentFollowsNoLinks()
    {
        QTemporaryDir temporary;
        const QString victim = file("victim");
        for (int i = 0; i < 4000; ++i) {
            const std::string link =
                temporary.filePath(QStringLiteral("experiment-%1.knobscope").arg(::getpid() + i)).toStdString();
            QCOMPARE(::symlink(victim.toLocal8Bit().constData(), link.c_str()), 0);
        }
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TMPDIR"), temporary.path());
        const QStringList experiment{
            "experiment", R"(["tutorial/matmul",32,32,32,"float32"])", "--edit", "tile_y-=[-1,1]", "--trials", "1"};
        const Outcome outcome = cli(experiment + kQuickTiming + QStringList{"--seeds", "1"}, environment);
        QVERIFY(!QFile::exists(victim));
        QVERIFY2(outcome.code == (isUsable("cpu") ? 0 : 1), outcome.err.c_str()); // it had a place of its own
        QCOMPARE(QDir(temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System).size(),
                 qsizetype{4000});
        environment.insert(QStringLiteral("TMPDIR"), QStringLiteral("/nowhere"));
        QVERIFY(isRefusal(cli(experiment, environment), "needs a temporary folder"));
    }

    void packedTracesStayInMemory_data()
    {
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("piece");
        QTest::addColumn<int>("times");
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const QString span = QStringLiteral("{\"ph\":\"X\",\"name\":\"n\",\"ts\":1,\"dur\":5,\"pid\":1,\"tid\":1}");
        const auto row = [](const char* name, const QString& begin, const QString& piece, int times, const QString& end, int code,
                            const char* words) {
            QTest::newRow(name) << begin << piece << times << end << code << QString::fromLatin1(words);
        };
        row("text", "[{\"ph\":\"X\",\"name\":\"", repeated("a", 1000), casesOf(120'000, 8), "\",\"ts\":1}]", 1,
            "longer than the limit of 8388608 bytes");
        row("number", "[{\"ph\":\"X\",\"ts\":1", repeated("1", 1000), casesOf(100'000, 8), "}]", 1,
            "longer than the limit of 8388608 bytes");
        row("gap", "[{\"ph\":\"X\",\"ts\":", repeated(" ", 1000), casesOf(120'000, 8), "1}]", 1,
            "longer than the limit of 8388608 bytes");
        row("brackets", "[", repeated("[", 1000), casesOf(120'000, 8), "", 1, "nested more than 1000000 levels deep");
        row("words", "[", repeated("null,", 200), casesOf(100'000, 8), "1]", 1, "longer than the limit of 8388608 bytes");
        row("identical", "[" + span, "," + span, casesOf(400'000, 8), "]", 0,
            qPrintable(QStringLiteral("%1 spans are inside 20000 others and were").arg(casesOf(400'000, 8) - 19'999)));
        const QString open =
            QStringLiteral("{\"ph\":\"B\",\"name\":\"n\",\"ts\":1,\"pid\":1,\"tid\":1,\"args\":{\"a\":\"%1\"}},");
        row("open", "[", open.arg(repeated("x", 60000)), casesOf(6500, 4), span + "]", 0, "were left out");
    }

    void packedTracesStayInMemory()
    {
        QFETCH(QString, begin);
        QFETCH(QString, piece);
        QFETCH(int, times);
        QFETCH(QString, end);
        QFETCH(int, code);
        QFETCH(QString, words);
        const QString packed = trace(begin.toStdString(), piece.toStdString(), times, end.toStdString());
        const Outcome outcome = cli({"trace", "import", packed, file("imported.knobscope")});
        QVERIFY2(outcome.code == code, fmt::format("{}: {}", outcome.code, outcome.err).c_str());
        QVERIFY2(outcome.err.find(words.toStdString()) != std::string::npos, outcome.err.c_str());
        QVERIFY2(mostMegabytes() < granted(400), std::to_string(mostMegabytes()).c_str());
    }

    void theLongestTraceCanBeRaised()
    {
        const QString packed = trace("[", "{\"ph\":\"X\",\"name\":\"n\",\"ts\":1,\"dur\":0},", 100'000, "1]"); // 4 MB
        QVERIFY(isRefusal(cli({"trace", "import", packed, file("short.knobscope"), "--max-gb", "0.002"}), "--max-gb"));
        QCOMPARE(cli({"trace", "import", packed, file("short.knobscope"), "--max-gb", "0.01"}).code, 0);
    }

    /// Whatever column holds it, deep JSON is a sentence or is left out. (The last: what a child needs at most is counted over
    /// all children so far, and these are given large files.)
    void deepColumnsAreAnswered_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QStringList>("readers"); // commands that need the column; the others answer without it
        const QStringList runs{"runs", "best", "trials", "failures", "insight", "compare", "resume"};
        QTest::newRow("task.task") << "task" << QStringList{"trials", "failures", "insight", "compare", "resume"};
        QTest::newRow("run.parameters") << "parameters" << runs;
        QTest::newRow("run.options") << "options" << runs;
        QTest::newRow("trial.entity") << "entity" << QStringList{"trials", "resume"};
        QTest::newRow("trial.costs") << "costs" << QStringList{"trials", "resume"};
        QTest::newRow("span.args") << "args" << QStringList();
    }

    void deepColumnsAreAnswered()
    {
        QFETCH(QString, column);
        QFETCH(QStringList, readers);
        // A hundred trials and as many spans: each of the texts is 200 kB.
        const QString path = project("DELETE FROM trial WHERE number > 8");
        change(path, "DELETE FROM span WHERE trial <> 1");
        const QString table = QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char('.'), 0, 0);
        change(path, QStringLiteral("UPDATE %1 SET %2 = ?").arg(table, column).toLatin1().constData(),
               std::string(100000, '[') + std::string(100000, ']'));
        for (const QStringList& arguments : {QStringList{"runs", path},
                                             {"best", path},
                                             {"trials", path, "1"},
                                             {"failures", path},
                                             {"insight", path, "1"},
                                             {"compare", path},
                                             {"trace", "export", path, "-o", file("x.json")},
                                             {"resume", path, "1", "--trials", "41", "--log", "/nowhere/x.log"}}) {
            const Outcome outcome = cli(arguments);
            const bool isRead = readers.contains(arguments.front());
            const bool isResumed = arguments.front() == QLatin1String("resume"); // which is refused for its log otherwise
            const char* const words = isRead    ? "contains a value that cannot be read: it is nested more than 64 levels deep"
                                    : isResumed ? "log /nowhere/x.log no longer exists"
                                                : "";
            QVERIFY2(outcome.code
                         == (isRead      ? 1
                             : isResumed ? 2
                                         : 0),
                     fmt::format("{}: {} {}", arguments.front().toStdString(), outcome.code, outcome.err).c_str());
            QVERIFY2(outcome.err.find(words) != std::string::npos, outcome.err.c_str());
            QVERIFY(isRead || isResumed || !outcome.out.empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestCliHostile)
#include "tst_cli_hostile.moc"
