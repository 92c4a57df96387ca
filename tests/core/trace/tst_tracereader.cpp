// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrometrace.h"
#include "core/trace/tracereader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>
#include <sstream>

using namespace knobscope;

namespace {

/// Everything that a trace gives, as text.
struct Collected : TraceSink {
    std::vector<std::string> spans;
    std::vector<std::string> samples;
    bool isValid = true; ///< all arguments are JSON objects
    void span(const TraceSpan& s) override
    {
        spans.push_back(fmt::format("{} {}+{} {} [{}] {}|{}:{} {}", s.track, s.start, s.duration, s.name, s.category, s.function,
                                    s.file, s.line, s.args));
        isValid = isValid && nlohmann::json::parse(s.args, nullptr, false).is_object();
    }
    void sample(uint32_t counter, int64_t time, double value) override
    {
        samples.push_back(fmt::format("{} {} {}", counter, time, value));
    }
};

Result<TraceSummary> readText(const std::string& text, Collected& into)
{
    std::istringstream in(text);
    return readTrace(in, "t.json", into);
}

std::string fixture(const char* name)
{
    return std::string(KNOBSCOPE_FIXTURES "/traces/") + name;
}

std::string content(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

bool says(const std::vector<Sentence>& problems, const char* words)
{
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Sentence& p) { return p.message.find(words) != std::string::npos; });
}

bool refused(const Result<TraceSummary>& read, const char* words)
{
    return !read
        && (read.error().message.find(words) != std::string::npos || (qWarning("%s", read.error().message.c_str()), false));
}

} // namespace

class TestTraceReader : public QObject
{
    Q_OBJECT
private slots:
    void chromesListWithoutItsEnd()
    {
        Collected got;
        const auto trace = readTraceFile(fixture("chrome.json"), got);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
        QCOMPARE(got.spans.size(), size_t(3));
        QCOMPARE(got.spans[0], std::string("0 1200500+300250 Parse [net] |:0 {}"));
        QCOMPARE(got.spans[1], std::string("0 1000000+1000000 Load [net] |:0 {\"url\":\"a\\\"b\"}"));
        QCOMPARE(trace->tracks[0].process, std::string("Browser"));
        QCOMPARE(trace->tracks[0].thread, std::string("Main"));
        QCOMPARE(trace->tracks[1].process, std::string("Browser"));
        QVERIFY(trace->counters == (std::vector<std::string>{"Memory heap", "Memory stack (7)"}));
        QCOMPARE(got.samples.size(), size_t(4));
        QCOMPARE(trace->problems.size(), size_t(1));
        QVERIFY(says(trace->problems, "One flow event has no partner"));
    }

    void vizTracersNamesAreTakenApart()
    {
        for (const char* file : {"viztracer.json", "viztracer.json.gz"}) {
            Collected got;
            const auto trace = readTraceFile(fixture(file), got);
            QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
            QVERIFY(trace->problems.empty());
            QCOMPARE(got.spans[0], std::string("0 50000+10000 inner [FEE] inner|/home/u/a.py:12 {}"));
            QCOMPARE(got.spans[2], std::string("0 90000+500 list.append [FEE] |:0 {}"));
            QCOMPARE(trace->tracks[0].thread, std::string("MainThread"));
        }
    }

    void perfettosArgumentsKeepTheirStructure()
    {
        Collected got;
        const auto trace = readTraceFile(fixture("perfetto.json"), got);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
        QCOMPARE(got.spans[0],
                 std::string(R"(0 5001+2500 slice [sched] go|core/x.cpp:42 {"debug":{"a":[1,{"b":null}],"c":"x"}})"));
        QCOMPARE(trace->tracks[0].process, std::string("app"));
        QCOMPARE(trace->tracks[0].thread, std::string("worker"));
    }

    void whatWeWriteComesBack()
    {
        QTemporaryDir dir;
        for (const char* name : {"own.json", "own.json.gz"}) {
            const std::string path = dir.filePath(name).toStdString();
            int left = 3;
            QVERIFY(writeChromeTraceFile(path, [&]() -> Result<std::optional<Span>> {
                        if (left-- == 0) {
                            return std::nullopt;
                        }
                        Span s{1.7e9 + 3 - left, 0.25,    "time", "trial", "run", "core/worker/kernelrunner.cpp", 12, 5, 6,
                               "runner",         "runner"};
                        s.args = {{"trial", left}};
                        return s;
                    }).has_value());
            const std::string bytes = content(path);
            QCOMPARE(bytes.substr(0, 2) == "\x1f\x8b", std::string(name).ends_with(".gz"));
            Collected got;
            const auto trace = readTraceFile(path, got);
            QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
            QCOMPARE(got.spans[1],
                     std::string(R"(0 1000000000+250000000 time [trial] run|core/worker/kernelrunner.cpp:12 {"trial":1})"));
            QCOMPARE(trace->tracks[0].process, std::string("runner"));
        }
    }

    void wrongEventsAreRepairedAndTold()
    {
        Collected got;
        const auto trace = readText(R"({"traceEvents":[
            {"ph":"B","name":"open","ts":1,"pid":1,"tid":1}, {"ph":"B","name":"deeper","ts":2,"pid":1,"tid":1},
            {"ph":"X","name":"last","ts":5,"dur":4,"pid":1,"tid":1}, {"ph":"E","ts":1,"pid":2,"tid":2},
            {"ph":"X","name":"backwards","ts":5,"dur":-4,"pid":2,"tid":2}, {"ph":"X","name":"when"}, 17, "text", [1,2], {"no":"phase"},
            {"ph":"X","name":"words","ts":"7.5","dur":"1","pid":"gpu","tid":"queue"}]})",
                                    got);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
        QCOMPARE(got.spans.size(), size_t(5));
        QCOMPARE(got.spans[1], std::string("1 5000+0 backwards [] |:0 {}"));
        QCOMPARE(got.spans[2], std::string("2 7500+1000 words [] |:0 {}"));
        QCOMPARE(got.spans[3], std::string("0 2000+7000 deeper [] |:0 {}"));
        QCOMPARE(got.spans[4], std::string("0 1000+8000 open [] |:0 {}"));
        QCOMPARE(trace->tracks[2].process, std::string("gpu"));
        for (const char* words : {"2 spans have no end", "One end has no start", "One span ends before it starts",
                                  "One event has no time", "4 entries are not trace events"}) {
            QVERIFY2(says(trace->problems, words), words);
        }
    }

    void truncatedFilesKeepWhatCameBefore()
    {
        const std::string whole = content(fixture("perfetto.json"));
        const size_t cut = whole.find("\"__metadata\"");
        Collected got;
        const auto trace = readText(whole.substr(0, cut), got);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
        QCOMPARE(got.spans.size(), size_t(2)); // one of them asynchronous, without an end
        QVERIFY(says(trace->problems, "ends after 2 events"));
        QTemporaryDir dir;
        const std::string gz = content(fixture("viztracer.json.gz"));
        QFile file(dir.filePath("cut.json.gz"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(gz.data(), static_cast<qint64>(gz.size()) - 30);
        file.close();
        Collected part;
        const auto damaged = readTraceFile(file.fileName().toStdString(), part);
        QVERIFY2(damaged ? says(damaged->problems, "incomplete") : !damaged.error().message.empty(), "told");
    }

    void otherFilesAreRefusedInWords()
    {
        Collected got;
        QVERIFY(refused(readText("", got), "empty"));
        QVERIFY(refused(readText("\x0a\x05"
                                 "binary",
                                 got),
                        "traceconv"));
        QVERIFY(refused(readText(R"({"input": ["llvm"], "config": {}, "result": []}
{"input": 2})",
                                 got),
                        "tuning log"));
        QVERIFY(refused(readText(R"({"$schema": "x", "profiles": []})", got), "speedscope"));
        QVERIFY(refused(readText(R"({"a": 1, "b": [1]})", got), "no \"traceEvents\" (its keys: a, b)"));
        QVERIFY(refused(readText("[]", got), "neither spans nor counters"));
        QVERIFY(refused(readText("[1, 2, 3]", got), "3 entries are not trace events"));
        QVERIFY(refused(readText("{\"traceEvents\": 5}", got), "traceEvents"));
        QVERIFY(refused(readTraceFile("/nowhere/x.json", got), "cannot be read"));
        QVERIFY(refused(readTraceFile(KNOBSCOPE_FIXTURES, got), "a folder"));
        QVERIFY(got.spans.empty());
    }

    void hugeThingsStayBounded()
    {
        std::string deep(200000, '[');
        Collected got;
        QVERIFY(!readText(deep, got).has_value());
        std::string nested =
            R"([{"ph":"X","name":"n","ts":1,"dur":1,"args":{"a":)" + std::string(100000, '[') + std::string(100000, ']') + "}}]";
        const auto cut = readText(nested, got);
        QVERIFY(cut.has_value() && says(cut->problems, "longer than 64 kB"));
        std::string threads = "[";
        for (int i = 0; i < 10000; ++i) {
            threads += fmt::format(R"({{"ph":"X","name":"t","ts":{},"dur":1,"pid":1,"tid":{}}},)", i, i);
        }
        const auto many = readText(threads, got);
        QVERIFY(many.has_value());
        QCOMPARE(many->tracks.size(), size_t(10000));
        std::string stack = "[";
        for (int i = 0; i < 20000; ++i) {
            stack += fmt::format(R"({{"ph":"B","name":"d","ts":{},"pid":1,"tid":1}},)", i);
        }
        const auto open = readText(stack, got);
        QVERIFY(open.has_value() && says(open->problems, "20000 spans have no end"));
    }

    void readingCanBeCancelled()
    {
        std::string text = "[";
        for (int i = 0; i < 20000; ++i) {
            text += fmt::format(R"({{"ph":"X","name":"t","ts":{},"dur":1,"pid":1,"tid":1}},)", i);
        }
        std::istringstream in(text);
        Collected got;
        QVERIFY(refused(readTrace(in, "t.json", got, [] { return false; }), "cancelled"));
        QVERIFY(got.spans.size() < 20000);
    }

    /// Whatever bytes come, reading ends with spans or a sentence.
    void mutatedTracesNeverCrash()
    {
        std::mt19937 random(20261121);
        const std::string alphabet = "{}[]\",:0123456789.eE-+\\u nfBEXCMphtsduraxg";
        std::vector<std::string> seeds;
        for (const char* name : {"chrome.json", "viztracer.json", "perfetto.json"}) {
            seeds.push_back(content(fixture(name)));
        }
        int kept = 0;
        for (int round = 0; round < 4000; ++round) {
            std::string text = seeds[random() % seeds.size()];
            const auto edits = 1 + random() % 6;
            for (unsigned edit = 0; edit < edits; ++edit) {
                const size_t at = random() % text.size();
                switch (random() % 4) {
                case 0: text[at] = alphabet[random() % alphabet.size()]; break;
                case 1: text.erase(at, 1 + random() % 20); break;
                case 2: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
                default: text[at] = static_cast<char>(random()); break;
                }
                if (text.empty()) {
                    text = "[";
                }
            }
            Collected got;
            const auto trace = readText(text, got);
            QVERIFY(trace ? trace->spans == static_cast<int64_t>(got.spans.size()) : !trace.error().message.empty());
            QVERIFY(got.isValid);
            kept += trace ? 1 : 0;
        }
        QVERIFY(kept > 500);
    }
};

QTEST_GUILESS_MAIN(TestTraceReader)
#include "tst_tracereader.moc"
