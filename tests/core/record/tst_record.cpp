// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/record.h"

#include <QFile>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace knobscope;
using nlohmann::json;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

QList<QByteArray> recordLines(const char* file)
{
    QFile log(QString(KNOBSCOPE_FIXTURES "/records/") + file);
    if (!log.open(QIODevice::ReadOnly)) {
        return {};
    }
    QList<QByteArray> lines;
    for (const QByteArray& line : log.readAll().split('\n')) {
        if (!line.isEmpty() && !line.startsWith('#')) {
            lines.append(line);
        }
    }
    return lines;
}

/// A small good 0.2 record to spoil.
json goodRecord()
{
    return json::parse(R"({"input":["llvm","tutorial/matmul",[["TENSOR",[8,8],"float32"]],{}],
        "config":{"index":3,"code_hash":null,"entity":[["tile_y","sp",[-1,4]]]},
        "result":[[0.5],0,1.5,1700000000.0],"version":0.2,"tvm_version":"0.8.0"})");
}

} // namespace

class TestRecord : public QObject
{
    Q_OBJECT

private slots:
    void linesOfFormat02RoundTripByteForByte();
    void everyFieldIsRead();
    void fieldsOfFormat01AreRead();
    void oldTargetSpellingIsMended();
    void editsAreKept();
    void nonFiniteCostsSurvive();
    void defaultsAreAnEmptyRecord();
    void meanAndUsability();
    void fallbackEntityHasNoIndex();
    void badRecordsAreRefused_data();
    void badRecordsAreRefused();
    void badTextIsRefused_data();
    void badTextIsRefused();
};

void TestRecord::linesOfFormat02RoundTripByteForByte()
{
    const auto lines = recordLines("sample_v02.log");
    QCOMPARE(lines.size(), 13);
    for (const QByteArray& line : lines) {
        const auto record = parseRecordLine(line.toStdString());
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(recordLine(*record)), line);
    }
}

void TestRecord::everyFieldIsRead()
{
    const auto record = parseRecordLine(recordLines("sample_v02.log")[8].toStdString());
    QVERIFY(record);
    QCOMPARE(record->version, 0.2);
    QCOMPARE(record->target, std::string("llvm -keys=cpu -mcpu=skylake-avx512 -model=unknown"));
    QCOMPARE(record->task, std::string("conv2d_NCHWc.x86"));
    QCOMPARE(record->args.size(), size_t{8});
    QVERIFY(record->kwargs == json::object());
    QVERIFY(record->entity.index == 227);
    QCOMPARE(record->entity.values.size(), size_t{4});
    QVERIFY(*record->entity.find("tile_ow") == KnobValue(SplitEntity{{-1, 5}}));
    QVERIFY(*record->entity.find("unroll_kw") == KnobValue(OtherEntity{true}));
    QVERIFY(record->costs == std::vector<double>({2.1e-05, 2.2e-05, 2.3e-05}));
    QCOMPARE(record->errorNo, 0);
    QCOMPARE(record->allCost, 0.9);
    QCOMPARE(record->timestamp, 1700000018.0);
    QCOMPARE(record->tvmVersion, std::string("0.8.0"));
    QVERIFY(!record->codeHash);
    QVERIFY(record->edits.is_null());
}

void TestRecord::fieldsOfFormat01AreRead()
{
    const auto lines = recordLines("sample_v01.log");
    QCOMPARE(lines.size(), 5);
    for (const QByteArray& line : lines) {
        QVERIFY(parseRecordLine(line.toStdString()));
    }
    const auto record = parseRecordLine(lines[0].toStdString());
    QCOMPARE(record->version, 0.1);
    QVERIFY(record->isOldFormat());
    QCOMPARE(record->task, std::string("topi_nn_conv2d"));
    QCOMPARE(record->templateKey, std::string("direct"));
    QVERIFY(record->entity.index == 175302452);
    QVERIFY(*record->entity.find("tile_f") == KnobValue(SplitEntity{{3, 2, 16, 1}}));
    QVERIFY(record->costs == std::vector<double>({7.5e-05}));
    QCOMPARE(record->timestamp, 1550000001.5);
}

void TestRecord::oldTargetSpellingIsMended()
{
    json row = goodRecord();
    row["input"][0] = "llvm -device=arm_cpu -target=aarch64-linux-gnu";
    QCOMPARE(parseRecordLine(row.dump())->target, std::string("llvm -device=arm_cpu -mtriple=aarch64-linux-gnu"));
}

void TestRecord::editsAreKept()
{
    auto record = parseRecordLine(goodRecord().dump());
    QVERIFY(record);
    record->edits = json::array({"tile_y.max_factor=64"});
    const std::string line = recordLine(*record);
    QVERIFY(line.ends_with(R"("tvm_version": "0.8.0", "space_edits": ["tile_y.max_factor=64"]})"));
    QVERIFY(parseRecordLine(line)->edits == record->edits);
}

void TestRecord::nonFiniteCostsSurvive()
{
    auto record = parseRecordLine(goodRecord().dump());
    record->costs = {kInfinity, std::nan("")};
    record->errorNo = 4;
    record->allCost = -kInfinity;
    record->task = "a NaN \\\" Infinity task"; // inside a text they are no numbers
    const std::string line = recordLine(*record);
    QVERIFY(line.find("[[Infinity, NaN], 4, -Infinity, ") != std::string::npos);
    const auto again = parseRecordLine(line);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->task, record->task);
    QCOMPARE(again->costs[0], kInfinity);
    QVERIFY(std::isnan(again->costs[1]));
    QCOMPARE(again->allCost, -kInfinity);
    QVERIFY(!again->isUsable());
    QCOMPARE(recordLine(*again), line);
}

void TestRecord::defaultsAreAnEmptyRecord()
{
    QCOMPARE(recordLine({}),
             std::string(R"({"input": ["", "", [], {}], "config": {"index": null, "code_hash": null, "entity": []}, )"
                         R"("result": [[], 0, 0.0, 0.0], "version": 0.2, "tvm_version": "0.14.0"})"));
}

void TestRecord::meanAndUsability()
{
    TuningRecord record;
    QVERIFY(std::isnan(record.meanCost()));
    QVERIFY(!record.isUsable());
    record.costs = {2e-5, 2.5e-5};
    QCOMPARE(record.meanCost(), 2.25e-5);
    QVERIFY(record.isUsable());
    record.errorNo = 4;
    QVERIFY(!record.isUsable());
}

void TestRecord::fallbackEntityHasNoIndex()
{
    json row = goodRecord();
    row["config"]["index"] = nullptr;
    const auto record = parseRecordLine(row.dump());
    QVERIFY(record);
    QVERIFY(!record->entity.index);
    QVERIFY(recordLine(*record).find(R"("index": null)") != std::string::npos);
}

void TestRecord::badRecordsAreRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* path, const char* value, const char* says) {
        QTest::newRow(qPrintable(QString(path) + "=" + value)) << path << value << says;
    };
    row("/version", "0.3", "neither 0.1 nor 0.2");
    row("/version", "\"0.2\"", "neither 0.1 nor 0.2");
    row("/version", "0.1", "format 0.1 must have");
    row("/input", "3", "input must be a list of 4 items");
    row("/input", "[]", "input must be a list of 4 items");
    row("/input/0", "7", "target and a task name");
    row("/input/1", "null", "target and a task name");
    row("/input/2", "{}", "arguments must be a list");
    row("/input/3", "[]", "keyword arguments must be an object");
    row("/config", "[]", "config must be an object");
    row("/config", "{}", "config must be an object");
    row("/config/index", "-1", "index must be a whole number");
    row("/config/index", "1.5", "index must be a whole number");
    row("/config/index", "9223372036854775808", "index must be a whole number");
    row("/config/code_hash", "5", "code hash must be text");
    row("/config/entity", "7", "");
    row("/config/entity", "[7]", "");
    row("/config/entity", "[[\"tile_y\",\"sp\"]]", "");
    row("/config/entity", "[[\"tile_y\",\"xx\",[1]]]", "");
    row("/config/entity", "[[\"tile_y\",\"sp\",[\"a\"]]]", "");
    row("/result", "[[1.0],0,1.0]", "result must be a list");
    row("/result/0", "1.0", "result must be a list");
    row("/result/0", "[\"1.0\"]", "a cost must be a number");
    row("/result/0", "[-1.0]", "a time cannot be negative");
    row("/result/0", "[0.0]", "a finite time above 0");
    row("/result/0", "[2e-5, 0]", "a finite time above 0");
    row("/result/0", "[]", "at least one cost");
    row("/result/1", "9", "error number must be");
    row("/result/1", "-1", "error number must be");
    row("/result/1", "0.5", "error number must be");
    row("/result/1", "18446744073709551615", "error number must be");
    row("/result/2", "null", "total cost must be a number");
    row("/result/3", "[]", "timestamp must be a number");
}

void TestRecord::badRecordsAreRefused()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    QFETCH(QString, says);
    json row = goodRecord();
    row[json::json_pointer(path.toStdString())] = json::parse(value.toStdString());
    const auto record = parseRecordLine(row.dump());
    QVERIFY(!record);
    QVERIFY(!record.error().message.empty());
    QVERIFY2(QString::fromStdString(record.error().message).contains(says), record.error().message.c_str());
}

void TestRecord::badTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& text, const char* says) { QTest::newRow(name) << text << says; };
    row("empty", "", "not a tuning record");
    row("words", "hello there", "not a tuning record");
    row("list", "[1, 2]", "not a tuning record");
    row("pickle", "llvm\tgASVDAAAAA==\tgASV\tgASV\t0.2\t0.8.0", "pickle encoding");
    row("bytes", QByteArray("\x03\xfe\t\x01q", 5), "not a tuning record");
    row("half", QByteArray::fromStdString(goodRecord().dump()).left(60), "not valid JSON; the first error is at byte 61");
    row("trailing", QByteArray::fromStdString(goodRecord().dump()) + "x", "not valid JSON");
    row("bad UTF-8", "{\"input\": [\"\xff\"]}", "not valid JSON");
    row("nothing known", "{}", "must have \"input\"");
    row("deep", "{\"input\": " + QByteArray(1'000'000, '[') + "}", "more than 64 levels");
    row("huge number", QByteArray::fromStdString(goodRecord().dump()).replace("1.5", "1e999"), "a number that is too large");
}

void TestRecord::badTextIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto record = parseRecordLine(text.toStdString());
    QVERIFY(!record);
    QVERIFY2(QString::fromStdString(record.error().message).contains(says), record.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestRecord)
#include "tst_record.moc"
