// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs write into traces besides plain spans: numbers that are none, times of 16 digits, asynchronous events,
// flows.
#include "core/base/lenientjson.h"
#include "core/trace/tracereader.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>

using namespace knobscope;

namespace {

struct Collected : TraceSink {
    std::vector<std::string> spans; ///< "track start+duration name args"
    std::vector<std::string> samples;
    std::vector<TraceFlow> flows;
    std::vector<std::pair<int64_t, int64_t>> times;
    void span(const TraceSpan& s) override
    {
        spans.push_back(fmt::format("{} {}+{} {} {}", s.track, s.start, s.duration, s.name, s.args));
        times.emplace_back(s.start, s.start + s.duration);
    }
    void sample(uint32_t counter, int64_t time, double value) override
    {
        samples.push_back(fmt::format("{} {} {}", counter, time, value));
    }
    void flow(const TraceFlow& flow) override { flows.push_back(flow); }

    std::vector<std::string> named(const std::string& name) const
    {
        std::vector<std::string> found;
        std::ranges::copy_if(spans, std::back_inserter(found),
                             [&](const std::string& span) { return span.find(" " + name + " ") != span.npos; });
        return found;
    }
};

TraceSummary readText(const std::string& text, Collected& into)
{
    std::istringstream in(text);
    auto read = readTrace(in, "t.json", into);
    if (!read) {
        qWarning("%s", read.error().message.c_str());
    }
    return read.value_or(TraceSummary());
}

TraceSummary readFixture(const char* name, Collected& into)
{
    return readTraceFile(std::string(KNOBSCOPE_FIXTURES "/traces/") + name, into).value_or(TraceSummary());
}

/// 200 kernels of 900 ns, 100 to 102 ns apart, at absolute times of 16 digits with a fraction; `quote`: written as texts.
std::string longTimes(const char* quote)
{
    std::string text = "{\"traceEvents\":[\n";
    int64_t at = 0;
    for (int k = 0; k < 200; ++k) {
        text += fmt::format("{0}{{\"ph\":\"X\",\"name\":\"k\",\"pid\":1,\"tid\":2,\"ts\":{1}{2}.{3:03}{1},\"dur\":{1}0.900{1}}}",
                            k > 0 ? ",\n" : "", quote, int64_t{1778000000123456} + at / 1000, at % 1000);
        at += 1000 + k % 3;
    }
    return text + "]}";
}

bool says(const TraceSummary& summary, const char* words)
{
    return std::ranges::any_of(summary.problems, [&](const Sentence& p) { return p.message.find(words) != std::string::npos; });
}

} // namespace

class TestTraceKinds : public QObject
{
    Q_OBJECT
private slots:
    void numbersThatAreNoneBecomeTexts_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("python") << R"([NaN, Infinity, -Infinity, 1])" << R"(["NaN" ,"Infinity" ,"-Infinity" ,1])";
        QTest::newRow("printf") << R"({"a":inf,"b":-nan,"c":nan})" << R"({"a":"inf","b":"-nan","c":"nan"})";
        QTest::newRow("in texts") << "[\"NaN, inf\",\"a\\\"nan\",true,null]" << "[\"NaN, inf\",\"a\\\"nan\",true,null]";
        QTest::newRow("commas") << R"({"a":[1,2,],})" << R"({"a":[1,2]})";
        QTest::newRow("many commas") << "[,1,,2 , ,]" << "[1,2  ]";
        QTest::newRow("numbers") << "[-1.5e+10,0.25,-3]" << "[-1.5e+10,0.25,-3]";
        QTest::newRow("other words") << "[information,nano]" << "[information,nano]";
        QTest::newRow("no end") << "[1,nan" << "[1,\"nan\"";
    }
    void numbersThatAreNoneBecomeTexts()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        const std::string text = from.toStdString();
        QCOMPARE(QString::fromStdString(lenientJson(text)), to);
        LenientJson one; // a character at a time
        std::string out;
        for (const char c : text) {
            one.rewrite({&c, 1}, out);
        }
        one.finish(out);
        QCOMPARE(QString::fromStdString(out), to);
    }

    void positionsAreThoseOfTheFile()
    {
        const std::string text = R"({"a":nan,"b":[1,2,],"c":inf,"d":?})";
        LenientJson lenient;
        std::string out;
        lenient.rewrite(text, out);
        lenient.finish(out);
        QCOMPARE(lenient.originalPosition(static_cast<int64_t>(out.find('?'))), static_cast<int64_t>(text.find('?')));
        QCOMPARE(lenient.originalPosition(2), int64_t(2));
    }

    void tracesWithSuchNumbersAreReadToTheirEnd()
    {
        for (const char* file : {"not-a-number-inf.json", "not-a-number-python.json", "not-a-number-comma.json"}) {
            Collected got;
            const auto trace = readFixture(file, got);
            QCOMPARE(trace.spans, int64_t(3));
            QVERIFY(trace.problems.empty());
            QCOMPARE(got.spans[2], std::string(R"(0 30000+5000 after {"bytes":400})"));
        }
        Collected got;
        QCOMPARE(readFixture("not-a-number-python.json", got).spans, int64_t(3));
        QCOMPARE(got.spans[1], std::string(R"(0 20000+5000 loss {"best":"Infinity","least":"-Infinity","loss":"NaN"})"));
        Collected counters;
        const auto trace = readFixture("not-a-number-nan.json", counters);
        QCOMPARE(trace.spans, int64_t(2));
        QCOMPARE(trace.counters, std::vector<std::string>{"CPU idle"});
        QCOMPARE(counters.samples, std::vector<std::string>{"0 21000 3"});
    }

    void damageInTheMiddleIsTold()
    {
        Collected got;
        const std::string text = R"({"traceEvents":[{"ph":"X","name":"a","ts":1,"dur":nan},
{"ph":"X","name":"b","ts":1,"dur":2,"args":{"x":?}},{"ph":"X","name":"c","ts":9,"dur":1}]})";
        const auto trace = readText(text, got);
        QCOMPARE(trace.spans, int64_t(1));
        QVERIFY(trace.isDamaged);
        QVERIFY2(says(trace, fmt::format("after 1 event, at byte {}", text.find('?') + 1).c_str()),
                 trace.problems[0].message.c_str());
        QVERIFY(says(trace, "the rest was not read"));
        QVERIFY(!readText(text.substr(0, text.find('?')), got).isDamaged); // a broken tail
    }

    void timesAreExactToTheNanosecond()
    {
        for (const char* quote : {"", "\""}) {
            Collected got;
            QCOMPARE(readText(longTimes(quote), got).spans, int64_t(200));
            QCOMPARE(got.times.back().second - got.times.front().first, int64_t(200'098));
            for (size_t i = 0; i < got.times.size(); ++i) {
                QCOMPARE(got.times[i].second - got.times[i].first, int64_t(900));
                QVERIFY(i == 0 || got.times[i].first - got.times[i - 1].second == int64_t(100) + static_cast<int64_t>(i - 1) % 3);
            }
        }
    }

    void oddTimes_data()
    {
        QTest::addColumn<QString>("time");
        QTest::addColumn<qint64>("nanoseconds");
        QTest::newRow("rounded up") << "0.0005" << qint64(1);
        QTest::newRow("rounded down") << "7.00049" << qint64(7000);
        QTest::newRow("below 0") << "-1.5" << qint64(-1500);
        QTest::newRow("less than 1 below 0") << "-0.25" << qint64(-250);
        QTest::newRow("exponent") << "1.5e3" << qint64(1'500'000);
        QTest::newRow("integer") << "1778000000123456" << qint64(1'778'000'000'123'456'000);
        QTest::newRow("huge") << "1e300" << qint64(4'000'000'000'000'000'000);
        QTest::newRow("64 bits") << "18446744073709551615" << qint64(4'000'000'000'000'000'000);
        QTest::newRow("text with blanks at its end") << "\"12.5\"" << qint64(12'500);
    }
    void oddTimes()
    {
        QFETCH(QString, time);
        QFETCH(qint64, nanoseconds);
        Collected got;
        readText(R"([{"ph":"X","name":"a","dur":0,"ts":)" + time.toStdString() + "}]", got);
        QCOMPARE(got.times.size(), size_t(1));
        QCOMPARE(got.times[0].first, int64_t(nanoseconds));
    }

    void asynchronousEventsBecomeSpans()
    {
        Collected got;
        const auto trace = readFixture("async-flow.json", got);
        QCOMPARE(trace.spans, int64_t(12)); // "retry" is one, an instant
        std::map<std::string, std::vector<int64_t>> durations;
        for (const char* name :
             {"request", "read", "write", "never ends", "old style", "launch", "kernel", "no pid", "huge", "text ids", "retry"}) {
            for (size_t i = 0; i < got.spans.size(); ++i) {
                if (got.spans[i].find(std::string(" ") + name + " ") != std::string::npos) {
                    durations[name].push_back(got.times[i].second - got.times[i].first);
                }
            }
        }
        const std::map<std::string, std::vector<int64_t>> right{
            {"request", {9000, 8000}}, {"read", {3000}},     {"write", {2000}},  {"never ends", {45'000}},
            {"old style", {6000}},     {"launch", {2000}},   {"kernel", {4000}}, {"no pid", {1000}},
            {"huge", {1000}},          {"text ids", {1000}}, {"retry", {0}}};
        QCOMPARE(durations, right);
        QCOMPARE(trace.flows, int64_t(1));
        const TraceFlow& flow = got.flows.at(0);
        QCOMPARE(std::pair(flow.fromTime, flow.toTime), std::pair(int64_t{31'000}, int64_t{35'000}));
        QVERIFY(!flow.isToNext);
        QCOMPARE(trace.tracks[flow.toTrack].tid, int64_t(7));
        QVERIFY(says(trace, "2 entries are not trace events"));
        QVERIFY(says(trace, "One asynchronous span has no end"));
        QCOMPARE(trace.problems.size(), size_t(2));
    }

    void overlappingAsynchronousSpansStandOnDifferentTracks()
    {
        Collected got;
        const auto trace = readFixture("async-flow.json", got);
        std::map<char, std::vector<std::string>> byTrack;
        QCOMPARE(got.named("request").size(), size_t(2));
        QVERIFY(got.named("request")[0][0] != got.named("request")[1][0]);
        QCOMPARE(got.named("read")[0][0], got.named("request")[0][0]);
        QCOMPARE(trace.tracks[static_cast<size_t>(got.named("request")[0][0] - '0')].thread, std::string("io (async)"));
        // One after the other share a track.
        Collected later;
        const auto two = readText(R"([{"ph":"b","name":"a","id":1,"ts":1},{"ph":"e","name":"a","id":1,"ts":2},
                                      {"ph":"b","name":"b","id":2,"ts":2},{"ph":"e","name":"b","id":2,"ts":3}])",
                                  later);
        QCOMPARE(two.tracks.size(), size_t(1));
        QCOMPARE(two.spans, int64_t(2));
    }

    void flowsConnectInAnyOrder()
    {
        Collected got;
        const auto trace = readText(R"([{"ph":"f","id":1,"name":"n","pid":2,"ts":9},{"ph":"s","id":1,"name":"n","pid":1,"ts":2},
            {"ph":"t","id":1,"name":"n","pid":3,"ts":5},
            {"ph":"s","id":2,"name":"n","pid":1,"ts":20},{"ph":"f","id":2,"name":"n","pid":2,"ts":19},
            {"ph":"s","id":3,"name":"n","pid":1,"ts":30},{"ph":"f","id":4,"name":"n","pid":1,"ts":31},
            {"ph":"X","name":"x","ts":1,"dur":1}])",
                                    got);
        std::vector<std::pair<int64_t, int64_t>> times;
        for (const TraceFlow& flow : got.flows) {
            times.emplace_back(flow.fromTime, flow.toTime);
        }
        std::ranges::sort(times);
        const std::vector<std::pair<int64_t, int64_t>> right{{2000, 5000}, {5000, 9000}, {20'000, 19'000}};
        QCOMPARE(times, right);
        QCOMPARE(trace.flows, int64_t(3));
        QVERIFY(says(trace, "2 flow events have no partner"));
    }
};

QTEST_APPLESS_MAIN(TestTraceKinds)
#include "tst_tracekinds.moc"
