// SPDX-License-Identifier: GPL-3.0-or-later
// Levels, windows and statistics against reading every span.
#include "core/store/projectwriter.h"
#include "core/store/spanlevels.h"
#include "core/store/timeline.h"
#include "core/store/traceimport.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace knobscope;

namespace {

struct Known {
    uint32_t track;
    int64_t begin;
    int64_t end;
    std::string name;
};

/// Nested calls with gaps, and an instant now and then.
void makeCalls(std::mt19937_64& random, uint32_t track, int64_t begin, int64_t end, int depth, size_t most,
               std::vector<Known>& into)
{
    int64_t at = begin;
    while (at < end && into.size() < most) {
        const int64_t length =
            std::min<int64_t>(end - at, static_cast<int64_t>(random() % static_cast<uint64_t>((end - begin) / 3 + 2)));
        into.push_back({track, at, at + length, fmt::format("f{}", random() % 7)});
        if (depth < 4 && length > 50) {
            makeCalls(random, track, at, at + length, depth + 1, most, into);
        }
        at += length + 1 + static_cast<int64_t>(random() % static_cast<uint64_t>((end - begin) / 10 + 2));
    }
}

std::vector<Known> randomTrace(uint64_t seed, int64_t length)
{
    std::mt19937_64 random(seed);
    std::vector<Known> spans;
    for (uint32_t track = 0; track < 3; ++track) {
        for (int64_t at = 0; at < length; at += length / 40) {
            makeCalls(random, track, at, at + length / 41, 0, spans.size() + 60, spans);
        }
    }
    std::shuffle(spans.begin(), spans.end(), random);
    return spans;
}

int64_t importKnown(Project& project, const std::vector<Known>& spans)
{
    TraceImport import(project, "known.json");
    TraceSummary summary;
    for (int64_t track = 0; track < 3; ++track) {
        summary.tracks.push_back({1, track, "p", fmt::format("t{}", track)});
    }
    for (const Known& s : spans) {
        import.span({s.track, s.begin, s.end - s.begin, s.name, "", "", "", 0, "{}"});
    }
    return import.write(summary).value().trace;
}

/// What every pixel of a depth should show: whether something covers its middle.
bool covers(const std::vector<SpanBlock>& blocks, int depth, int64_t time)
{
    return std::any_of(blocks.begin(), blocks.end(),
                       [&](const SpanBlock& b) { return b.depth == depth && b.begin <= time && time < b.end; });
}

Span stage(double start, double seconds, const char* name, const char* process, int64_t tid, int64_t run, int64_t trial)
{
    Span s{start, seconds, name, "trial", "f", "core/tuning/loop.cpp", 3, 10, tid, process, process};
    s.args = {{"run", run}, {"trial", trial}};
    return s;
}

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }

private slots:
    void windowsAgreeWithEverySpan()
    {
        for (const uint64_t seed : {1, 2, 3, 4}) {
            const int64_t length = seed % 2 ? 50'000'000 : 900'000'000'000;
            const auto spans = randomTrace(seed, length);
            auto project = Project::open(file(("w" + std::to_string(seed)).c_str()), Project::Mode::Create).value();
            const int64_t trace = importKnown(project, spans);
            const auto tracks = timelineTracks(project, trace).value();
            QCOMPARE(tracks.size(), size_t(3));
            // Depths: spans of one depth never overlap, and a child is deeper than what it lies in.
            for (const TrackRow& track : tracks) {
                const auto all =
                    timelineWindow(project, {{track}, track.first, track.last + 1, 1'000'000'000, 1000}).value()[0].blocks;
                int64_t count = 0;
                for (size_t i = 0; i < all.size(); ++i) {
                    count += all[i].count;
                    QVERIFY(i == 0 || all[i].depth != all[i - 1].depth || all[i - 1].end <= all[i].begin);
                }
                QCOMPARE(count, track.spans);
            }
            std::mt19937_64 random(seed);
            for (int round = 0; round < 60; ++round) {
                SpanWindow window;
                window.tracks = tracks;
                const auto width =
                    static_cast<int64_t>(static_cast<double>(length) * std::pow(10.0, -static_cast<double>(random() % 5)));
                window.from = static_cast<int64_t>(random() % static_cast<uint64_t>(length)) - width / 4;
                window.to = window.from + width;
                window.pixels = 50 + static_cast<int>(random() % 500);
                const auto blocks = timelineWindow(project, window).value();
                window.pixels = 1'000'000'000; // every span by itself
                const auto exact = timelineWindow(project, window).value();
                const int64_t pixel = width / window.pixels + 1;
                for (size_t t = 0; t < tracks.size(); ++t) {
                    int64_t merged = 0;
                    int64_t single = 0;
                    std::map<std::pair<int, int64_t>, int> starts;
                    for (const SpanBlock& b : blocks[t].blocks) {
                        merged += b.count;
                        QVERIFY(b.end > window.from || b.end == b.begin);
                        QVERIFY(b.begin < window.to);
                        QVERIFY(b.busy >= b.longest);
                    }
                    for (const SpanBlock& b : exact[t].blocks) {
                        single += b.count;
                        if (b.begin >= window.from) {
                            QVERIFY(covers(blocks[t].blocks, b.depth, b.begin) || b.end - b.begin <= pixel);
                        }
                    }
                    // Levels may count a cell's spans that lie just outside of the window.
                    QVERIFY(merged >= single);
                }
            }
        }
    }

    void atMostOneBlockBeginsInAPixel()
    {
        const auto spans = randomTrace(9, 1'000'000'000);
        auto project = Project::open(file("pixel"), Project::Mode::Create).value();
        const int64_t trace = importKnown(project, spans);
        SpanWindow window{timelineTracks(project, trace).value(), 0, 1'000'000'000, 200, 64};
        const auto blocks = timelineWindow(project, window).value();
        window.pixels = 1'000'000'000; // every span by itself
        const auto spansAlone = timelineWindow(project, window).value();
        QCOMPARE(blocks.size(), size_t{3});
        QCOMPARE(spansAlone.size(), blocks.size());
        const auto beginsOf = [](const TrackBlocks& track) {
            std::map<std::pair<int, int64_t>, int64_t> begins; // blocks by depth and pixel
            for (const SpanBlock& b : track.blocks) {
                ++begins[std::pair(b.depth, b.begin / 5'000'000)];
            }
            return begins;
        };
        for (size_t track = 0; track < blocks.size(); ++track) {
            QVERIFY(spansAlone[track].blocks.size() > 2 * blocks[track].blocks.size()); // or there is nothing to merge
            for (const auto& [pixel, count] : beginsOf(blocks[track])) {
                QCOMPARE(count, int64_t{1});
            }
            // Merging hides no pixel in which something begins.
            QCOMPARE(beginsOf(blocks[track]).size(), beginsOf(spansAlone[track]).size());
        }
    }

    void statisticsAgreeWithEverySpan()
    {
        const auto spans = randomTrace(5, 2'000'000'000);
        auto project = Project::open(file("stats"), Project::Mode::Create).value();
        const int64_t trace = importKnown(project, spans);
        const auto tracks = timelineTracks(project, trace).value();
        std::mt19937_64 random(3);
        for (int round = 0; round < 20; ++round) {
            const auto from = static_cast<int64_t>(random() % 1'500'000'000);
            const auto to = from + 1 + static_cast<int64_t>(random() % 400'000'000);
            std::map<std::string, std::vector<double>> expected;
            std::map<std::string, double> inside; // seconds within the range
            for (const Known& s : spans) {
                if (s.begin < to && (s.end > from || s.begin >= from)) {
                    inside[s.name] += static_cast<double>(std::min(s.end, to) - std::max(s.begin, from)) * 1e-9;
                    expected[s.name].push_back(static_cast<double>(s.end - s.begin) * 1e-9);
                }
            }
            const auto rows = rangeStatistics(project, tracks, from, to).value();
            QCOMPARE(rows.size(), expected.size());
            for (const NameStatistics& row : rows) {
                std::vector<double>& seconds = expected[row.name];
                std::sort(seconds.begin(), seconds.end());
                QCOMPARE(row.count, static_cast<int64_t>(seconds.size()));
                double total = 0;
                for (const double s : seconds) {
                    total += s;
                }
                QVERIFY(std::abs(row.total - inside[row.name]) < 1e-9);
                QVERIFY(std::abs(row.mean - total / static_cast<double>(seconds.size())) < 1e-9);
                const double p95 = seconds[static_cast<size_t>(std::ceil(0.95 * static_cast<double>(seconds.size()))) - 1];
                QVERIFY(std::abs(row.p95 - p95) <= 1e-6 * p95);
            }
        }
    }

    /// Spans that a run writes, late ones among them, give the same levels as one import of all.
    void filteredWindowsHoldTheirTrialsAlone()
    {
        const std::string path = file("filtered.knobscope");
        (void)Project::open(path, Project::Mode::Create);
        constexpr int64_t count = 200;
        {
            auto writer = ProjectWriter::open(path).value();
            TaskRow task;
            task.key = "k";
            task.task = {{"task", "tutorial/matmul"}, {"args", {8, 8, 8, "float32"}}, {"target", "llvm"}};
            RunRow row;
            row.task = writer->addTask(task).value();
            const int64_t run = writer->addRun(row).value();
            for (int64_t trial = 1; trial <= count; ++trial) {
                const double t = 1.7e9 + static_cast<double>(trial) * 0.02;
                writer->addSpans(run, {stage(t, 0.009, "build", "builder 1", 11, run, trial),
                                       stage(t + 0.0101, 0.005, "run", "runner", 12, run, trial)});
                TrialRow measured;
                measured.number = trial;
                measured.index = trial % 16;
                measured.errorNo = trial % 5 == 0 ? 4 : 0;
                measured.gflops = measured.errorNo == 0 ? 1 : 0;
                measured.timestamp = t + 0.016;
                writer->addTrial(run, measured);
            }
            writer->flush();
        }
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const auto tracks = timelineTracks(project, 0).value();
        TrialFilter failed;
        failed.kind = TrialFilter::Kind::Failed;
        MatchingTrials matching({failed}, {});
        QVERIFY(!matching.contains(1, 5, 0)); // not read yet
        QVERIFY(matching.update(project).has_value());
        SpanWindow window{tracks, 1'700'000'000'000'000'000, 1'700'000'010'000'000'000, 1'000'000, 64, &matching};
        int64_t blocks = 0;
        const auto kept = timelineWindow(project, window).value();
        for (const TrackBlocks& track : kept) {
            for (const SpanBlock& block : track.blocks) {
                QCOMPARE(block.trial % 5, int64_t(0));
                blocks += block.count;
            }
        }
        QCOMPARE(blocks, count / 5 * 2);
        const auto counted = rangeStatistics(project, tracks, 0, INT64_MAX, 0, nullptr, &matching).value();
        for (const NameStatistics& row : counted) {
            QCOMPARE(row.count, count / 5);
        }
        GflopsCounter gflops;
        const auto shown = gflops.window(project, 0, INT64_MAX, 1'000'000, &matching).value();
        QVERIFY(std::all_of(shown.begin(), shown.end(), [](const CounterPoint& point) { return point.value == 0; }));
        const auto all = gflops.window(project, 0, INT64_MAX, 1'000'000).value();
        QCOMPARE(gflops.window(project, 0, INT64_MAX, 1'000'000, nullptr, 1).value().size(), all.size());
        QVERIFY(gflops.window(project, 0, INT64_MAX, 1'000'000, nullptr, 2).value().empty()); // of a run that there is not
        const auto shared = std::make_shared<RunTrials>();
        GflopsCounter sharing(shared);
        SharedTrials::Weak inMemory;
        {
            const SharedTrials ofAView = shared->read(project, 1).value();
            inMemory = ofAView;
            QCOMPARE(sharing.window(project, 0, INT64_MAX, 1'000'000).value().size(), all.size());
        }
        QVERIFY(!inMemory.lock().empty()); // in the memory of the view, not in a copy
        // What a run did for no trial is of the run and of its time, and of nothing else.
        TrialFilter run;
        run.kind = TrialFilter::Kind::Run;
        run.run = 1;
        MatchingTrials ofRun({run}, {});
        QVERIFY(ofRun.contains(1, 0, 5) && !ofRun.contains(2, 0, 5) && !matching.contains(1, 0, 5));
        TrialFilter knob;
        knob.kind = TrialFilter::Kind::Knob;
        knob.knob = "tile_y";
        MatchingTrials unknown({knob}, {}); // the task cannot be made
        QVERIFY(unknown.update(project).has_value());
        QVERIFY(!unknown.contains(1, 7, 0));
    }

    void levelsGrowWhileWriting()
    {
        const std::string path = file("live.knobscope");
        (void)Project::open(path, Project::Mode::Create);
        std::mt19937_64 random(11);
        {
            auto writer = ProjectWriter::open(path).value();
            for (int64_t trial = 1; trial <= 300; ++trial) {
                const double t = 1.7e9 + static_cast<double>(trial) * 0.02;
                std::vector<Span> spans{stage(t, 0.0001, "propose", "knobscope", 10, 1, trial),
                                        stage(t + 0.001, 0.009, "build", "builder 1", 11, 1, trial),
                                        stage(t + 0.001, 0.003, "lower", "builder 1", 11, 1, trial),
                                        stage(t + 0.004, 0.006, "codegen", "builder 1", 11, 1, trial),
                                        stage(t + 0.0101, 0.008, "run", "runner", 12, 1, trial),
                                        stage(t + 0.0185, 0.0001, "learn", "knobscope", 10, 1, trial)};
                std::shuffle(spans.begin(), spans.end(), random);
                writer->addSpans(1, spans);
                writer->addSample("CPU load", "%", t, 50);
                if (trial % 50 == 0) {
                    writer->flush();
                }
            }
            writer->flush();
        }
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const auto tracks = timelineTracks(project, 0).value();
        QCOMPARE(tracks.size(), size_t(3));
        QCOMPARE(tracks[0].process, std::string("builder 1"));
        QCOMPARE(tracks[0].depths, int64_t(2));
        QCOMPARE(tracks[0].spans, int64_t(900));
        SQLite::Statement sums(project.database(), "SELECT level, sum(count), sum(busy) FROM span_level GROUP BY level");
        while (sums.executeStep()) {
            QCOMPARE(sums.getColumn(1).getInt64(), int64_t(1800));
            QCOMPARE(sums.getColumn(2).getInt64(), project.database().execAndGet("SELECT sum(dur) FROM span").getInt64());
        }
        const auto spans = spansOfTrial(project, 1, 42).value();
        QCOMPARE(spans.size(), size_t(6));
        const auto flow = flowOf(spans);
        QCOMPARE(flow.size(), size_t(3));
        QCOMPARE(flow[0].fromTrack, spans[0].track);
        QCOMPARE(flow[1].toTime, spans[4].begin);
        const auto found = findSpan(project, tracks, "COD", spans[5], true).value();
        QVERIFY(found.has_value());
        QCOMPARE(found->trial, int64_t(43));
        QCOMPARE(findSpan(project, tracks, "cod", *found, false).value()->trial, int64_t(42));
        QVERIFY(!findSpan(project, tracks, "100%_", {}, true).value().has_value());
        QCOMPARE(placeOfMatch(project, tracks, "COD", *found).value().place, int64_t(43));
        QCOMPARE(placeOfMatch(project, tracks, "COD", *found).value().all, int64_t(300));
        const auto next = neighbourOf(project, *found, true).value();
        QCOMPARE(next->span.name, std::string("lower"));
        const auto at = spanAt(project, tracks[0], 1, next->begin + 5, 0).value();
        QCOMPARE(at->begin, next->begin);
        QVERIFY(!spanAt(project, tracks[0], 1, 5, 10).value().has_value());
        const auto counters = timelineCounters(project, 0).value();
        QCOMPARE(counters.size(), size_t(2));
        const auto points = counterWindow(project, counters[1].id, tracks[0].first, tracks[0].last, 10).value();
        QVERIFY(points.size() <= 11 && points.size() >= 10);
    }

    void searchesComeToEveryMatchOnce()
    {
        // Spans of several lanes and depths that begin at one moment are matches of their own.
        std::vector<Known> spans = randomTrace(9, 40'000);
        const size_t count = spans.size() / 2;
        for (size_t i = 0; i < count; ++i) {
            spans.push_back({(spans[i].track + 1) % 3, spans[i].begin, spans[i].begin + 1, "f1"});
        }
        auto project = Project::open(file("matches"), Project::Mode::Create).value();
        const auto tracks = timelineTracks(project, importKnown(project, spans)).value();
        SpanDetail from;
        from.begin = -1;
        int64_t place = 0;
        for (const bool forward : {true, false}) {
            for (auto found = findSpan(project, tracks, "1", from, forward).value(); found;
                 found = findSpan(project, tracks, "1", from, forward).value()) {
                place += forward ? 1 : -1;
                if (place < 10 || place % 50 == 0) { // each reads all names
                    QCOMPARE(placeOfMatch(project, tracks, "1", *found).value().place, place);
                }
                from = *found;
            }
            QCOMPARE(place, forward ? placeOfMatch(project, tracks, "1", from).value().all : int64_t(1));
        }
        QVERIFY(placeOfMatch(project, tracks, "1", from).value().all > 100);
    }

    void pausesAreWhereNothingHappens()
    {
        constexpr int64_t second = 1'000'000'000;
        std::mt19937_64 random(5);
        for (int round = 0; round < 6; ++round) {
            // Bursts of spans; between them milliseconds, seconds, hours.
            std::vector<Known> spans;
            int64_t at = 0;
            for (int burst = 0; burst < 30; ++burst) {
                for (int i = 0; i < 20; ++i) {
                    const auto length = static_cast<int64_t>(random() % 300'000'000);
                    spans.push_back({static_cast<uint32_t>(random() % 3), at, at + length, "f"});
                    at += length * 9 / 10;
                }
                at += static_cast<int64_t>(static_cast<double>(second) * std::pow(10.0, static_cast<double>(random() % 7) - 2));
            }
            auto project = Project::open(file(("pauses" + std::to_string(round)).c_str()), Project::Mode::Create).value();
            const auto tracks = timelineTracks(project, importKnown(project, spans)).value();
            std::vector<Interval> gaps;
            int64_t end = spans.front().end;
            for (const Known& span : spans) { // in the order of their begins
                if (span.begin - end > second) {
                    gaps.emplace_back(end, span.begin);
                }
                end = std::max(end, span.end);
            }
            const auto length = [](const Interval& gap) { return gap.second - gap.first; };
            std::sort(gaps.begin(), gaps.end(), [&](const auto& a, const auto& b) { return length(a) > length(b); });
            int64_t rest = end - spans.front().begin;
            std::vector<Interval> expected;
            for (size_t i = 0; i < gaps.size() && length(gaps[i]) > rest / 50; ++i) {
                expected.push_back(gaps[i]);
                rest -= length(gaps[i]);
            }
            std::sort(expected.begin(), expected.end());
            QCOMPARE(timelinePauses(project, tracks).value(), expected);
        }
    }

    void spansAreSortedByTrackStartAndLength()
    {
        auto spans = randomTrace(21, 1'000'000'000);
        SpanSorter sorter;
        for (const Known& s : spans) {
            sorter.add({s.track, s.begin, s.end - s.begin, s.name, "c", "", "f", 1, R"({"a":1})"});
        }
        std::ranges::stable_sort(spans, {}, [](const Known& s) { return std::tuple(s.track, s.begin, s.begin - s.end); });
        std::vector<std::string> expected;
        for (const Known& s : spans) {
            expected.push_back(fmt::format("{} {} {} {} f {}", s.track, s.begin, s.end - s.begin, s.name, R"({"a":1})"));
        }
        std::vector<std::string> found;
        QVERIFY(sorter.sorted([&](const TraceSpan& s) {
            found.push_back(fmt::format("{} {} {} {} {} {}", s.track, s.start, s.duration, s.name, s.file, s.args));
            return true;
        }));
        QVERIFY(found == expected);
        QVERIFY(!sorter.sorted([](const TraceSpan&) { return false; }));
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
