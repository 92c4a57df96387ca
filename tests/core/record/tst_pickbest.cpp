// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pickbest.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace knobscope;
using nlohmann::json;

namespace {

TuningRecord record(const char* target, double cost, int64_t index, int errorNo = 0)
{
    TuningRecord record;
    record.target = target;
    record.task = "tutorial/matmul";
    record.entity.index = index;
    record.costs = {cost};
    record.errorNo = errorNo;
    return record;
}

std::vector<size_t> picked(std::vector<TuningRecord> records)
{
    return pickBest(records);
}

using Positions = std::vector<size_t>;

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestPickBest : public QObject
{
    Q_OBJECT

private slots:
    void sampleIsPickedAsExpected();
    void eachConfigIsWrittenOnceAtItsFirstOccurrence();
    void failedRecordsNeverSurvive();
    void bestOfAModelAndOfAKeyBothSurvive();
    void nothingGivesNothing();
    void logsAreWritten();
    void theExistingOutputTakesPart();
    void oldFormatIsUpgraded();
    void timesThatNoMachineReachesAreNoBest();
    void ofALogWhereAllFailedNothingIsPicked();
    void foreignOutputsAreNotOverwritten();
};

void TestPickBest::sampleIsPickedAsExpected()
{
    QFile file(KNOBSCOPE_FIXTURES "/records/expected_v02.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const json expected = json::parse(file.readAll().toStdString());
    const auto log = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(log);
    QCOMPARE(log->records.size(), expected["records"].get<size_t>());
    json usable = json::array(), best = json::array();
    for (size_t i = 0; i < log->records.size(); ++i) {
        if (log->records[i].isUsable()) {
            usable.push_back(i + 1);
        }
    }
    for (const size_t position : pickBest(log->records)) {
        best.push_back(position + 1);
    }
    QVERIFY(usable == expected["valid"]);
    QVERIFY(best == expected["pick_best_output_lines"]);
}

void TestPickBest::eachConfigIsWrittenOnceAtItsFirstOccurrence()
{
    // The second measurement of config 1 made it the best; its first line stands for it.
    QVERIFY(picked({record("cuda", 3e-5, 1), record("cuda", 2e-5, 2), record("cuda", 1e-5, 1)}) == Positions({0}));
    QVERIFY(picked({record("cuda", 1e-5, 1), record("cuda", 1e-5, 2), record("cuda", 1e-5, 1)}) == Positions({0}));
}

void TestPickBest::failedRecordsNeverSurvive()
{
    QVERIFY(picked({record("cuda", 1e9, 1, 4), record("cuda", 1e-5, 1)}) == Positions({1}));
    QVERIFY(picked({record("cuda", 1e9, 1, 4)}).empty());
}

void TestPickBest::bestOfAModelAndOfAKeyBothSurvive()
{
    QVERIFY(picked({record("cuda -model=a", 2e-5, 1), record("cuda -model=b", 1e-5, 2), record("cuda -model=a", 3e-5, 3),
                    record("cuda", 4e-5, 4)})
            == Positions({0, 1}));
}

void TestPickBest::nothingGivesNothing()
{
    QVERIFY(picked({}).empty());
}

void TestPickBest::logsAreWritten()
{
    QTemporaryDir directory;
    const QString out = directory.filePath("best.log");
    const auto result = pickBestLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log", out.toStdString());
    QVERIFY(result);
    QCOMPARE(result->read, size_t{13});
    QCOMPARE(result->written, size_t{5});
    const QList<QByteArray> all =
        contentOf(KNOBSCOPE_FIXTURES "/records/sample_v02.log").split('\n'); // comment at 0, record n at n
    QCOMPARE(contentOf(out), QByteArrayList({all[2], all[6], all[8], all[10], all[13], ""}).join('\n'));
}

void TestPickBest::theExistingOutputTakesPart()
{
    QTemporaryDir directory;
    const QString in = directory.filePath("in.log"), out = directory.filePath("out.log");
    const auto line = [](const TuningRecord& record) { return QByteArray::fromStdString(recordLine(record)) + "\n"; };
    write(in, line(record("cuda", 2e-5, 1)) + line(record("llvm", 2e-5, 5)));
    write(out, line(record("cuda", 1e-5, 2)) + line(record("llvm", 9e-5, 6)));
    QVERIFY(pickBestLog(in.toStdString(), out.toStdString()));
    QCOMPARE(contentOf(out), line(record("llvm", 2e-5, 5)) + line(record("cuda", 1e-5, 2)));
    const QByteArray once = contentOf(out);
    QVERIFY(pickBestLog(in.toStdString(), out.toStdString()));
    QCOMPARE(contentOf(out), once);
}

void TestPickBest::oldFormatIsUpgraded()
{
    QTemporaryDir directory;
    const QString out = directory.filePath("best.log");
    const auto result = pickBestLog(KNOBSCOPE_FIXTURES "/records/sample_v01.log", out.toStdString());
    QVERIFY(result);
    const auto best = readLog(out.toStdString());
    QCOMPARE(best->records.size(), size_t{2});
    QCOMPARE(best->records[0].task, std::string("conv2d_nchw.cuda"));
    QVERIFY(best->records[0].costs == std::vector<double>({5.25e-05}));
    QCOMPARE(best->records[1].task, std::string("conv2d_NCHWc.x86"));
}

void TestPickBest::timesThatNoMachineReachesAreNoBest()
{
    TuningRecord real = readLog(KNOBSCOPE_FIXTURES "/records/all-failed.log")->records[2]; // 231 MFLOP
    const auto with = [&](double seconds, int64_t index) {
        TuningRecord made = real;
        made.costs = {seconds};
        made.entity.index = index;
        made.entity.values.emplace_back("more", OtherEntity{index});
        return made;
    };
    // A picosecond; 231 MFLOP in 2 ns (1e17 FLOPS and more); 10 us, which a fast card needs.
    QCOMPARE(picked({with(1e-12, 1), with(2e-9, 2), with(1e-5, 3)}), Positions{2});
    const auto beyond = unreachableRecords(std::vector{with(1e-12, 1), with(2e-9, 2), with(1e-5, 3)});
    QCOMPARE(beyond.size(), size_t(2));
    QCOMPARE(beyond[0].why.message, std::string("1e-12 s is less than a call can take on any machine"));
    QVERIFY2(beyond[1].why.message.find("FLOPS, more than any machine has") != std::string::npos, beyond[1].why.message.c_str());
    // Without operations, only the time itself can be wrong.
    QCOMPARE(picked({record("llvm", 2e-9, 1), record("llvm", 1e-3, 2)}), Positions{0});
    QCOMPARE(picked({record("llvm", 2e-10, 1), record("llvm", 1e-3, 2)}), Positions{1});
}

void TestPickBest::ofALogWhereAllFailedNothingIsPicked()
{
    const auto log = readLog(KNOBSCOPE_FIXTURES "/records/all-failed.log");
    QCOMPARE(log->records.size() + log->problemCount, size_t(7));
    QCOMPARE(picked(log->records), Positions{});
    const auto beyond = unreachableRecords(log->records);
    QCOMPARE(beyond.size(), size_t(1));
    QCOMPARE(beyond[0].line, 4);
    QTemporaryDir directory;
    const auto result = pickBestLog(KNOBSCOPE_FIXTURES "/records/all-failed.log", directory.filePath("best.log").toStdString());
    QVERIFY(result);
    QCOMPARE(result->written, size_t(0));
}

void TestPickBest::foreignOutputsAreNotOverwritten()
{
    QTemporaryDir directory;
    const std::string sample = KNOBSCOPE_FIXTURES "/records/sample_v02.log";
    const QString letter = directory.filePath("letter.txt");
    write(letter, "Dear reader,\n");
    const auto overLetter = pickBestLog(sample, letter.toStdString());
    QVERIFY(!overLetter);
    QVERIFY(overLetter.error().message.find("letter.txt is not overwritten, because its line 1 cannot be read")
            != std::string::npos);
    QCOMPARE(contentOf(letter), QByteArray("Dear reader,\n"));

    const QString copy = directory.filePath("copy.log");
    QVERIFY(QFile::copy(QString::fromStdString(sample), copy));
    const QByteArray before = contentOf(copy);
    QVERIFY(!pickBestLog(copy.toStdString(), copy.toStdString()));
    QCOMPARE(contentOf(copy), before);

    const auto ofLetter = pickBestLog(letter.toStdString(), copy.toStdString());
    QVERIFY(!ofLetter);
    QVERIFY(ofLetter.error().message.find("letter.txt contains no records. Is it an AutoTVM log? Line 1: ") != std::string::npos);
    QCOMPARE(contentOf(copy), before);

    QVERIFY(!pickBestLog(directory.filePath("none.log").toStdString(), directory.filePath("out.log").toStdString()));
    QVERIFY(!QFile::exists(directory.filePath("out.log")));
}

QTEST_APPLESS_MAIN(TestPickBest)
#include "tst_pickbest.moc"
