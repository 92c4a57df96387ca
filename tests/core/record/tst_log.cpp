// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/unfinishedfile.h"
#include "core/record/log.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <limits>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace knobscope;

namespace {

std::string sampleText(const char* name)
{
    QFile file(QString(KNOBSCOPE_FIXTURES "/records/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

LogContents read(const std::string& text)
{
    std::istringstream stream(text);
    return readLog(stream);
}

std::string goodLine(int index)
{
    TuningRecord record;
    record.target = "llvm";
    record.task = "tutorial/matmul";
    record.entity.index = index;
    record.costs = {1e-5};
    return recordLine(record) + "\n";
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestLog : public QObject
{
    Q_OBJECT

private slots:
    void samplesAreRead();
    void linesAreNumberedAsInTheFile();
    void formatsMayBeMixed();
    void lineEndsOfWindowsAndByteOrderMarkAreRead();
    void aCutOffLastLineIsSaid();
    void aCompleteLastLineNeedsNoLineEnd();
    void hugeLinesAreSkipped();
    void binaryGarbageGivesProblemsOnly();
    void missingAndUnreadableFilesAreRefused();
    void writtenLogsReadBack();
    void failedWritingLeavesTheOldFile();
    void devicesAndPipesAreNotReplaced();
    void aReplacedFileKeepsItsMode();
    void noRecordsReplaceNothing();
    void onlyLogsAreAppendedTo_data();
    void onlyLogsAreAppendedTo();
    void costsWithoutAnErrorArePossible();
    void appendingKeepsWhatIsThere();
    void appendingEndsACutOffLine();
    void appendingToAFullDiskIsSaid();
    void appendingGoesOnWhenThereIsRoomAgain();
    void longMessagesAreCut();
    void readingTakesTimeByTheLine();
};

void TestLog::samplesAreRead()
{
    const auto current = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(current);
    QCOMPARE(current->records.size(), size_t{13});
    QCOMPARE(current->problemCount, size_t{0});
    QCOMPARE(current->records[0].line, 2); // after a comment
    const auto old = readLog(KNOBSCOPE_FIXTURES "/records/sample_v01.log");
    QVERIFY(old);
    QCOMPARE(old->records.size(), size_t{5});
    QCOMPARE(old->problemCount, size_t{0});
}

void TestLog::linesAreNumberedAsInTheFile()
{
    const auto log = read("# comment\n\n" + goodLine(1) + "nonsense\n" + goodLine(2) + "   \n{\"input\": 3}\n" + goodLine(3));
    QCOMPARE(log.records.size(), size_t{3});
    QCOMPARE(log.records[0].line, 3);
    QCOMPARE(log.records[1].line, 5);
    QCOMPARE(log.records[2].line, 8);
    QCOMPARE(log.problems.size(), size_t{2});
    QCOMPARE(log.problems[0].line, 4);
    QCOMPARE(log.problems[1].line, 7);
}

void TestLog::formatsMayBeMixed()
{
    const auto log = read(sampleText("sample_v01.log") + sampleText("sample_v02.log"));
    QCOMPARE(log.records.size(), size_t{18});
    QCOMPARE(log.problemCount, size_t{0});
    QVERIFY(log.records[4].isOldFormat());
    QVERIFY(!log.records[5].isOldFormat());
}

void TestLog::lineEndsOfWindowsAndByteOrderMarkAreRead()
{
    std::string text = "\xEF\xBB\xBF" + goodLine(1) + goodLine(2);
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
        text.insert(at, "\r");
    }
    const auto log = read(text);
    QCOMPARE(log.records.size(), size_t{2});
    QCOMPARE(log.problemCount, size_t{0});
}

void TestLog::aCutOffLastLineIsSaid()
{
    const std::string text = goodLine(1) + goodLine(2);
    const size_t secondLine = goodLine(1).size();
    for (size_t length = secondLine + 1; length + 2 < text.size(); ++length) {
        const auto log = read(text.substr(0, length));
        QCOMPARE(log.records.size(), size_t{1});
        QCOMPARE(log.problems.size(), size_t{1});
        QCOMPARE(log.problems[0].line, 2);
        if (text[length - 1] != '}') {
            QVERIFY(log.problems[0].why.message.find("incomplete") != std::string::npos);
        }
    }
}

void TestLog::aCompleteLastLineNeedsNoLineEnd()
{
    std::string text = goodLine(1);
    text.pop_back();
    QCOMPARE(read(text).records.size(), size_t{1});
    QCOMPARE(read("").records.size(), size_t{0});
    QCOMPARE(read("").problemCount, size_t{0});
}

void TestLog::hugeLinesAreSkipped()
{
    const auto log = read(goodLine(1) + std::string((size_t{16} << 20) + 1, 'x') + "\n" + goodLine(2));
    QCOMPARE(log.records.size(), size_t{2});
    QCOMPARE(log.records[1].line, 3);
    QCOMPARE(log.problems.size(), size_t{1});
    QCOMPARE(log.problems[0].line, 2);
    QVERIFY(log.problems[0].why.message.find("16777217 bytes") != std::string::npos);
}

void TestLog::binaryGarbageGivesProblemsOnly()
{
    std::string garbage;
    for (int i = 0; i < 20000; ++i) {
        garbage += std::string("\0\xff\x80{[\"", 6) + static_cast<char>(i) + "x\n";
    }
    const auto log = read(garbage);
    QVERIFY(log.records.empty());
    QCOMPARE(log.problems.size(), LogContents::kMaxProblems);
    QVERIFY(log.problemCount >= 20000 - 80); // a few lines are cut in two by i == '\n', a few are comments
    for (const LogProblem& problem : log.problems) {
        QVERIFY(QString::fromStdString(problem.why.message).toUtf8().toStdString() == problem.why.message); // fit to be shown
    }
}

void TestLog::missingAndUnreadableFilesAreRefused()
{
    QTemporaryDir directory;
    const auto missing = readLog(directory.filePath("none.log").toStdString());
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
    QVERIFY(missing.error().message.ends_with("none.log cannot be read: No such file or directory"));
    const auto folder = readLog(directory.path().toStdString());
    QVERIFY(!folder);
    QVERIFY(folder.error().message.ends_with(" is a folder, not a file"));
    QFile packed(directory.filePath("packed.log"));
    QVERIFY(packed.open(QIODevice::WriteOnly) && packed.write("\x1f\x8b\x08\n\t{") > 0);
    packed.close();
    const auto compressed = readLog(packed.fileName().toStdString());
    QVERIFY(!compressed);
    QVERIFY(compressed.error().message.ends_with("packed.log is compressed; unpack it first (gunzip)"));
}

void TestLog::writtenLogsReadBack()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("out.log");
    const auto log = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(writeLog(path.toStdString(), log->records));
    const std::string sample = sampleText("sample_v02.log");
    QCOMPARE(contentOf(path).toStdString(), sample.substr(sample.find('\n') + 1)); // all but the comment
    QCOMPARE(QDir(directory.path()).entryList(QDir::Files), QStringList("out.log"));
}

void TestLog::failedWritingLeavesTheOldFile()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("out.log");
    QVERIFY(writeLog(path.toStdString(), read(goodLine(1)).records));
    rlimit old{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit full{goodLine(1).size() + 40, old.rlim_max};
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN); // else the limit kills the program
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto written = writeLog(path.toStdString(), read(goodLine(2) + goodLine(3)).records);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
    std::signal(SIGXFSZ, oldHandler);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Io);
    QCOMPARE(contentOf(path).toStdString(), goodLine(1));
    QCOMPARE(QDir(directory.path()).entryList(QDir::Files), QStringList("out.log"));
    const auto nowhere = writeLog(directory.filePath("no/such/folder.log").toStdString(), {});
    QVERIFY(!nowhere);
    QVERIFY(nowhere.error().message.find("cannot be written") != std::string::npos);
}

void TestLog::devicesAndPipesAreNotReplaced()
{
    QTemporaryDir directory;
    const std::string pipe = directory.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(LogAppender::open(pipe).error().message, pipe + " is a pipe without a reader; start the reader first");
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(LogAppender::open(pipe));
    QCOMPARE(UnfinishedFile::begin(pipe)->temporaryPath(), pipe);
    ::close(reader);
    QCOMPARE(UnfinishedFile::begin("/dev/null")->temporaryPath(), std::string("/dev/null"));
    const std::string fresh = directory.filePath("new.log").toStdString();
    QVERIFY(UnfinishedFile::begin(fresh)->temporaryPath() != UnfinishedFile::begin(fresh)->temporaryPath());
    QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::System), QStringList("pipe")); // nothing is left behind
}

void TestLog::aReplacedFileKeepsItsMode()
{
    QTemporaryDir directory;
    const std::string path = directory.filePath("out.log").toStdString();
    QVERIFY(writeLog(path, read(goodLine(1)).records));
    QCOMPARE(::chmod(path.c_str(), 0600), 0);
    QVERIFY(writeLog(path, read(goodLine(2)).records));
    struct stat status{};
    QCOMPARE(::stat(path.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t{0600});
}

void TestLog::noRecordsReplaceNothing()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("out.log");
    QVERIFY(writeLog(path.toStdString(), {})); // an empty log where there was none
    QVERIFY(writeLog(path.toStdString(), read(goodLine(1)).records));
    const auto written = writeLog(path.toStdString(), {});
    QVERIFY(!written && written.error().message.find("was not replaced") != std::string::npos);
    QCOMPARE(contentOf(path).toStdString(), goodLine(1));
}

void TestLog::onlyLogsAreAppendedTo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isLog");
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("log") << QByteArray::fromStdString(goodLine(1)) << true;
    QTest::newRow("comments") << QByteArray("# begun\n\n# on Monday\n") << true;
    QTest::newRow("a bad line first") << QByteArray::fromStdString("# begun\nbroken\n" + goodLine(1)) << true;
    QTest::newRow("cut off") << QByteArray::fromStdString(goodLine(1).substr(0, 40)) << true;
    QTest::newRow("shell") << QByteArray("export PATH=$PATH:~/bin\n") << false;
    QTest::newRow("other JSON") << QByteArray("{\"traceEvents\": []}\n") << false;
    QTest::newRow("project") << QByteArray("SQLite format 3\0\20\0\1\1\0", 22) << false;
    QTest::newRow("text without line end") << QByteArray("hello") << false;
}

void TestLog::onlyLogsAreAppendedTo()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isLog);
    QTemporaryDir directory;
    const QString path = directory.filePath("tune.log");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const auto log = LogAppender::open(path.toStdString());
    QCOMPARE(log.has_value(), isLog);
    QVERIFY(log || log.error().message.find("is not an AutoTVM log") != std::string::npos);
    QCOMPARE(contentOf(path), text);
}

void TestLog::costsWithoutAnErrorArePossible()
{
    std::string lines;
    for (const double cost : {1e-5, 0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        TuningRecord record;
        record.target = "llvm";
        record.task = "tutorial/matmul";
        record.costs = {cost};
        lines += recordLine(record) + "\n";
        record.errorNo = 4; // of a failed one AutoTVM's numbers say nothing
        lines += recordLine(record) + "\n";
    }
    const auto log = read(lines);
    QCOMPARE(log.records.size(), size_t{5});
    QCOMPARE(log.problems.size(), size_t{3});
    for (size_t i = 0; i < log.problems.size(); ++i) {
        QCOMPARE(log.problems[i].line, static_cast<int>(3 + 2 * i));
        QVERIFY(log.problems[i].why.message.find("a finite time above 0") != std::string::npos);
    }
}

void TestLog::appendingKeepsWhatIsThere()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("tune.log");
    for (int i = 1; i <= 3; ++i) {
        auto log = LogAppender::open(path.toStdString());
        QVERIFY(log);
        QVERIFY(log->append(read(goodLine(i)).records.front()));
        QCOMPARE(contentOf(path).count('\n'), i); // on disk before the file is closed
    }
    QCOMPARE(contentOf(path).toStdString(), goodLine(1) + goodLine(2) + goodLine(3));
}

void TestLog::appendingEndsACutOffLine()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("tune.log");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(goodLine(1) + goodLine(2).substr(0, 40)));
    file.close();
    auto log = LogAppender::open(path.toStdString());
    QVERIFY(log);
    QVERIFY(log->append(read(goodLine(3)).records.front()));
    const auto contents = readLog(path.toStdString());
    QCOMPARE(contents->records.size(), size_t{2});
    QCOMPARE(contents->records[1].line, 3);
    QCOMPARE(contents->problems.size(), size_t{1});
    QCOMPARE(contents->problems[0].line, 2);
}

void TestLog::appendingToAFullDiskIsSaid()
{
    auto log = LogAppender::open("/dev/full");
    QVERIFY(log);
    const auto appended = log->append({});
    QVERIFY(!appended);
    QCOMPARE(appended.error().message, std::string("/dev/full cannot be written: No space left on device"));
    const auto folder = LogAppender::open("/");
    QVERIFY(!folder);
}

// A record that was cut in two by a full disk must not take the next one with it.
void TestLog::appendingGoesOnWhenThereIsRoomAgain()
{
    QTemporaryDir directory;
    const QString path = directory.filePath("tune.log");
    auto log = LogAppender::open(path.toStdString());
    QVERIFY(log);
    const auto record = [](int index) { return read(goodLine(index)).records.front(); };
    QVERIFY(log->append(record(1)));

    rlimit old{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit full{goodLine(1).size() + 40, old.rlim_max};
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN); // else the limit kills the program
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto appended = log->append(record(2));
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
    std::signal(SIGXFSZ, oldHandler);
    QVERIFY(!appended);
    QVERIFY(appended.error().message.ends_with("tune.log cannot be written: File too large"));

    QVERIFY(log->append(record(3)));
    const auto contents = readLog(path.toStdString());
    QCOMPARE(contents->records.size(), size_t{2});
    QVERIFY(contents->records[1].entity.index == 3);
    QCOMPARE(contents->problems.size(), size_t{1});
}

void TestLog::longMessagesAreCut()
{
    std::string quoted;
    for (int i = 0; i < 100000; ++i) {
        quoted += "é";
    }
    std::string line = goodLine(1);
    line.replace(line.find("\"entity\": []"), 12, "\"entity\": [[\"" + quoted + "\", \"xx\", [1]]]");
    const auto log = read(line);
    QCOMPARE(log.problems.size(), size_t{1});
    const std::string& message = log.problems[0].why.message;
    QVERIFY(message.size() < 320);
    QCOMPARE(QString::fromStdString(message).toUtf8().toStdString(), message);
}

void TestLog::readingTakesTimeByTheLine()
{
    const std::string sample = sampleText("sample_v02.log");
    constexpr size_t records = 13; // of the sample
    const auto secondsFor = [&](size_t times) {
        std::string text;
        for (size_t i = 0; i < times; ++i) {
            text += sample;
        }
        QElapsedTimer timer;
        timer.start();
        const auto log = read(text);
        const qint64 elapsed = timer.nsecsElapsed();
        return log.records.size() == times * records ? static_cast<double>(elapsed) * 1e-9 : -1;
    };
    const double few = std::min(secondsFor(100), secondsFor(100));
    const double many = secondsFor(1600);
    QVERIFY(few > 0 && many > 0);
    qInfo("%zu records in %.2f s", 1600 * records, many);
    // 16 times as many; what looks back at earlier lines takes 256 times as long.
    QVERIFY2(many < 80 * few, qPrintable(QString("%1 s and %2 s").arg(few).arg(many)));
}

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
