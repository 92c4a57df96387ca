// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/historybest.h"
#include "core/record/log.h"

#include <QFile>
#include <QtTest>

#include <cmath>

using namespace knobscope;
using nlohmann::json;

namespace {

Target target(std::string_view text)
{
    return parseTarget(text).value();
}

const WorkloadKey kMatmul{"tutorial/matmul", json::parse(R"([["TENSOR",[8,8],"float32"]])")};

TuningRecord record(std::string targetText, double cost, int64_t index, int errorNo = 0)
{
    TuningRecord record;
    record.target = std::move(targetText);
    record.task = kMatmul.task;
    record.args = kMatmul.args;
    record.entity.index = index;
    record.costs = {cost};
    record.errorNo = errorNo;
    return record;
}

int64_t answerIndex(const HistoryBest& history, std::string_view targetText)
{
    const auto answer = history.query(target(targetText), kMatmul);
    return answer ? answer->record->entity.index.value_or(-1) : -2;
}

} // namespace

class TestHistoryBest : public QObject
{
    Q_OBJECT

private slots:
    void sampleAnswersAsExpected();
    void theFastestTemplateIsChosen();
    void lowerMeanWinsAndTiesKeepTheEarlier();
    void ownModelComesBeforeTheKey();
    void keysAreAskedInTheirOrder();
    void unknownModelIsNeverLookedUp();
    void unusableRecordsStayOut();
    void workloadsAreTakenApart();
    void missesHaveNoAnswer();
};

void TestHistoryBest::sampleAnswersAsExpected()
{
    const auto log = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    QVERIFY(log);
    HistoryBest history;
    QCOMPARE(history.add(log->records), size_t{10});

    QFile file(KNOBSCOPE_FIXTURES "/records/expected_v02.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const json expected = json::parse(file.readAll().toStdString());
    int queries = 0;
    for (const json& query : expected["best_by_query"]) {
        // "v100 (keys cuda,gpu)" and "x" name models of which the log has no record.
        const std::string model = query["target_model"].get<std::string>();
        std::string keys = "cuda,gpu";
        if (query.contains("target_keys")) {
            keys.clear();
            for (const json& key : query["target_keys"]) {
                keys += (keys.empty() ? "" : ",") + key.get<std::string>();
            }
        }
        const Target asked = target("llvm -keys=" + keys + " -model=" + model.substr(0, model.find(' ')));
        // The expected file counts records, not lines.
        const TuningRecord& best = log->records[query["line"].get<size_t>() - 1];
        QCOMPARE(best.task, query["workload_task"].get<std::string>());
        const auto answer = history.query(asked, {best.task, best.args});
        QVERIFY2(answer, query.dump().c_str());
        QCOMPARE(answer->record->line, best.line);
        ++queries;
    }
    QCOMPARE(queries, 6);
}

void TestHistoryBest::theFastestTemplateIsChosen()
{
    const auto log = readLog(KNOBSCOPE_FIXTURES "/records/sample_v02.log");
    HistoryBest history;
    history.add(log->records);
    const json& args = log->records[0].args;
    const WorkloadKey templates[] = {
        {"conv2d_nchw.cuda", args}, {"conv2d_nchw_winograd.cuda", args}, {"conv2d_unheard_of.cuda", args}};
    const auto chosen = fastestTemplate(history, target("cuda -model=h200"), templates);
    QVERIFY(chosen == 1); // winograd, as expected_v02.json says
    QVERIFY(fastestTemplate(history, target("cuda"), std::span(templates).first(1)) == 0);
    QVERIFY(!fastestTemplate(history, target("cuda"), std::span(templates).last(1)));
}

void TestHistoryBest::lowerMeanWinsAndTiesKeepTheEarlier()
{
    HistoryBest history;
    QVERIFY(history.add(record("cuda", 2e-5, 1)));
    QCOMPARE(answerIndex(history, "cuda"), int64_t{1});
    history.add(record("cuda", 2e-5, 2));
    QCOMPARE(answerIndex(history, "cuda"), int64_t{1});
    history.add(record("cuda", 1.9e-5, 3));
    QCOMPARE(answerIndex(history, "cuda"), int64_t{3});
    TuningRecord mean = record("cuda", 1e-6, 4);
    mean.costs = {1e-6, 4e-5}; // its first cost is lower, its mean is not
    history.add(mean);
    QCOMPARE(answerIndex(history, "cuda"), int64_t{3});
}

void TestHistoryBest::ownModelComesBeforeTheKey()
{
    HistoryBest history;
    history.add(record("cuda -model=a", 1e-5, 1));
    history.add(record("cuda -model=b", 2e-5, 2));
    QCOMPARE(answerIndex(history, "cuda -model=b"), int64_t{2});
    QCOMPARE(answerIndex(history, "cuda -model=c"), int64_t{1});
    QCOMPARE(answerIndex(history, "cuda"), int64_t{1});
    const auto answer = history.query(target("cuda -model=b"), kMatmul);
    QCOMPARE(answer->matchedBy, std::string("b"));
    QVERIFY(answer->record->meanCost() == 2e-5);
    QCOMPARE(history.query(target("rocm"), kMatmul)->matchedBy, std::string("gpu"));
}

void TestHistoryBest::keysAreAskedInTheirOrder()
{
    HistoryBest history;
    history.add(record("llvm -device=arm_cpu", 3e-5, 1));
    history.add(record("llvm", 1e-5, 2));
    QCOMPARE(answerIndex(history, "llvm -device=arm_cpu"), int64_t{1}); // arm_cpu before cpu, though slower
    QCOMPARE(answerIndex(history, "llvm -keys=cpu,arm_cpu"), int64_t{2});
}

void TestHistoryBest::unknownModelIsNeverLookedUp()
{
    HistoryBest history;
    history.add(record("cuda -model=unknown", 1e-5, 1));
    QCOMPARE(answerIndex(history, "llvm -model=unknown"), int64_t{-2});
    QCOMPARE(answerIndex(history, "cuda -model=unknown"), int64_t{1}); // by its key
}

void TestHistoryBest::unusableRecordsStayOut()
{
    HistoryBest history;
    QVERIFY(!history.add(record("cuda", 1e9, 1, 4)));
    QVERIFY(!history.add(record("cuda", 1e-9, 2, 5)));
    QVERIFY(!history.add(record("cuda", std::nan(""), 3)));
    QVERIFY(!history.add(record("pentium", 1e-5, 4)));
    TuningRecord old = record("cuda", 1e-5, 5);
    old.version = 0.1;
    QVERIFY(!history.add(old));
    QCOMPARE(answerIndex(history, "cuda"), int64_t{-2});
    QVERIFY(history.bestRecords().empty());
}

void TestHistoryBest::workloadsAreTakenApart()
{
    HistoryBest history;
    TuningRecord other = record("cuda", 1e-9, 9);
    other.args[0][1][0] = 16;
    history.add(other);
    other = record("cuda", 1e-9, 8);
    other.task = "tutorial/matmul_v1";
    history.add(other);
    QCOMPARE(answerIndex(history, "cuda"), int64_t{-2});
    history.add(record("cuda", 1e-5, 1));
    QCOMPARE(answerIndex(history, "cuda"), int64_t{1});
    QCOMPARE(history.bestRecords().size(), size_t{3});
}

void TestHistoryBest::missesHaveNoAnswer()
{
    HistoryBest history;
    QVERIFY(!history.query(target("cuda"), kMatmul));
    history.add(record("cuda", 1e-5, 1));
    QVERIFY(!history.query(target("llvm"), kMatmul));
}

QTEST_APPLESS_MAIN(TestHistoryBest)
#include "tst_historybest.moc"
